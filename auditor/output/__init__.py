"""The output of the program: findings as text, JSON and SARIF, summaries of runs, tables of query results, pages."""
