"""What to run for each kind of task: load, call the core, save, report."""
