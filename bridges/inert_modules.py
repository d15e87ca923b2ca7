"""Stands in for libraries that a scorer imports and that are not installed. Nothing in them can be called later.

While the scorer is being imported, its decorators are let through and constants are made of nothing. After that, a call
that reaches one of these libraries ends in `needs_environment`: no score is ever made up of it.
"""

import contextlib
import importlib.abc
import importlib.machinery
import sys

from measurand_bridge import NeedsEnvironment


class Loading:
    """Whether the scorer is still being imported, and what it reached for after that."""

    now = False
    reached = None


class InertType(type):
    """Every attribute is another such class, so it can be subclassed, annotated with, caught and subscripted."""

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return inert(f"{cls.__qualname__}.{name}")

    def __getitem__(cls, _key):
        return cls

    def __call__(cls, *arguments, **_named):
        if not Loading.now:
            Loading.reached = cls.__qualname__
            raise NeedsEnvironment(f"the scorer calls {cls.__qualname__}, which is not installed")
        if len(arguments) == 1 and callable(arguments[0]) and not isinstance(arguments[0], InertType):
            return arguments[0]  # a decorator: what it decorates stays as it is
        return cls


def inert(name):
    made = InertType(name.rpartition(".")[2], (Exception,), {})
    made.__qualname__ = name
    return made


class InertLoader(importlib.abc.Loader):
    def create_module(self, spec):
        return None

    def exec_module(self, module):
        module.__path__ = []
        module.__getattr__ = lambda name: attribute(module.__name__, name)


def attribute(module, name):
    if name.startswith("__"):
        raise AttributeError(name)
    return inert(f"{module}.{name}")


class InertFinder(importlib.abc.MetaPathFinder):
    """Asked last, so that whatever is installed is imported for real."""

    def __init__(self, names, within):
        self.names, self.within, self.used = set(names), tuple(within), set()

    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top not in self.names and not any(name == one or name.startswith(f"{one}.") for one in self.within):
            return None
        self.used.add(top if top in self.names else name)
        return importlib.machinery.ModuleSpec(name, InertLoader(), is_package=True)


@contextlib.contextmanager
def inert_modules(names, within=()):
    """Imports made inside find inert modules for those of the names that are not installed. Gives the finder.

    `within` names modules of the benchmark itself that are never to be imported for real.
    """
    finder = InertFinder(names, within)
    eager = InertFinder((), within)
    eager.used = finder.used
    sys.meta_path.insert(0, eager)
    sys.meta_path.append(finder)
    Loading.now = True
    try:
        yield finder
    finally:
        Loading.now = False
        sys.meta_path.remove(eager)


def without_inert_calls(ask):
    """What `ask` gives, unless an inert module was called on the way and a bare `except` of the scorer hid it."""
    Loading.reached = None
    value = ask()
    if Loading.reached is not None:
        raise NeedsEnvironment(f"the scorer calls {Loading.reached}, which is not installed")
    return value


def named_stubs(finder):
    """What was stood in for, as the report names it."""
    return tuple(f"{name} (inert)" for name in sorted(finder.used))

