# SPDX-License-Identifier: BSD-3-Clause
"""Annotators for programs that learn: a tree whose leaves are kinds of work.

    @ai.compute.forward                              a function
    with ai.checkpoint.capture: ...                  a block
    for batch in ai.dataloader.fetch.iter(loader):   a loop: fetch.iter while it waits, fetch.block while it works
    ai.pipeline.epoch.start(); ...; ai.pipeline.epoch.stop()
    ai.update(epoch=1, step=7)                       arguments of every event from now on
    ai.comm.disable()                                with all below it

The category is the group, the name of the event the leaf: compute, forward.
"""
import functools
import threading

from . import logger

_LOG = logger.dftracer.get_instance()


class _Context:
    """Arguments that all events have, as `ai.update` says, and blocks that are open in this thread."""

    def __init__(self):
        self.values = {}
        self.local = threading.local()

    def open_blocks(self):
        if not hasattr(self.local, "blocks"):
            self.local.blocks = []
        return self.local.blocks


class Annotator:
    """One node of the tree. A group may be used like a leaf: its event has the group's name."""

    def __init__(self, name, category, context, parent=None):
        self._name = name
        self._category = category
        self._context = context
        self._parent = parent
        self._children = {}
        self._enabled = True

    def __getattr__(self, name):
        try:
            return self.__dict__["_children"][name]
        except KeyError:
            raise AttributeError(f"{self._name} has no {name}; it has {', '.join(self._children) or 'no others'}") from None

    def __dir__(self):
        return [*super().__dir__(), *self._children]

    def _add(self, name, category=None):
        child = self._children[name] = Annotator(name, category or self._category, self._context, self)
        return child

    # Switches.

    def enable(self):
        self._enabled = True
        for child in self._children.values():
            child.enable()
        return self

    def disable(self):
        self._enabled = False
        for child in self._children.values():
            child.disable()
        return self

    @property
    def is_on(self):
        return self._enabled and _LOG.is_on

    # Arguments.

    def update(self, epoch=None, step=None, image_idx=None, image_size=None, args=None, **more):
        """Of the innermost block of this annotator that is open in this thread; at the root, of all events."""
        given = {"epoch": epoch, "step": step, "image_idx": image_idx, "image_size": image_size, **(args or {}), **more}
        given = {key: value for key, value in given.items() if value is not None}
        for annotator, _, values in reversed(self._context.open_blocks()):
            if annotator is self:
                values.update(given)
                return self
        if self._parent is None:
            self._context.values.update(given)
        return self

    # Functions: @ai.compute.forward, @ai.compute.forward(args={...}), @ai.compute.forward.init.

    def __call__(self, function=None, *, name=None, args=None, epoch=None, step=None, image_idx=None, image_size=None):
        given = {"epoch": epoch, "step": step, "image_idx": image_idx, "image_size": image_size, **(args or {})}
        given = {key: value for key, value in given.items() if value is not None}
        if function is None:
            return _Prepared(self, name or self._name, given)
        return self._wrap(function, name or self._name, given)

    @property
    def init(self):
        """For constructors: the event is NAME.init."""
        return functools.partial(self.__call__, name=f"{self._name}.init")

    def _wrap(self, function, name, given):
        if isinstance(function, (staticmethod, classmethod)):
            return type(function)(self._wrap(function.__func__, name, given))

        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            if not self.is_on:
                return function(*args, **kwargs)
            self._begin(given)
            try:
                return function(*args, **kwargs)
            finally:
                self._end(name)

        return wrapper

    # Blocks: with ai.compute.forward: ...; start() and stop().

    def __enter__(self):
        return self.start()

    def __exit__(self, kind, error, trace):
        self.stop()
        return False

    def start(self, **given):
        if self.is_on:
            self._begin(given)
        return self

    def stop(self, **given):
        blocks = self._context.open_blocks()
        if any(block[0] is self for block in blocks):
            self.update(args=given)
            self._end(self._name)
        return self

    def _begin(self, given):
        self._context.open_blocks().append((self, logger.Span(), dict(given)))

    def _end(self, name):
        """The innermost block of this annotator; those of others that overlap stay open."""
        blocks = self._context.open_blocks()
        for i in range(len(blocks) - 1, -1, -1):
            if blocks[i][0] is self:
                _, span, values = blocks.pop(i)
                span.end(name, self._category, {**self._context.values, **values})
                return

    # Loops.

    def iter(self, iterable, name=None, iter_name="step", include_iter=True, include_block=True):
        """NAME.iter while the loop waits for an element, NAME.block while it works on it."""
        name = name or self._name
        return logger.iterate(iterable, self, self._category, f"{name}.iter" if include_iter else None,
                              f"{name}.block" if include_block else None, iter_name, lambda: self._context.values)

    # More of them.

    def derive(self, name):
        """An annotator of the same category beside this one; the same one for the same name."""
        known = self._children.get(name)
        if known is None:
            known = self._add(name)
            known._enabled = self._enabled
        return known


class _Prepared:
    """An annotator with arguments of its own: a decorator or a block."""

    def __init__(self, annotator, name, given):
        self._annotator, self._name, self._given = annotator, name, given
        self._is_open = []

    def __call__(self, function):
        return self._annotator._wrap(function, self._name, self._given)

    def __enter__(self):
        self._is_open.append(self._annotator.is_on)
        if self._is_open[-1]:
            self._annotator._begin(self._given)
        return self._annotator

    def __exit__(self, kind, error, trace):
        if self._is_open.pop():
            self._annotator._end(self._name)
        return False


_IO = {"io": ("open", "read", "write", "close")}
TREE = {
    "compute": ("forward", "backward", "step"),
    "data": ("preprocess", "item", _IO),
    "dataloader": ("fetch",),
    "comm": ("send", "receive", "barrier", "bcast", "reduce", "all_reduce", "gather", "all_gather", "scatter",
             "reduce_scatter", "all_to_all"),
    "device": ("transfer",),
    "checkpoint": ("capture", "restart", _IO),
    "pipeline": ("epoch", "train", "evaluate", "test"),
    "other": ("log", _IO),
}


def _grow(node, branches):
    for branch in branches:
        if isinstance(branch, dict):
            for name, leaves in branch.items():
                _grow(node._add(name), leaves)
        else:
            node._add(branch)


def make_tree():
    root = Annotator("ai_root", "ai_root", _Context())
    for group, branches in TREE.items():
        _grow(root._add(group, group), branches)
    return root


ai = make_tree()
