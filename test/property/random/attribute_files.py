# SPDX-License-Identifier: GPL-2.0-only
"""Input files of the scenarios that attributes.py runs, as small as they can be."""

import generator


def varint(value):
    out = b""
    while value >= 128:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def number(field, value):
    return varint(field << 3) + varint(value)


def text(field, value):
    value = value.encode() if isinstance(value, str) else value
    return varint(field << 3 | 2) + varint(len(value)) + value


def with_length(message):
    return varint(len(message)) + message


def chakra(size, group):
    """A rank's trace: 6 million operations, then collectives of all kinds, then one of a group."""
    def node(index, kind, rest):
        after = text(5, varint(index - 1)) if index else b""
        return with_length(number(1, index) + text(2, "node") + number(3, kind) + after + rest)

    def attribute(name, value):
        return text(10, text(1, name) + (text(29, value) if isinstance(value, str)
                                         else number(9, value)))
    nodes = node(0, 4, attribute("num_ops", 6_000_000))
    for place, kind in enumerate((0, 1, 2, 3, 4, 5, 6, 7, 9)):  # all but the second scatter
        nodes += node(place + 1, 7, attribute("comm_type", kind) + attribute("comm_size", size))
    if group:
        nodes += node(10, 7, attribute("comm_type", 0) + attribute("comm_size", size)
                      + attribute("pg_name", group))
    return with_length(text(1, "0.0.4")) + nodes


def sim_ai(size):
    return ("HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 2 ep: 1 pp: 1 vpp: 8 ga: 1 "
            "all_gpus: 8 checkpoints: 0 checkpoint_initiates: 0\n2\n"
            f"a -1 500 ALLREDUCE {size} 1 ALLGATHER {size} 1 REDUCESCATTER {size} 1\n"
            f"b -1 500 ALLTOALL {size} 1 NONE 0 1 ALLREDUCE {size} 1\n")


def msccl(peers):
    """Every of four GPUs sends its chunk to the next ones; to three it is an all-gather."""
    name = "allgather" if peers == 3 else "next"
    lines = [f'<algo name="next" coll="{name}" inplace="1" ngpus="4" nchunksperloop="4">']
    for gpu in range(4):
        lines.append(f'<gpu id="{gpu}" o_chunks="4">')
        lines += [f'<tb id="{d - 1}" send="{(gpu + d) % 4}" recv="{(gpu - d) % 4}" chan="{d}">'
                  f'<step s="0" type="s" srcbuf="o" srcoff="{gpu}"/>'
                  f'<step s="1" type="r" dstbuf="o" dstoff="{(gpu - d) % 4}"/></tb>'
                  for d in range(1, peers + 1)]
        lines.append("</gpu>")
    return "\n".join(lines + ["</algo>"]) + "\n"


def graph(size):
    return ('{"format": "ai-fabric-graph", "version": 1, "ranks": 4, "nodes": [\n'
            '{"kind": "compute", "rank": 0, "timePs": 5000000},\n'
            f'{{"kind": "send", "rank": 0, "peer": 3, "bytes": {size}, "after": [0]}},\n'
            f'{{"kind": "send", "rank": 1, "peer": 3, "bytes": {size}}},\n'
            '{"kind": "recv", "rank": 3, "match": 1}, {"kind": "recv", "rank": 3, "match": 2},\n'
            '{"kind": "copy", "rank": 3, "bytes": 100000, "after": [3]}\n'
            ']}\n')


def forwarding(ports):
    """Forwarding tables. ports: by the name of a switch, the port for each of four hosts."""
    out = []
    for lid, name in enumerate(ports, 5):
        out += [f"Unicast lids [0x0-0x8] of switch Lid {lid} guid 0x{lid:016x} ({name}):",
                "  Lid  Out   Destination", "       Port     Info"]
        out += [f"0x{host + 1:04x} {port:03d} : (Channel Adapter portguid 0x{host + 1:016x}: "
                f"'host{host}')" for host, port in enumerate(ports[name])]
        out.append("4 valid lids dumped")
    return "\n".join(out) + "\n"


def over_spine(*port):
    """Of two leaves with two hosts each and two spines. port: of a leaf for the others' hosts."""
    return forwarding({"leaf0": [1, 2, *port], "leaf1": [*port, 1, 2],
                       "spine0": [1, 1, 2, 2], "spine1": [1, 1, 2, 2]})


CLOCKWISE = forwarding({"switch0": [1, 2, 2, 2], "switch1": [3, 1, 3, 3],
                        "switch2": [3, 3, 1, 3], "switch3": [3, 3, 3, 1]})
REQUESTS = "time_s,prompt_tokens,output_tokens\n"
ROUTES = "leaf0 * spine0\nleaf1 * spine0\n"
FILES = dict(
    generator.FILES,
    **{"groups.json": '{"g": [0, 1]}', "groups2.json": '{"g": [0, 1, 2]}',
       "layers.txt": sim_ai(8000), "layers2.txt": sim_ai(80000),
       "three.xml": msccl(3), "two.xml": msccl(2),
       "graph.json": graph(20000), "graph2.json": graph(30000),
       "tables.txt": over_spine(3, 3), "tables2.txt": over_spine(3, 4),
       "ring.txt": CLOCKWISE, "routes.txt": ROUTES,
       "sizes.txt": "100 0\n5000 60\n20000 100\n", "tokens.txt": "20 50\n90 100\n",
       "weights.txt": "1 1 1 5\n", "rates.csv": "time_s,rate\n0,1000\n0.001,20000\n",
       "kernels.csv": "gpu,operation,precision,m,n,k,time_us\nh100,matrix,bf16,128,384,256,50\n"
                      "h100,matrix,bf16,1,192,256,50\nh100,matrix,bf16,1000,192,256,90\n",
       "to-all.txt": "0 9000 9000 9000\n9 0 9 9\n9 9 0 9\n9000 9 9 0\n",
       "lanes.txt": "".join(f"leaf0 host{host} spine{spine} 0,1,2,4,3\n"
                            for host in range(4) for spine in range(2)),
       "flows2.txt": generator.HPCC_FLOWS.replace("20001", "10001"),
       "flows.csv": "from,to,bytes\n0,3,100000\n", "flows2.csv": "from,to,bytes\n0,3,90000\n",
       "schedule2.goal": generator.GOAL.replace("4096b", "2048b"),
       "topology2.txt": generator.HPCC_TOPOLOGY.replace("1us", "3us"),
       "requests.csv": REQUESTS + "0,50,4\n0.0001,40,3\n",
       "requests2.csv": REQUESTS + "0,90,4\n0.0001,40,3\n"})
BINARY = {f"{name}.{rank}.et": chakra(size, "g" if groups and rank < 2 else "")
          for name, size, groups in (("trace", 4000, False), ("trace2", 8000, False),
                                     ("grouped", 4000, True))
          for rank in range(4)}
