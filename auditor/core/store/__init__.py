"""DuckDB: the tables, the bulk load, and the named queries. The command line imports its modules lazily."""
