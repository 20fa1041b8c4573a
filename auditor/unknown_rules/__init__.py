"""Rules that a log does not name: what tables play, what a log shows of it, and what explains its faults."""
