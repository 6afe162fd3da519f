"""The rows: questions, moves, and what a lost claim cannot do; on both databases."""

from __future__ import annotations

import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    invariant,
    multiple,
    rule,
    run_state_machine_as_test,
)

from quire.clock import FakeClock
from quire.errors import DamagedDocument, NotFound, QuireError
from quire.store.database import connect, write
from quire.store.usage_log import Amount, UsageLog
from quire.tasks.claims import Claim
from quire.tasks.task_states import MAX_ATTEMPTS, TRANSITIONS, Task, TaskFilter, TaskStatus
from quire.tasks.task_table import Outcome, TaskTable, insert_task

OUTCOME = Outcome("tasks/a/1/result.md", "报告.md", ["images/1.png"], 3, ["careful"], 1.5)


def test_a_task_comes_back_as_it_was_written(ledger, add):
    written = add("a", options={"pages": "1-3"}, client_ref="mine", source_file="tasks/a/source", input_bytes=7)
    assert ledger.find("a", "ann") == written == ledger.find("a")


def test_other_owners_do_not_see_it(ledger, add):
    add("a")
    for ask in (lambda: ledger.find("a", "bob"), lambda: ledger.find("b"), lambda: ledger.delete("a", "bob")):
        with pytest.raises(NotFound):
            ask()


def test_the_way_to_done(ledger, add, clock):
    add("a")
    clock.advance(2)
    task, claim = ledger.claim("a", "w1")
    assert (task.status, task.attempts, task.executor) == ("processing", 1, "w1")
    assert task.started == clock.now()
    assert ledger.claim("a", "w2") is None
    assert ledger.progress(claim, 1, 3)
    assert (ledger.find("a").pages_done, ledger.find("a").pages_total) == (1, 3)
    assert ledger.finish(claim, OUTCOME)
    done = ledger.find("a")
    assert done.status is TaskStatus.DONE
    assert (done.result_file, done.result_name, done.images) == ("tasks/a/1/result.md", "报告.md", ("images/1.png",))
    assert (done.warnings, done.pages_done, done.duration) == (("careful",), 3, 1.5)
    assert done.expires == done.finished + timedelta(days=7)
    assert not ledger.progress(claim, 2, 3)
    assert not ledger.fail(claim, QuireError(), 0)
    assert ledger.lose(claim) is None


def test_the_way_to_failed(ledger, add):
    add("a")
    _, claim = ledger.claim("a", "w1")
    assert ledger.fail(claim, DamagedDocument(), 0.5)
    task = ledger.find("a")
    assert (task.status, task.error_code, task.error) == ("failed", "damaged_document", DamagedDocument.sentence)
    assert task.expires is not None


def test_a_lost_worker_is_forgiven_once(ledger, add):
    add("a")
    _, first = ledger.claim("a", "w1")
    assert ledger.lose(first) is TaskStatus.PENDING
    assert ledger.lose(first) is None
    _, second = ledger.claim("a", "w2")
    assert not ledger.holds(first)
    assert not ledger.finish(first, OUTCOME)
    assert ledger.lose(second) is TaskStatus.FAILED
    assert ledger.find("a").error_code == "worker_died"


def test_a_stopped_worker_costs_no_attempt(ledger, add):
    add("a")
    for _ in range(5):
        _, claim = ledger.claim("a", "w1")
        assert claim.attempt == 1
        assert ledger.release(claim)
    assert ledger.find("a").attempts == 0


@pytest.mark.parametrize("way", ["lose", "release"])
@pytest.mark.parametrize("second", ["w1", "w2"])
def test_an_old_claim_does_nothing(ledger, add, way, second):
    """Another attempt by the same worker, and the same attempt by another worker, are other claims."""
    add("a")
    _, old = ledger.claim("a", "w1")
    assert getattr(ledger, way)(old)
    _, new = ledger.claim("a", second)
    if new == old:  # released and taken again by the same worker: nothing was begun in between
        return
    assert not ledger.holds(old)
    assert not ledger.progress(old, 1, 1)
    assert not ledger.release(old)
    assert ledger.lose(old) is None
    assert not ledger.fail(old, QuireError(), 0)
    assert not ledger.finish(old, OUTCOME)
    assert ledger.finish(new, OUTCOME)


