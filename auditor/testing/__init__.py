"""What tests of the program, and of other programs, are made with: logs written as scenarios."""
