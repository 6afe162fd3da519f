"""Books as wikis: a folder of Markdown pages, every sentence with its source.

`phases` runs the four phases over a folder, `folder` keeps what they make, `search` and `stats` read it.

With a model (`model`: `Helper`), whose prompts `template` makes:

    boot    reading: each part to its subjects ── merge: one list with those of the rules
    grow    writing: waves of prompts ── author: subject pages, digest: chapters ── editor, support: what of it holds
            judge: advisory findings ── lessons: frequent faults become rules of later prompts
    butler  tending: what is worth an edit, twins: pages about one thing ── scales: an edit stays if no measure falls
"""
