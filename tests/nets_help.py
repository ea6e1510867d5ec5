"""Small nets in ONNX files, made by hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from onnx import TensorProto, checker, helper, numpy_helper, save_model

import ludarium


def write_net(
    path: Path,
    game: str,
    *,
    logits: Any = 0.0,
    weights: Any = 0.0,
    bias: float = 0.0,
    masked: bool = False,
    actions: int | None = None,
    shape: Sequence[int] | None = None,
    kind: int = TensorProto.UINT8,
) -> Path:
    """A net whose logits are constant, and whose value is linear in the observation from 0 to 255.

    logits: one, or one for each action. weights: one, or one for each value of an observation.
    masked: whether it takes the mask, and puts illegal actions down. actions, shape, kind: what
    its tensors are like, by default what the game wants.
    """
    envs = ludarium.vector(game, 1, compile=False)
    shape = tuple(shape or envs.observation_space.shape)
    count, size = actions or envs.actions, int(np.prod(shape))
    constants = {
        "logits": np.broadcast_to(np.asarray(logits, np.float32), (1, count)),
        "weights": np.broadcast_to(np.asarray(weights, np.float32).ravel()[..., None], (size, 1)),
        "bias": np.full(1, bias, np.float32),
        "flat": np.array([-1, size], np.int64),
        "zeros": np.zeros((size, count), np.float32),
        "far": np.full(1, -1e9, np.float32),
    }
    nodes = [
        helper.make_node("Cast", ["observation"], ["numbers"], to=TensorProto.FLOAT),
        helper.make_node("Reshape", ["numbers", "flat"], ["flattened"]),
        helper.make_node("MatMul", ["flattened", "weights"], ["products"]),
        helper.make_node("Add", ["products", "bias"], ["value"]),
        helper.make_node("MatMul", ["flattened", "zeros"], ["nothing"]),
        helper.make_node("Add", ["nothing", "logits"], ["open"]),
        helper.make_node("Where", ["mask", "open", "far"], ["policy"])
        if masked
        else helper.make_node("Identity", ["open"], ["policy"]),
    ]
    inputs = [helper.make_tensor_value_info("observation", kind, ["N", *shape])]
    if masked:
        inputs.append(helper.make_tensor_value_info("mask", TensorProto.BOOL, ["N", count]))
    outputs = [
        helper.make_tensor_value_info("policy", TensorProto.FLOAT, ["N", count]),
        helper.make_tensor_value_info("value", TensorProto.FLOAT, ["N", 1]),
    ]
    graph = helper.make_graph(
        nodes,
        "net",
        inputs,
        outputs,
        [
            numpy_helper.from_array(np.ascontiguousarray(one), name)
            for name, one in constants.items()
        ],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    checker.check_model(model)
    save_model(model, path)
    return path