def test_one_of_many_gets_the_claim(ledger, add):
    add("a")
    with ThreadPoolExecutor(8) as pool:
        claims = [future.result() for future in [pool.submit(ledger.claim, "a", f"w{n}") for n in range(8)]]
    assert len([claim for claim in claims if claim]) == 1


def test_a_list_is_searched_by_names_and_references(ledger, add):
    add("a", filename="Report 100%.pdf", client_ref="run 7")
    add("b", filename="REPORT_2.pdf", client_ref="run 71")
    add("c", filename="发票.png")

    def found(**wanted) -> set[str]:
        return {task.id for task in ledger.page(TaskFilter(None, **wanted), limit=9, offset=0)[0]}

    assert found(text="report") == {"a", "b"}
    assert found(text="100%") == {"a"}  # neither % nor _ stands for anything
    assert found(text="t_2") == {"b"}
    assert found(text="发票") == {"c"}
    assert found(text="RUN 7") == {"a", "b"}
    assert found(client_ref="run 7") == {"a"}
    assert found(text="nothing") == set()


def test_lists_and_counts(ledger, add, clock):
    for number in range(5):
        add(f"t{number}", kind="parse.md" if number % 2 else "parse.docx", owner="ann" if number < 4 else "bob")
        clock.advance(1)
    ledger.fail(ledger.claim("t0", "w")[1], QuireError(), 0.0)
    page, total = ledger.page(TaskFilter("ann", "parse"), limit=2, offset=1)
    assert ([task.id for task in page], total) == (["t2", "t1"], 4)
    assert [
        task.id for task in ledger.page(TaskFilter(None, "parse.docx", TaskStatus.PENDING), limit=9, offset=0)[0]
    ] == [
        "t4",
        "t2",
    ]
    assert ledger.page(TaskFilter(None, "par"), limit=9, offset=0) == ([], 0)
    assert ledger.page(TaskFilter(None, "parse_"), limit=9, offset=0) == ([], 0)
    assert [task.id for task in ledger.page(TaskFilter("ann", ids=("t1", "t4")), limit=9, offset=0)[0]] == ["t1"]
    assert ledger.counts() == {"pending": 4, "processing": 0, "done": 0, "failed": 1}


def test_positions(ledger, add, clock):
    for number in range(3):
        add(f"t{number}")
        clock.advance(1)
    add("t3", created=clock.now() - timedelta(seconds=1))
    ledger.claim("t0", "w")
    assert [ledger.position(f"t{number}") for number in range(4)] == [0, 1, 2, 3]
    assert ledger.position("none") == 0


def test_ended_and_existing(ledger, add):
    ids = [f"t{number}" for number in range(1200)]
    for task_id in ids[:4]:
        add(task_id)
    ledger.fail(ledger.claim("t0", "w")[1], QuireError(), 0.0)
    ledger.claim("t1", "w")
    assert ledger.ended(ids) == set(ids) - {"t1", "t2", "t3"}
    assert ledger.existing(ids) == set(ids[:4])
    assert ledger.held() == [Claim("t1", "w", 1)]


def test_what_is_due(ledger, add, clock):
    add("a", source_file="tasks/a/source")
    add("b", source_file="tasks/b/source")
    ledger.finish(ledger.claim("a", "w")[1], OUTCOME)
    assert [task.id for task in ledger.uploads_to_drop(ended_before=clock.now())] == ["a"]
    assert ledger.uploads_to_drop(ended_before=clock.now() - timedelta(seconds=1)) == []
    ledger.upload_dropped("a")
    assert ledger.uploads_to_drop(ended_before=clock.now()) == []
    assert ledger.results_to_drop() == []
    clock.advance(7 * 86400)
    assert [task.id for task in ledger.results_to_drop()] == ["a"]
    ledger.result_dropped("a")
    assert ledger.results_to_drop() == []
    assert [task.id for task in ledger.rows_to_drop(purged_before=clock.now())] == ["a"]


