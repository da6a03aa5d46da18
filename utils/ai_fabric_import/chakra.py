# SPDX-License-Identifier: GPL-2.0-only
"""Chakra execution traces, schema 0.0.4: protobuf messages behind their lengths."""

METADATA, COMP, SEND, RECV, COLLECTIVE = 1, 4, 5, 6, 7

#: comm_type of the schema by the names that PyTorch's record_param_comms has.
COMM_TYPES = {
    **dict.fromkeys(("allreduce", "all_reduce", "allreduce_coalesced"), 0),
    "reduce": 1,
    **dict.fromkeys(("allgather", "all_gather", "_allgather_base", "allgather_coalesced",
                     "allgather_into_tensor_coalesced"), 2),
    "gather": 3,
    "scatter": 4,
    **dict.fromkeys(("broadcast", "_broadcast_oop"), 5),
    **dict.fromkeys(("all_to_all", "all_to_allv", "alltoall", "alltoall_base"), 6),
    **dict.fromkeys(("reduce_scatter", "_reduce_scatter_base", "reduce_scatter_tensor_coalesced"), 7),
    "barrier": 9,
}
GATHER, SCATTER = 3, 4


def varint(number):
    """A number of 0 or more, seven bits a byte."""
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def field(number, value):
    """A field: a whole number, or text or bytes with their length."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


class Node:
    """A node of a rank's trace."""

    INT32 = {"comm_src", "comm_dst", "comm_tag"}

    def __init__(self, number, name, kind, start_us=0.0, duration_us=0.0):
        self.number = number
        self.name = name
        self.kind = kind
        self.start_us = start_us
        self.duration_us = duration_us
        self.after = []  # numbers of nodes
        self.attributes = {}

    def encode(self):
        """The message with its length."""
        data = field(1, self.number) + field(2, self.name) + field(3, self.kind)
        for number in dict.fromkeys(self.after):
            data += field(5, number)
        data += field(6, max(0, int(self.start_us)))
        attributes = dict(self.attributes)
        if self.duration_us > 0:
            data += field(7, max(1, round(self.duration_us)))
            attributes["ai_fabric_duration_ps"] = round(self.duration_us * 10**6)
        for name, value in attributes.items():
            kind = 27 if isinstance(value, bool) else 29 if isinstance(value, str) else 9
            kind = 7 if name in self.INT32 else kind
            data += field(10, field(1, name) + field(kind, int(value) if kind == 27 else value))
        return varint(len(data)) + data


def encode_rank(nodes):
    """The file of a rank."""
    head = field(1, "0.0.4")
    return varint(len(head)) + head + b"".join(node.encode() for node in nodes)
