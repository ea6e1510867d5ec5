"""The bundles that pages ask for, as the templates name their files.

Only these are served: else whoever asks for other files together, or in another order, would have
the server make a bundle for each request.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Mapping
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, nodes

from ludarium.web.http.bundles import name_of

__all__ = ["bundle_names"]

TEMPLATES = FileSystemLoader(Path(__file__).parents[1] / "templates")
READER = Environment(autoescape=True)
NAMING = ("script", "style")  # what templates call with the path of a file
Blocks = Mapping[str, nodes.Block]
Lists = set[tuple[str, ...]]
"""The files that a part of a page asks for, in order; several lists where that depends on
conditions.
"""


@functools.cache
def bundle_names() -> frozenset[str]:
    """The file names of all bundles that pages may ask for."""
    names = set()
    for template in TEMPLATES.list_templates():
        for paths in lists_of_page(template):
            for suffix in (".js", ".css"):
                if named := [path for path in dict.fromkeys(paths) if path.endswith(suffix)]:
                    names.add(name_of(named))
    return frozenset(names)


def lists_of_page(template: str) -> Lists:
    """List the bundles for which the page that is made from this template asks; none where it is
    only a part of pages.
    """
    tree = tree_of(template)
    parent = tree.find(nodes.Extends)
    if parent is None:
        return set()
    blocks = {block.name: block for block in tree.find_all(nodes.Block)}
    return lists_of(tree_of(constant(parent.template)), blocks)


def tree_of(template: str) -> nodes.Template:
    return READER.parse(TEMPLATES.get_source(READER, template)[0])


def lists_of(node: nodes.Node, blocks: Blocks) -> Lists:
    """List the bundles for which a part of a template asks. blocks: those the page fills in."""
    match node:
        case nodes.Call(node=nodes.Name(name=name)) if name in NAMING:
            return {(constant(node.args[0]),)}
        case nodes.With():
            return {()}  # the files of another page, which it prefetches
        case nodes.Include():
            return lists_of(tree_of(constant(node.template)), blocks)
        case nodes.If():
            branches = [node.body, *(other.body for other in node.elif_), node.else_]
            return {paths for branch in branches for paths in lists_of_all(branch, blocks)}
        case nodes.Block():
            return lists_of_all(blocks.get(node.name, node).body, blocks)
    return lists_of_all(node.iter_child_nodes(), blocks)


def lists_of_all(parts: Iterable[nodes.Node], blocks: Blocks) -> Lists:
    """List the bundles for which parts that follow each other ask."""
    lists: Lists = {()}
    for part in parts:
        lists = {
            before + after for before, after in itertools.product(lists, lists_of(part, blocks))
        }
    return lists


def constant(node: nodes.Node) -> str:
    """The text that a template names something by."""
    assert isinstance(node, nodes.Const)
    return str(node.value)
