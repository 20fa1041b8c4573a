"""What a log passes through, from an address to a finding and a row."""