def begun(ledger, *, per_key=0) -> list[str]:
    """The tasks in the order in which a worker would take them, if none ended."""
    found = []
    while (taken := ledger.take("w", per_key=per_key)) is not None:
        found.append(taken[0].id)
    return found


def test_owners_take_turns_and_each_ones_tasks_go_in_their_order(ledger, add, clock):
    for number in range(5):
        add(f"a{number}")
        clock.advance(1)
    add("b0", owner="bob")
    clock.advance(1)
    add("b1", owner="bob")
    add("e0", owner="eve")
    assert begun(ledger) == ["a0", "b0", "e0", "a1", "b1", "a2", "a3", "a4"]


def test_who_was_served_longest_ago_is_next(ledger, add, clock):
    for number in range(4):
        add(f"a{number}")
    add("b0", owner="bob")
    add("b1", owner="bob")
    order = []
    for _ in range(6):  # one slot: nothing runs when the next one is taken
        clock.advance(1)
        task, claim = ledger.take("w")
        order.append(task.owner)
        ledger.finish(claim, OUTCOME)
    assert order == ["ann", "bob", "ann", "bob", "ann", "ann"]


def test_a_key_runs_so_many_tasks_at_the_same_time(ledger, add):
    for number in range(4):
        add(f"a{number}", key_id="k1")
    add("a4", key_id="k2")
    assert begun(ledger, per_key=2) == ["a0", "a1", "a4"]
    ledger.finish(next(claim for claim in ledger.held() if claim.key == "a0"), OUTCOME)
    assert begun(ledger, per_key=2) == ["a2"]
    assert begun(ledger) == ["a3"]


def test_many_workers_keep_the_limit_of_a_key(ledger, add):
    for number in range(12):
        add(f"a{number}")
    with ThreadPoolExecutor(8) as pool:
        taken = [one.result() for one in [pool.submit(ledger.take, f"w{n}", per_key=3) for n in range(8)]]
    ids = [one[0].id for one in taken if one]
    assert len(ids) == len(set(ids)) == 3


def test_a_task_that_waits_is_due_after_pauses_that_double(ledger, add, clock):
    add("a")
    pauses = []
    for _ in range(9):
        task, claim = ledger.take("w")
        assert ledger.postpone(claim, task, "storage")
        began = clock.now()
        while ledger.take("x") is None:
            clock.advance(1)
        ledger.release(ledger.held()[0])
        pauses.append((clock.now() - began).total_seconds())
    assert pauses == [1, 1, 2, 4, 8, 16, 32, 60, 60]
    assert ledger.find("a").attempts == 0


def test_a_clock_that_is_put_back_keeps_no_task_from_its_turn(ledger, add, clock):
    add("a")
    task, claim = ledger.take("w")
    ledger.postpone(claim, task, "storage")
    clock.step(-86400)
    assert begun(ledger) == ["a"]


