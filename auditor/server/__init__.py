"""A server to browse a database with and to post logs to; see `auditor.server.app`."""
