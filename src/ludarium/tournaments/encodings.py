"""The text encodings that spreadsheets write.

All are decoded in linear time. Others of Python's are not: `punycode` takes minutes for what a
request may bring.
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["ENCODINGS", "TOLD", "decoder"]

ENCODINGS: Mapping[str, tuple[str, ...]] = {
    "utf-8": ("utf8", "utf-8-sig", "utf8-sig"),
    "utf-16": ("utf16", "unicode", "ucs-2"),
    "utf-16-le": ("utf-16le", "utf16le"),
    "utf-16-be": ("utf-16be", "utf16be"),
    **{f"windows-{page}": (f"cp{page}", f"win-{page}", f"{page}") for page in range(1250, 1259)},
    **{
        f"iso-8859-{part}": (f"iso8859-{part}", f"8859-{part}")
        for part in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15, 16)
    },
    "us-ascii": ("ascii",),
    "koi8-r": (),
    "koi8-u": (),
    "cp437": ("ibm437",),
    "cp850": ("ibm850",),
    "cp852": ("ibm852",),
    "mac-roman": ("macroman", "macintosh"),
    "mac-latin2": ("x-mac-ce", "mac-centeuro"),
    "gb18030": ("gbk", "gb2312"),
    "big5": (),
    "shift-jis": ("sjis",),
    "euc-jp": (),
    "euc-kr": (),
}
"""Codecs by the name that is told, with their other names."""
TOLD = (
    "utf-8, utf-16, windows-1250 to windows-1258, iso-8859-1 to iso-8859-16, us-ascii, koi8-r, "
    "koi8-u, cp437, cp850, cp852, mac-roman, mac-latin2, gb18030, big5, shift-jis, euc-jp, euc-kr"
)
"""The same in few words."""
LATIN = {
    "latin1": "iso-8859-1",
    "latin-1": "iso-8859-1",
    "latin2": "iso-8859-2",
    "latin-2": "iso-8859-2",
    "latin-9": "iso-8859-15",
}
_BY_NAME = LATIN | {
    alias: name for name, aliases in ENCODINGS.items() for alias in (name, *aliases)
}


def decoder(name: str) -> str | None:
    """The codec of this name, in any spelling; None if it is not one of ours.

    >>> decoder("Windows_1250"), decoder("punycode")
    ('windows-1250', None)
    """
    return _BY_NAME.get(name.strip().casefold().replace("_", "-").replace(" ", "-"))
