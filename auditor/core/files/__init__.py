"""Files, local and in object stores: listed, read, and written whole or not at all."""
