"""A run into a lake: batches of inputs, which whoever works on them reads, audits and writes as parts by himself.

To and from workers go addresses and results; what they audit never passes the process that began the run. A batch is
all that is lost where a worker dies, and it is done again.
"""
