"""What each rule of the layout is worth: every function that decides is switched off in turn, and pages are scored again.

    python -m quality.rule_worth --pages FOLDER ... --out worth.json     folders with pdf/ and truth/, as of the gate
    python -m quality.rule_worth --only quire.layout.tables --top 40

A function that returns a boolean is made to say False, and in another trial True; one that returns a collection gives an
empty one; one that may return None gives None; one that returns what it was given returns it unchanged. A first run
records which documents a trial can change: those for which the function said something else. Only these are laid out
again, and only what comes out differently is scored.

For each trial it prints how many documents change, for how many the mean of their scores rises or falls by more than
.001, from how many folders these come, and the sum of the changes. A rule without which nothing falls, or only one
document does, was made for that document: see README.md.

The sources run, not the compiled library. Trials run in processes of their own; one that fails or takes too long counts
as needed.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import inspect
import json
import multiprocessing
import pkgutil
import signal
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from statistics import fmean
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from quire.compiled_modules import refuse_compiled

refuse_compiled()

from quality.content import Content, Table  # noqa: E402
from quality.gate import Case, outside, shipped  # noqa: E402
from quality.measures import Scores, score  # noqa: E402
from quality.read_content import product_content, truth_content  # noqa: E402
from quire.layout.pipeline import arrange  # noqa: E402
from quire.read import open_source  # noqa: E402
from quire.write.json import write  # noqa: E402

PAGES = 20
"""Pages of a document that are laid out."""
SECONDS = 60
"""After which a document of a trial is given up."""
TOLD = 0.001
"""A change of the mean of a document's scores that counts."""


class Trial(NamedTuple):
    """A function and what it says instead."""

    module: str
    name: str
    says: str

    @property
    def function(self) -> FunctionType:
        """The function itself."""
        found: Any = importlib.import_module(self.module)
        for part in self.name.split("."):
            found = inspect.getattr_static(found, part)
        return _plain(found)


class Result(NamedTuple):
    """What a trial changes: of the documents it touches, those that come out differently, and by how much."""

    trial: Trial
    touched: int
    changed: int = 0
    changes: dict[str, float] = {}  # noqa: RUF012  never written to
    failed: str = ""

    @property
    def gain(self) -> float:
        """The sum of the changes."""
        return sum(self.changes.values())


class Loaded(NamedTuple):
    """A document that was read, and what comes out of it without trials."""

    name: str  # folder/document
    make: Callable[[], Any]  # what comes out of its pages
    judge: Callable[[Any], float]  # how good that is
    found: Any
    mean: float


def _plain(found: Any) -> Any:  # noqa: ANN401
    if isinstance(found, staticmethod | classmethod):
        found = found.__func__
    if isinstance(found, property):
        found = found.fget
    return inspect.unwrap(found)


def laid_out(pages: list[Any], meta: Any, outline: Any) -> Content:  # noqa: ANN401
    """What the layout makes of pages."""
    return product_content(json.loads(write(arrange(pages, meta=meta, outline=outline, page_count=len(pages)), {})))


def mean(truth: Content, found: Content) -> float:
    """The mean of the measures that apply; of the text's order nothing where the truth is of tables alone."""
    scores: Scores = score(truth, found)
    if all(isinstance(block, Table) for block in truth.blocks) and truth.blocks:
        scores.pop("order", None)
    return fmean(scores.values()) if scores else 1.0


def load(case: Case) -> Loaded:
    """Reads a document, lays it out and scores it."""
    with open_source(case.pdf) as source:
        count = min(PAGES, source.page_count)
        pages = [source.page(number) for number in range(1, count + 1)]
        meta, outline = source.meta, source.outline
    make, judge = partial(laid_out, pages, meta, outline), partial(mean, truth_content(case.truth))
    found = make()
    return Loaded(f"{case.group}/{case.pdf.stem}", make, judge, found, judge(found))


def extracted(folder: Path) -> Iterator[Loaded]:
    """The statements or invoices of a folder."""
    from quality.extraction_cases import extraction_cases

    for name, make, judge in extraction_cases(folder):
        found = make()
        yield Loaded(name, make, judge, found, judge(found))


# --- trials --------------------------------------------------------------------------------------------------------


