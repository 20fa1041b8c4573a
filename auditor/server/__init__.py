"""The HTTP server that browses a database and judges posted logs; see `auditor.server.app`."""
