"""Layer settings: what manifests declare, values, checks, presets and encoding."""