def functions(package: str) -> Iterator[tuple[str, str, FunctionType]]:
    """Module, qualified name and function of everything that a package defines."""
    root = importlib.import_module(package)
    names = [m.name for m in pkgutil.walk_packages(root.__path__, package + ".")] if hasattr(root, "__path__") else []
    for name in [package, *names]:
        if "._compiled" in name or name.endswith("compiled_modules"):
            continue
        module = importlib.import_module(name)
        for key, value in vars(module).items():
            members = vars(value).items() if inspect.isclass(value) and value.__module__ == name else [(None, value)]
            for member, inner in members:
                found = (
                    _plain(inner)
                    if callable(inner) or isinstance(inner, staticmethod | classmethod | property)
                    else None
                )
                if isinstance(found, FunctionType) and found.__module__ == name and not found.__name__.startswith("__"):
                    yield name, f"{key}.{member}" if member else key, found


def trials(package: str) -> Iterator[Trial]:
    """What can be tried with the functions of a package."""
    for module, name, function in functions(package):
        if function.__code__.co_freevars:
            continue
        told = function.__annotations__.get("return")
        text = told if isinstance(told, str) else ""
        parameters = [p for p in inspect.signature(function).parameters if p not in {"self", "cls"}]
        if text == "bool":
            yield Trial(module, name, "False")
            yield Trial(module, name, "True")
            continue
        if text.endswith("| None"):
            yield Trial(module, name, "None")
        if parameters and function.__annotations__.get(parameters[0]) == text and text not in {"float", "int", "Box"}:
            yield Trial(module, name, "same")
        for start, empty in (
            ("list[", "[]"),
            ("tuple[", "()"),
            ("set[", "set()"),
            ("dict[", "{}"),
            ("frozenset[", "frozenset()"),
            ("Iterator[", "iter(())"),
            ("Iterable[", "iter(())"),
            ("Sequence[", "()"),
            ("Mapping[", "{}"),
        ):
            if text.startswith(start) and not (start == "tuple[" and "..." not in text):
                yield Trial(module, name, empty)


def replacement(trial: Trial, code: CodeType) -> CodeType:
    """Code with the signature of `code` that says what the trial says."""
    own = inspect.signature(trial.function)
    parameters = str(own.replace(return_annotation=inspect.Signature.empty, parameters=[
        p.replace(annotation=inspect.Parameter.empty, default=None if p.default is not inspect.Parameter.empty else inspect.Parameter.empty)
        for p in own.parameters.values()
    ]))  # fmt: skip
    first = next((name for name in own.parameters if name not in {"self", "cls"}), "None")
    space: dict[str, Any] = {}
    exec(f"def replaced{parameters}:\n    return {first if trial.says == 'same' else trial.says}", space)
    made: CodeType = space["replaced"].__code__
    return made.replace(co_name=code.co_name)


def differs(trial: Trial, first: Any, value: Any) -> bool:  # noqa: ANN401
    """Whether a call said something else than the trial would; `first` is the first thing it was given."""
    if trial.says == "True":
        return not value
    if trial.says == "None":
        return value is not None
    if trial.says == "same":
        return first is not value and first != value
    return bool(value)


def forget(packages: Iterable[str]) -> None:
    """Empties what functions of packages remember of former calls."""
    for name in [*sys.modules]:
        if name.startswith(tuple(packages)):
            for value in [*vars(sys.modules[name]).values()]:
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


def touched(documents: list[Loaded], given: list[Trial]) -> dict[Trial, list[int]]:
    """Which documents a trial can change."""
    by_code: dict[CodeType, list[Trial]] = defaultdict(list)
    for trial in given:
        by_code[trial.function.__code__].append(trial)
    out: dict[Trial, set[int]] = defaultdict(set)
    at = [0]

    def saw(tried: list[Trial], first: Any, value: Any) -> None:  # noqa: ANN401
        for trial in tried:
            if at[0] not in out[trial] and differs(trial, first, value):
                out[trial].add(at[0])

    for number, (code, tried) in enumerate(by_code.items()):
        _watch(tried[0].function, code, partial(saw, tried), f"__seen_{number}")
    for at[0], one in enumerate(documents):
        forget(["quire"])
        one.make()
    for code, tried in by_code.items():
        tried[0].function.__code__ = code
    return {trial: sorted(out[trial]) for trial in given}


