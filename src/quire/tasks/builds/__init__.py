"""Builds: long jobs that make a wiki from a book, phase by phase, and go on where they were interrupted.

A document's task (`quire.tasks`) is done again from the start when its worker dies; a book's job is not: what a phase has
finished lies in the wiki's folder, and the next run goes on from there.

The life of a job
-----------------
1.  `Builds.add` writes the row: `queued`, or `paused` when nobody wants it to start by itself, or at once `ready` or
    `completed` when it is a copy of an earlier result.
2.  A worker (`Runner`) claims it when fewer than the capacity run in the whole installation; whose turn it is says
    `turns.order`. The claim is (job, worker, attempt); it is what every later change of the row requires.
3.  Each phase is one call of a handler in a slot, a process of its own under caps on time and memory. The handler writes
    its events as lines into a journal in the wiki's folder; the runner copies them into the table of events, together
    with the place up to which it has read, in one transaction. So an event is told once, whoever dies when.
4.  After grow the job is `ready`; the butler's rounds follow outside of the queue (`butlers`), and then it is `completed`.
5.  A worker that dies or stops leaves its jobs `interrupted`; they are queued again by themselves, up to `MOST_RETURNS` times in
    a phase. A pause, a reset or a deletion changes the row at once, and the runner, which sees that its claim is gone, has
    the slot end at its next unit, or kills it. `runner` stays in the row until then: nobody else touches the folder.

Modules
-------
`status` the states and the rows · `ledger` every question and move · `table` their rows · `story` events, numbered · `turns` whose turn it is ·
`journal` the file between slot and runner · `runner` the worker's side · `butlers` rounds after the end.
"""
