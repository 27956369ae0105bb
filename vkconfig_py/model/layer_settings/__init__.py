"""Layer settings: what manifests declare, the values, their checks, presets and encoding."""
