"""The compilation of rules to machine code by Numba: functions are optimised together, once.

By itself Numba optimises each function that another one calls and makes machine code of it, which
nobody runs where the function is put in line, and then optimises its body again in each caller. For
rules, which are many small functions, that is most of the work of LLVM. Here a function that only
compiled code calls is a *part*: its code waits, as Numba wrote it, until a function that Python
calls, a *whole*, is compiled. The whole takes in all parts that it needs, and LLVM sees them once.

In a whole that is one loop, such as playouts, all parts are put in line but the `large` ones; in
one that is a table of functions, LLVM puts in line what pays.

The compilers are given to Numba as `pipeline_class`. They replace what follows type inference, so
typing, errors and the cache on disk are Numba's own. Parts are all compiled with the same options:
Numba compiles a function again for each caller that has others.

No two functions have the same name in machine code, in whichever processes they were compiled. Of
two of one name LLVM links the first to whoever calls either, and Numba numbers functions from 1 in
each process: from the cache came two games' functions with the same number.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterator
from typing import Any

from numba import _dynfunc
from numba.core import typed_passes, untyped_passes
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, _LowerResult
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.typed_passes import NativeLowering

from ludarium.rules import dispatch

__all__ = ["PART", "LoopCompiler", "PartCompiler", "TableCompiler"]


class PartLibrary(JITCodeLibrary):  # type: ignore[misc]  # Numba has no types
    """LLVM's code of a part, which is neither optimised nor made machine code by itself."""

    in_line = ""
    """The name of the function, where it is to be in line wherever it is called."""

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0  # there is no machine code

    def needed(self) -> dict[JITCodeLibrary, None]:
        """The libraries of what the part calls, and of what these call, each once."""
        libraries: dict[JITCodeLibrary, None] = {}
        waiting = list(self._linking_libraries)
        while waiting:
            library = waiting.pop()
            if library not in libraries:
                libraries[library] = None
                if isinstance(library, PartLibrary):
                    waiting += library._linking_libraries
        return libraries

    def link_needed(self) -> dict[JITCodeLibrary, None]:
        """Take in the code of all that the part needs, which is returned."""
        needed = self.needed()
        for library in needed:
            self._reload_init.update(library._reload_init)
            alone = isinstance(library, PartLibrary)
            module = library.shared_alone() if alone else library._get_module_for_linking()
            self._final_module.link_in(module, preserve=True)
        self._linking_libraries.clear()
        return needed

    def shared_alone(self) -> Any:
        """The part's code, without what it needs, for linking."""
        return JITCodeLibrary._get_module_for_linking(self)

    def _get_module_for_linking(self) -> Any:
        """Give Numba the module to link where the function of one of its own libraries calls a
        part.
        """
        self.link_needed()
        self._shared_module = None
        return self.shared_alone()


class TableLibrary(PartLibrary):
    """Machine code of a function that Python calls, with all its parts."""

    attribute = "inlinehint"
    """LLVM's attribute of the parts that are not `large`."""

    def finalize(self) -> None:
        self.prepare(self.link_needed())
        JITCodeLibrary.finalize(self)

    def prepare(self, needed: dict[JITCodeLibrary, None]) -> None:
        """Tell LLVM which of the functions that were taken in are to be in line."""
        for library in needed:
            if name := getattr(library, "in_line", ""):
                self._final_module.get_function(name).add_function_attribute(self.attribute)

    def get_pointer_to_function(self, name: str) -> int:
        return int(JITCodeLibrary.get_pointer_to_function(self, name))

    def _get_module_for_linking(self) -> Any:
        return self.shared_alone()

    def _optimize_final_module(self) -> None:
        passes, builder = self._codegen._module_pass_manager(
            loop_vectorize=False, slp_vectorize=False
        )
        passes.run(self._final_module, builder)


class LoopLibrary(TableLibrary):
    """The same of a function that is one loop, in which all else is in line."""

    attribute = "alwaysinline"


def _new_library(kind: type[JITCodeLibrary], state: Any) -> Any:
    library = kind(state.targetctx.codegen(), state.func_id.func_qualname)
    library.enable_object_caching()
    return library


@contextlib.contextmanager
def changed(flags: Any, **values: bool) -> Iterator[None]:
    """Change these of Numba's flags while the context lasts."""
    before = {name: getattr(flags, name) for name in values}
    for name, value in values.items():
        setattr(flags, name, value)
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(flags, name, value)


@register_pass(mutates_CFG=True, analysis_only=False)
class PartLowering(NativeLowering):  # type: ignore[misc]
    """Writes a part's code for LLVM."""

    _name = "part_lowering"

    def run_pass(self, state: Any) -> bool:
        library = state.library = _new_library(PartLibrary, state)
        with changed(state.flags, no_compile=True, no_cpython_wrapper=True):
            super().run_pass(state)
        lowered = state["cr"]
        described = lowered.fndesc
        if state.func_id.func not in dispatch.lengthy:
            library.in_line = described.mangled_name
        # callers find the part by an entry point, which itself is never called
        entry = _dynfunc.make_function(
            described.lookup_module(), described.qualname, "a part", 0, lowered.env, (library,)
        )
        state.targetctx.insert_user_function(entry, described, [library])
        state.reload_init.extend(library._reload_init)
        state["cr"] = _LowerResult(described, lowered.call_helper, cfunc=entry, env=lowered.env)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class TableLowering(NativeLowering):  # type: ignore[misc]
    """Makes machine code of a table."""

    _name = "table_lowering"
    library: type[TableLibrary] = TableLibrary

    def run_pass(self, state: Any) -> bool:
        state.library = _new_library(self.library, state)
        with changed(state.flags, release_gil=True):
            return bool(super().run_pass(state))


@register_pass(mutates_CFG=True, analysis_only=False)
class LoopLowering(TableLowering):
    """Makes machine code of a loop."""

    _name = "loop_lowering"
    library = LoopLibrary


UNNEEDED = frozenset(
    {
        untyped_passes.WithLifting,
        untyped_passes.InlineInlinables,
        untyped_passes.FindLiterallyCalls,
        untyped_passes.LiteralUnroll,
        untyped_passes.LiteralPropagationSubPipelinePass,
        untyped_passes.RewriteSemanticConstants,
        typed_passes.InlineOverloads,
        typed_passes.NopythonRewrites,
        typed_passes.AnnotateTypes,
        typed_passes.DumpParforDiagnostics,
    }
)
"""Passes for what no part has: contexts, arrays and their expressions, literal arguments."""


class PartCompiler(CompilerBase):  # type: ignore[misc]
    """Compiles a function that only compiled code calls."""

    lowering: type[NativeLowering] = PartLowering
    skipped: frozenset[Any] = UNNEEDED

    def define_pipelines(self) -> list[Any]:
        self.state.func_id.unique_id = secrets.token_hex(8)  # a part of the name in machine code
        manager = PassManager(self.lowering._name)
        manager.passes = [
            (self.lowering if one is NativeLowering else one, description)
            for one, description in DefaultPassBuilder.define_nopython_pipeline(self.state).passes
            if one not in self.skipped
        ]
        manager.finalize()
        return [manager]


class TableCompiler(PartCompiler):
    """Compiles a function that Python calls, which gives the addresses of others."""

    lowering = TableLowering


class LoopCompiler(PartCompiler):
    """Compiles a function that Python calls, which is one loop."""

    lowering = LoopLowering


PART = {"no_cfunc_wrapper": True, "_nrt": False, "pipeline_class": PartCompiler}
"""Options of parts. No references to arrays are counted there, as their callers keep them."""
