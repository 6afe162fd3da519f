"""Tasks: what was asked for, what runs, and what became of it. README.md has the modules and where to change what.

The life of a task
------------------
1.  The web layer (or a program) receives an upload into a local file, checks it, and calls `Tasks.submit` with a
    `NewTask`. The file goes into the store as ``tasks/<id>/source``; then one transaction writes the row (`pending`),
    which is its place in the queue, too. After the commit the task cannot be lost. With an idempotency key a second
    submission of the same content within 24 hours returns the first task; other content under the key is a `Conflict`.
2.  A worker (`Tasks.launch`, in this process or another one, on this machine or another one) takes it from the queue.
    This happens when one of its slots is free: `pending` -> `processing`, `started` is set, `attempts` grows.
3.  The slot, a separate process with caps on time and memory and without network, runs the handler of the task's
    kind: ``run(request, report) -> dict`` (see `quire.tasks.slot_process`). Progress reaches the row as `pages_done`
    and `pages_total` about twice a second.
4.  The worker puts the result and its images into the store (``tasks/<id>/<attempt>/...``, each file appears whole or
    not at all) and then moves the row to `done` with one UPDATE that still requires its own claim. A worker that has
    lost its claim meanwhile (the task was deleted or given to another worker) publishes nothing and removes its files.
    A `DocumentError` moves the row to `failed` with a public sentence and a code word.
5.  Any other worker notices a worker that dies (at once on the same machine, after 30 silent seconds
    elsewhere): the row goes back to `pending` once; the second time it becomes `failed` ("the worker died"). `done` and
    `failed` are final.
6.  A fault of our own side (`outage`: file store, database, disk, memory of the machine) puts the row back to `pending`
    without using up the attempt; it is tried again after 1 to 60 seconds, for hours. The upload stays.
7.  `Tasks.delete` removes row and files at any moment; a running slot is killed within a second.
8.  After the retention time the result's files are deleted; the row stays 30 days more, `expires` in the past, so that
    a reader can be told that it is gone (410). Uploads are deleted when the task ends, or after a time that can be
    set.

Waiting: `await tasks.wait(...)` returns when the task ends or the time is over; all waiters of a process share one
query every quarter of a second.
"""
