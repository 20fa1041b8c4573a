"""The audit: of one game (`game`), of a unit of inputs in one process (`worker`), of any number of them (`run`)."""
