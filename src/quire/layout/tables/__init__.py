"""Tables of a page: with rules, with some, without any; what is none though it looks like one."""
