"""A neural net in an ONNX file, which tells a policy and a value of what a seat sees.

Its inputs are `observation`, uint8 (N, *shape), and `mask`, bool (N, actions), as
`ludarium.vector` makes them; it may do without the mask. Its outputs are `policy`, float32 (N,
actions), the logits of all actions, and `value`, float32 (N,) or (N, 1), the return that the seat
can expect. N, the number of games, must not be fixed to another number than 1.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime

from ludarium.environments.actions import ActionSpace, action_space
from ludarium.environments.observations import ObservationSpace, observation_space
from ludarium.errors import AgentError
from ludarium.play.position import Position

__all__ = ["Net", "load"]

Array = Any

PROVIDERS = ("CUDAExecutionProvider", "CPUExecutionProvider")
"""The execution providers that may run nets, the fastest first."""
KINDS = {"tensor(float)": "float32", "tensor(uint8)": "uint8", "tensor(bool)": "bool"}
SCALAR = 1


class Net:
    """The net of a file, for one game, ruleset and number of seats.

    Raises AgentError where it has other inputs or outputs than expected.
    """

    def __init__(self, path: Path, position: Position) -> None:
        self.path = path
        names = position.game, position.ruleset.name, position.seats
        self.actions: ActionSpace = action_space(*names)
        self.observations: ObservationSpace = observation_space(*names)
        self._session = load(path)
        self._check(position)
        self._masked = len(self._session.get_inputs()) > 1

    def _check(self, position: Position) -> None:
        inputs = {one.name: one for one in self._session.get_inputs()}
        outputs = {one.name: one for one in self._session.get_outputs()}
        size = self.actions.size
        fits = (
            set(inputs) in ({"observation"}, {"observation", "mask"})
            and set(outputs) == {"policy", "value"}
            and _fits(inputs["observation"], "uint8", self.observations.shape)
            and ("mask" not in inputs or _fits(inputs["mask"], "bool", (size,)))
            and _fits(outputs["policy"], "float32", (size,))
            and (
                _fits(outputs["value"], "float32", ())
                or _fits(outputs["value"], "float32", (SCALAR,))
            )
        )
        if not fits:
            shape = ", ".join(map(str, self.observations.shape))
            expected = (
                f"observation uint8 (N, {shape}) and mask bool (N, {size}) to policy float32 "
                f"(N, {size}) and value float32 (N)"
            )
            actual = f"{_told(inputs)} to {_told(outputs)}"
            game = f"{position.game.name}/{position.ruleset.name}"
            raise AgentError(
                f"{self.path} is no net for {game}: expected {expected}; found {actual}"
            )

    def evaluate(self, observation: Array, legal: Array) -> tuple[Array, float]:
        """The probability of each legal action, a float64 array in their order, and the return that
        the seat can expect.

        observation: uint8, of the space's shape. legal: indices of the legal actions. Raises
        AgentError where the net gives what is no number.
        """
        given = {"observation": observation.reshape(1, *self.observations.shape)}
        if self._masked:
            mask = np.zeros((1, self.actions.size), np.bool_)
            mask[0, legal] = True
            given["mask"] = mask
        policy, value = self._session.run(["policy", "value"], given)
        logits = policy[0, legal].astype(np.float64)
        worth = float(value.ravel()[0])
        if not (np.isfinite(logits).all() and np.isfinite(worth)):
            raise AgentError(f"{self.path} gives what is no finite number for a legal action")
        shares = np.exp(logits - logits.max())
        return shares / shares.sum(), worth


@functools.lru_cache(maxsize=8)
def _session(path: Path, changed: int) -> Any:
    """The net of a file that was last changed then, read once in a process."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4  # what is wrong is said once, by an exception
    available = onnxruntime.get_available_providers()
    return onnxruntime.InferenceSession(
        path, options, providers=[one for one in PROVIDERS if one in available]
    )


def load(path: Path) -> Any:
    """A session of ONNX Runtime. Raises AgentError where the file is missing, or is no net."""
    try:
        return _session(path, path.stat().st_mtime_ns)
    except OSError as error:
        raise AgentError(f"cannot read {path}: {error.strerror}") from None
    except Exception as error:  # ONNX Runtime has a class for each kind of fault, and no common one
        reason = " ".join(str(error).split())
        raise AgentError(f"{path} is no net that ONNX Runtime can read: {reason:.200}") from None


def _fits(tensor: Any, kind: str, shape: tuple[int, ...]) -> bool:
    """Return whether a tensor has this type, and this shape for each of any number of games."""
    if KINDS.get(tensor.type) != kind or len(tensor.shape) != len(shape) + 1:
        return False
    batch, *rest = tensor.shape
    return (not isinstance(batch, int) or batch == 1) and tuple(rest) == shape


def _told(tensors: dict[str, Any]) -> str:
    """The tensors in words."""
    told = []
    for name, tensor in tensors.items():
        shape = ", ".join("N" if isinstance(n, str | None) else str(n) for n in tensor.shape)
        told.append(f"{name} {KINDS.get(tensor.type, tensor.type)} ({shape})")
    return " and ".join(told)
