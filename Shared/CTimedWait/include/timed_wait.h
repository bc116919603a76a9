// Nothing to call: the target replaces a function of the C library, see timed_wait.c.