def _watch(function: FunctionType, code: CodeType, saw: Callable[[Any, Any], None], name: str) -> None:
    """Lets a function tell what it was given first and what it says; setting its code again ends that."""
    own = FunctionType(code, function.__globals__, function.__name__, function.__defaults__)
    own.__kwdefaults__ = function.__kwdefaults__
    skipped = next(iter(inspect.signature(function).parameters), "") in {"self", "cls"}

    def told(arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:  # noqa: ANN401
        value = own(*arguments, **named)
        if inspect.isgenerator(value):
            return _told_each(value, saw)
        saw(next(iter([*arguments[skipped:], *named.values()]), None), value)
        return value

    function.__globals__[name] = told
    space: dict[str, Any] = {}
    exec(f"def watched(*arguments, **named):\n    return {name}(arguments, named)", space)
    function.__code__ = space["watched"].__code__


def _told_each(values: Iterator[Any], saw: Callable[[Any, Any], None]) -> Iterator[Any]:
    for value in values:
        saw(None, True)  # noqa: FBT003  something came
        yield value


def spread(places: list[int], most: int) -> list[int]:
    """At most so many of the documents, evenly spread over them."""
    step = max(1.0, len(places) / most)
    return [places[int(step * n)] for n in range(min(most, len(places)))]


_documents: list[Loaded] = []


def run_trial(asked: tuple[Trial, list[int], int]) -> Result:
    """The changes of one trial by document; it ends where those that lose outnumber those that gain by a number."""
    trial, indices, enough = asked
    function = trial.function
    function.__code__ = replacement(trial, function.__code__)
    forget(["quire"])
    changes: dict[str, float] = {}
    changed = 0
    for index in indices:
        one = _documents[index]
        signal.alarm(SECONDS)
        try:
            found = one.make()
        except Exception as error:  # noqa: BLE001  whatever a trial does: the function is needed
            return Result(trial, len(indices), changed, changes, f"{type(error).__name__}: {error}")
        finally:
            signal.alarm(0)
        if found != one.found:
            changed += 1
            change = one.judge(found) - one.mean
            if abs(change) > TOLD:
                changes[one.name] = round(change, 4)
            if sum(-1 if value < 0 else 1 for value in changes.values()) <= -enough:
                break
    return Result(trial, len(indices), changed, changes)


def _give_up(*_: object) -> None:
    message = "too long"
    raise TimeoutError(message)


def line(result: Result) -> str:
    """A result as a line."""
    changes = sorted(result.changes.items(), key=lambda change: -abs(change[1]))
    up, down = sum(value > 0 for _, value in changes), sum(value < 0 for _, value in changes)
    largest = " ".join(f"{name} {value:+.3f}" for name, value in changes[:3])
    return (
        f"{result.gain:+8.3f} up {up:3} down {down:3} changed {result.changed:4} of {result.touched:4}"
        f"  {'.'.join(result.trial[:2])} = {result.trial.says}  {result.failed[:60] or largest}"
    )


def main(arguments: Iterable[str] | None = None) -> None:
    """Runs the trials and prints them, those without which most would be won first."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--pages", nargs="*", default=[], type=Path, metavar="FOLDER")
    ask.add_argument("--only", nargs="*", default=["quire.layout", "quire.tables"], metavar="PACKAGE")
    ask.add_argument("--classes", nargs="*", default=[], metavar="CLASS", help="of the gate; all by default")
    ask.add_argument("--extract", nargs="*", default=[], type=Path, metavar="FOLDER", help="statements and invoices")
    ask.add_argument("--enough", type=int, default=10**6, help="documents that lose after which a trial ends")
    ask.add_argument("--most", type=int, default=10**6, help="documents of a trial, spread over those it touches")
    ask.add_argument("--out", type=Path)
    ask.add_argument("--workers", type=int, default=2)
    given = ask.parse_args(None if arguments is None else list(arguments))
    cases = [case for folder in given.pages for case in outside(folder)]
    if given.classes or not given.extract:
        cases = [*shipped(given.classes), *cases]
    for folder in given.extract:
        _documents.extend(extracted(folder))
    for case in cases:
        try:
            _documents.append(load(case))
        except Exception as error:  # noqa: BLE001
            print(f"left out: {case.pdf.name}: {type(error).__name__}", file=sys.stderr)
    print(f"{len(_documents)} documents, mean {fmean(one.mean for one in _documents):.4f}", file=sys.stderr)
    wanted = [trial for package in given.only for trial in trials(package)]
    places = touched(_documents, wanted)
    print(f"{len(wanted)} trials, {sum(map(len, places.values()))} layouts", file=sys.stderr)
    signal.signal(signal.SIGALRM, _give_up)
    gc.freeze()
    asked = sorted(
        ((t, spread(p, given.most), given.enough) for t, p in places.items() if p), key=lambda one: len(one[1])
    )
    results = [Result(trial, 0) for trial, found in places.items() if not found]
    with multiprocessing.get_context("fork").Pool(given.workers, maxtasksperchild=1) as pool:
        for result in pool.imap_unordered(run_trial, asked, chunksize=1):
            results.append(result)
            if given.out:
                given.out.write_text(json.dumps([one._asdict() for one in results]))
    for result in sorted(results, key=lambda one: (bool(one.failed), -one.gain)):
        print(line(result))


if __name__ == "__main__":
    main()
