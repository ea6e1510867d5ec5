"""The `ludarium` command."""

from __future__ import annotations

import errno
import gc
import os
import signal
import sys
from types import FrameType

from ludarium.errors import LudariumError
from ludarium.printable import printable_line

__all__ = ["main"]

BAD_INPUT = 2
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)  # of a disk that takes no more
# new objects after which the garbage collector looks at them: modules and compiled code make many
# that stay, and looking at them sooner is a sixth of the time that a server takes to start
YOUNG = 50_000
INTERRUPTED = 130  # what shells expect of a program that Ctrl-C ended


class Interrupted(BaseException):
    """Ctrl-C. Not a KeyboardInterrupt, which the command-line library would report in its own
    way.
    """


def main() -> None:
    """Run the command that the arguments name; bad input ends it with one line and exit code 2."""
    gc.set_threshold(YOUNG)
    from ludarium.cli.console import prepare_streams

    prepare_streams()
    from ludarium.cli.commands import app_for

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise Interrupted

    signal.signal(signal.SIGINT, interrupt)
    try:
        code = app_for(sys.argv[1:])(standalone_mode=False)
        sys.stdout.flush()
        raise SystemExit(code)
    except LudariumError as error:
        complain(str(error))
        raise SystemExit(BAD_INPUT) from None
    except Interrupted:
        from ludarium.cli.work import errors
        from ludarium.files import drop_unfinished

        drop_unfinished()
        errors.show_cursor()
        complain("stopped", before="\n")
        sys.stdout.flush()
        os._exit(INTERRUPTED)  # threads may still be computing, and nothing waits for them
    except BrokenPipeError:  # the reader of our output, such as `head`, has gone
        drop_output()
    except OSError as error:
        if error.errno not in FULL:
            raise
        drop_output()
        complain(f"cannot write: {error.strerror}")
        raise SystemExit(BAD_INPUT) from None
    except Exception as error:
        # of the command-line library: a wrong option or argument
        usage = getattr(error, "format_message", None)
        if usage is None:
            from ludarium.rules.diagnosis import exception_fault

            if fault := exception_fault(error):  # of a game's own code
                complain(str(fault))
                raise SystemExit(BAD_INPUT) from None
            raise
        # empty where no command was given and the help was printed instead
        if message := " ".join(usage().split()):
            complain(message)
        raise SystemExit(BAD_INPUT) from None


def drop_output() -> None:
    """Let what is not written yet go nowhere, so that nothing complains about it at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(message: str, before: str = "") -> None:
    print(f"{before}ludarium: {printable_line(message)}", file=sys.stderr)
