"""What people see: findings as text, JSON and SARIF, the summary of a run, tables of query results, the catalogue."""
