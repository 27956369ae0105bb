"""File formats: parsers and renderers, pure functions tested to the byte."""
