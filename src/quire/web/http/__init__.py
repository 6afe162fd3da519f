"""What HTTP asks of every answer: routes, conditions, bodies, errors, the log. It knows no service."""
