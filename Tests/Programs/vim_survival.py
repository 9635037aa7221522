"""To come."""
TESTS = []
