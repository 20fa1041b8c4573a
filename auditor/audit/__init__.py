"""The audit: of one game (`game`), of inputs in one process (`worker`), of any number of them in several (`pool`)."""
