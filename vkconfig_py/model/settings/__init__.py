"""Settings that manifests declare: types, values, checks, presets, messages and search."""
