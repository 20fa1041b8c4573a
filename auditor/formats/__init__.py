"""The log formats, a package each that defines ``FORMAT``; `auditor.core.reading` lists them."""