class Moves(RuleBasedStateMachine):
    """Any order of what workers and owners do leaves every task on the drawn moves."""

    tasks = Bundle("tasks")
    claims = Bundle("claims")

    def __init__(self, url):
        super().__init__()
        self.clock = FakeClock()
        self.ledger = TaskTable(connect(url), self.clock, timedelta(days=7))
        self.seen: dict[str, tuple[TaskStatus, int]] = {}
        self.valid: dict[str, Claim] = {}
        self.ended: dict[str, int] = {}

    @rule(target=tasks)
    def submit(self):
        task_id = str(uuid.uuid4())
        task = Task(
            id=task_id,
            owner="ann",
            key_id="k",
            kind="x",
            status=TaskStatus.PENDING,
            filename="a",
            created=self.clock.now(),
        )
        with write(self.ledger.engine) as connection:
            insert_task(connection, task)
        self.seen[task_id] = (TaskStatus.PENDING, 0)
        self.ended[task_id] = 0
        return task_id

    @rule(target=claims, task_id=tasks, worker=st.sampled_from(["w1", "w2"]))
    def claim(self, task_id, worker):
        claimed = self.ledger.claim(task_id, worker)
        if claimed is None:
            return multiple()
        assert self.seen[task_id][0] is TaskStatus.PENDING
        self.valid[task_id] = claimed[1]
        return claimed[1]

    @rule(claim=claims, end=st.sampled_from(["finish", "fail", "lose", "release", "progress"]))
    def act(self, claim, end):
        held = self.valid.get(claim.key) == claim and claim.key in self.seen
        moved = {
            "finish": lambda: self.ledger.finish(claim, OUTCOME),
            "fail": lambda: self.ledger.fail(claim, QuireError(), 0),
            "lose": lambda: self.ledger.lose(claim) is not None,
            "release": lambda: self.ledger.release(claim),
            "progress": lambda: self.ledger.progress(claim, 1, 2),
        }[end]()
        assert moved == held
        if moved and end != "progress":
            del self.valid[claim.key]
            self.ended[claim.key] += end in {"finish", "fail"}

    @rule(task_id=consumes(tasks))
    def delete(self, task_id):
        self.ledger.delete(task_id, "ann")
        del self.seen[task_id]

    @invariant()
    def only_drawn_moves(self):
        for task_id, (before, _) in self.seen.items():
            task = self.ledger.find(task_id)
            assert task.status is before or task.status in TRANSITIONS[before]
            assert task.attempts <= MAX_ATTEMPTS
            assert self.ended[task_id] <= 1
            assert (task.finished is not None) == task.status.final == (task.expires is not None)
            self.seen[task_id] = (task.status, task.attempts)

    def teardown(self):
        self.ledger.engine.dispose()


def test_any_order_of_moves(sqlite):
    run_state_machine_as_test(
        lambda: Moves(sqlite.fresh()),
        settings=settings(
            max_examples=25, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )


def test_the_bin(ledger, add, clock):
    """Only what has ended goes there; nobody finds it there, and it can come back until it is emptied."""
    add("a")
    with pytest.raises(NotFound):
        ledger.move_to_bin("a", "ann")
    _, claim = ledger.claim("a", "w1")
    ledger.finish(claim, OUTCOME)
    with pytest.raises(NotFound):
        ledger.move_to_bin("a", "bob")
    ledger.move_to_bin("a", "ann")
    with pytest.raises(NotFound):
        ledger.find("a")
    assert ledger.page(TaskFilter("ann"), limit=9, offset=0) == ([], 0)
    assert [task.id for task in ledger.page(TaskFilter("ann", binned=True), limit=9, offset=0)[0]] == ["a"]
    clock.advance(60)
    assert [task.id for task in ledger.bin_to_empty(binned_before=clock.now())] == ["a"]
    assert ledger.bin_to_empty(binned_before=clock.now() - timedelta(seconds=61)) == []
    ledger.move_to_bin("a", "ann", back=True)
    assert ledger.find("a", "ann").binned is None


def test_what_an_ended_task_used_is_counted_once(ledger, add, clock):
    add("a")
    _, claim = ledger.claim("a", "w")
    assert ledger.finish(claim, Outcome("r", "r.md", [], 7, [], 1.0, cpu=0.25))
    assert not ledger.finish(claim, Outcome("r", "r.md", [], 7, [], 1.0, cpu=0.25))
    add("b")
    _, claim = ledger.claim("b", "w")
    assert ledger.fail(claim, DamagedDocument(), 1.0, cpu=0.5)
    (row,) = UsageLog(ledger.engine, clock).since(clock.now().date())
    assert (row.consumer.owner, row.amount) == ("ann", Amount(2, 7, 750))
