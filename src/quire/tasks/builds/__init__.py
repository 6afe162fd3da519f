"""Builds: long jobs that make a wiki from a book, phase by phase, and continue where they were interrupted.

README.md has the modules and where to change what.

A document's task (`quire.tasks`) starts again from the beginning when its worker dies; a book's job does not: what a
phase has finished is in the wiki's folder, and the next run continues from there.

The life of a job
-----------------
1.  `insert_job` writes the row: `queued`, or `paused` when it is not to start by itself, or at once `ready` or
    `completed` when it is a copy of an earlier result.
2.  A worker (`job_runner`) takes it when fewer jobs than the capacity run in the whole installation; `fair_queue.order`
    says whose turn it is. The claim is (job, worker, attempt); every later change of the row requires it. When every
    place is taken, an owner with several gives one to an owner without any (`Builds.yield_place`).
3.  Each phase is one call of a handler in a slot, a process of its own with caps on time, memory and processor time.
    The handler writes its events as lines into a journal in the wiki's folder; the runner copies them into the table
    of events, together with the position up to which it has read, in one transaction. So each event is reported once,
    whoever dies when.
4.  After grow the job is `ready`; the butler's rounds follow outside of the queue (`butler_round`), then it is
    `completed`.
5.  A worker that dies or stops leaves its jobs `interrupted`; they are queued again by themselves, up to `MAX_REQUEUES`
    times in a phase. A pause, a reset or a deletion changes the row at once; the runner sees that its claim is gone and
    has the slot stop at its next unit, or kills it. `runner` stays in the row until then: nobody else touches the
    folder, and a pause or a deletion answers only then.
"""
