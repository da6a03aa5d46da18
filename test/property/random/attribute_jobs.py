# SPDX-License-Identifier: GPL-2.0-only
"""Cases (see attribute_cases.py) of jobs: traffic, collectives, training and inference."""

from attribute_cases import (LEAF_SPINE, LITTLE, STAR, Case, Refusal, infiniband, roce,
                             scenario)

TRAFFIC = ("all-to-all", "incast", "permutation", "shift", "poisson", "periodic-incast", "storage", "on-off")
SMALL = {"bytes": "20KB", "duration": "50us", "load": 0.4, "sources": 3, "hosts": "0-5",
         "sizes": "20000", "targets": "0"}
SPLIT = dict(SMALL, queuePairs=3, splitMessages=True, bytes="100KB", sizes="100000")
LISTED = [{"from": 0, "to": 3, "bytes": "100KB", "rate": "3Gbps", "name": "slow"},
          {"from": 1, "to": 3, "bytes": "90KB", "start": "5us", "priority": 2}]
FROM_FILE = {"chakra": "trace", "sim-ai": "layers.txt", "graph": "graph.json",
             "goal": "schedule.goal", "hpcc-flow": "flows.txt"}
TOO_FEW = {"goal": "has 3 ranks, but", "hpcc-flow": "Gpus: has no effect here"}
OTHER_FILE = {"chakra": "trace2", "sim-ai": "layers2.txt", "graph": "graph2.json",
              "goal": "schedule2.goal", "hpcc-flow": "flows2.txt"}


def job(base, types=None, values=None, **more):
    return Case("workload", "workload.0", scenario(more.pop("fabric", "roce"), [base], **more),
                types, values)


# A transformer of 16 MB, small enough that a step takes a millisecond.
DENSE = {"layers": 4, "hidden": 256, "heads": 8, "vocabulary": 1000, "sequence": 128,
         "headSize": 0, "ffnHidden": 0}
EXPERTS = dict(DENSE, experts=4, activeExperts=2, sharedExperts=1, expertHidden=128, denseLayers=1)
LATENT = dict(EXPERTS, kvHeads=0, queryRank=64, keyValueRank=32, ropeHeadSize=16, headSize=32)
SLIM = {"type": "transformer"}


def step(model, layout, **more):
    return {"type": "training", "model": dict(SLIM, **model), "parallel": layout, "globalBatch": 8,
            "bucketBytes": 500000, **more}


STEPS = (
    step(DENSE, {"tensor": 2, "pipeline": 2}, gpuHourPrice=2.5, clusterPrice=1e6),
    step(DENSE, {"tensor": 2}, zeroStage=3),
    step(DENSE, {"context": 4}, ringAttention=True),
    step(DENSE, {"context": 4}),
    step(LATENT, {"expert": 4}),
    step(EXPERTS, {"expert": 4}),
    step(dict(DENSE, layers=8), {"pipeline": 4}, schedule={"type": "interleaved"}),
)
SERVED = {"type": "inference", "model": dict(SLIM, **DENSE), "replicas": 2, "replicaGpus": 2,
          "iterationOverhead": "20us",
          "arrivals": {"type": "poisson", "rate": 50000, "requests": 8, "promptTokens": "60",
                       "outputTokens": "5"}}
APART = dict(SERVED, decodeReplicas=1, decodeGpus=4)
OF_MODELS = [
    Case("workload", "workload.0", scenario(topology=STAR, workload=[dict(base, queuePairs=3)]),
         (base["type"],)) for base in (*STEPS, SERVED, APART)]
# Two hosts of storage; kernels are so short that nothing is hidden.
STORED = step(DENSE, {}, hosts="0-7", globalBatch=0, innerSteps=4, storage={
    "hosts": "6,7", "tokenBytes": 1000, "prefetch": 1, "checkpointSteps": 2})
# Room for two prompts of 60 tokens, but not for all their 65.
TIGHT = dict(SERVED, memoryShare=4.9e-5, preemption="swap")
TALKS = dict(SERVED, arrivals=dict(SERVED["arrivals"], rate=1000, sharedTokens=40))


def loop(base, **more):
    """A loop of reinforcement learning whose update is such a step, on six hosts."""
    kept = {key: value for key, value in base.items() if key != "globalBatch"}
    return dict(kept, type="reinforcement", trainingGpus=4, replicas=2, prompts=4, samples=2,
                promptTokens=40, responseTokens=10, maxResponseTokens=100, iterations=2,
                kernelOverhead="1us", iterationOverhead="20us", **more)


LOOPS = [loop(base) for base in STEPS]
# So slow that arithmetic takes longer than memory.
BUSY = dict(APART, computeEfficiency=1e-4)
OF_MODELS += [
    Case("workload", "workload.0", scenario(topology=STAR, workload=[APART]), ("inference",),
         {"replicas": [1], "replicaGpus": [1],
          "gpus": [Refusal(7, "selects 7")],
          "arrivals": [{"type": "poisson", "rate": 100000, "requests": 4, "promptTokens": "60",
                        "outputTokens": "5"}],
          "memoryShare": [Refusal(1e-6, "memory")],
          "model": [dict(SLIM, **EXPERTS)], "maxTokens": [16],
          "maxBatch": [1], "gpu": ["a100"], "kernelTimesFile": ["kernels.csv"]}),
    Case("workload", "workload.0", scenario(topology=STAR, workload=[BUSY]), ("inference",),
         {"precision": [{"matrices": "fp8"}]}),
    Case("workload", "workload.0", scenario(topology=STAR, workload=[STEPS[0]]), ("training",),
         {"model": [dict(SLIM, **EXPERTS)], "parallel": [{"tensor": 4}],
          "precision": [{"matrices": "fp8"}], "schedule": ["gpipe"], "sequence": [64],
          "memoryShare": [Refusal(1e-6, "does not fit")], "globalBatch": [16],
          "peakFlops": [1e12], "gpuHourPrice": [5.0],
          "clusterPrice": [2e6], "currency": ["EUR"], "optimizerTime": ["5us"], "gpu": ["a100"],
          "kernelTimesFile": ["kernels.csv"]}),
    Case("workload", "workload.0", scenario(topology=STAR, workload=[
        step(DENSE, {"tensor": 2}, workers=2)]), ("training",),
         {"workers": [1], "innerSteps": [2], "outerBytes": [2]}),
    *(Case("workload", "workload.0", scenario(topology=STAR, workload=[base]), ("training",),
           {name: [value]}) for base, name, value in (
               (STEPS[0], "kernels", "shapes"),
               (dict(STEPS[0], recompute="none"), "attention", "unfused"),
               (dict(STEPS[0], kernels="shapes"), "communicationSms", 100),
               (STEPS[0], "allReduce", "double-binary-tree-all-reduce"),
               (STEPS[1], "allGather", "direct-all-gather"),
               (STEPS[1], "reduceScatter", "direct-reduce-scatter"),
               (STEPS[5], "expertRouter", {"copies": "per-server"}),
               (STEPS[4], "allToAll", "pairwise-all-to-all"))),
    Case("workload", "workload.0", scenario(topology=STAR, workload=[STORED]), ("training",),
         {"storage": [{"hosts": "5-7"}]}),
    Case("storage", "workload.0.storage", scenario(topology=STAR, workload=[STORED]), None,
         {"hosts": ["7"], "tokenBytes": [2000], "prefetch": [0],
          "checkpointSteps": [1, Refusal(5, "at most 4")], "checkpointBytes": [2],
          "asynchronous": [False], "copyRate": ["10Gbps"], "serviceLevel": [1]}),
    Case("workload", "workload.0", scenario(topology=STAR, workload=[STEPS[0]]), ("training",),
         {"stragglers": [{"slowShare": 1}], "warmUp": [Refusal(1, "less than InnerSteps")]}),
    Case("workload", "workload.0", scenario(topology=STAR, workload=[STORED]), ("training",),
         {"warmUp": [1, 3]}),
    *(Case("stragglers", "workload.0.stragglers", scenario(topology=STAR, workload=[dict(
        STEPS[0], stragglers={"slowShare": 0.5, "slowFactor": 3})]), None,
        {"slowShare": [0], "slowFactor": [2], "gpuFactor": [drawn], "kernelFactor": [drawn]})
      for drawn in ({"type": "uniform-random-variable", "min": 1, "max": 9},)),
    Case("workload", "workload.0", scenario(topology=STAR, workload=[SERVED]), ("inference",),
         {"allReduce": ["double-binary-tree-all-reduce"], "overlappedBatches": [2],
          "maxTtft": ["1us"], "maxTpot": ["1us"]}),
    Case("workload", "workload.0", scenario(topology=STAR, workload=[TIGHT]), ("inference",),
         {"preemption": ["recompute"], "swapRate": ["1Gbps"]}),
    Case("workload", "workload.0", scenario(topology=STAR, workload=[TALKS]), ("inference",),
         {"prefixCache": [False]}),
    Case("workload", "workload.0", scenario(topology=STAR, workload=[dict(
        APART, model=dict(SLIM, **EXPERTS))]), ("inference",),
         {"tensor": [1], "decodeTensor": [2], "expertRouter": [{"skew": 1}], "dispatchBits": [8]}),
    *(Case("workload", "workload.0", scenario(topology=STAR, workload=[base]), ("inference",),
           {name: [value]}) for base, name, value in (
               (SERVED, "kernels", "shapes"), (SERVED, "layerLaunchTime", "1ms"),
               (dict(SERVED, kernels="shapes"), "communicationSms", 100))),
    *(Case("workload", "workload.0", scenario(topology=STAR, workload=[dict(base, queuePairs=3)]),
           ("reinforcement",)) for base in LOOPS),
    Case("workload", "workload.0", scenario(topology=STAR, workload=[LOOPS[0]]), ("reinforcement",),
         {"model": [dict(SLIM, **EXPERTS)], "parallel": [{"tensor": 4}], "hosts": ["1-7"],
          "gpus": [Refusal(5, "need 6 GPUs")],
          "precision": [{"matrices": "fp8"}], "schedule": ["gpipe"], "sequence": [64],
          "memoryShare": [Refusal(1e-6, "does not fit")], "globalBatch": [Refusal(16, "expected 0")],
          "workers": [Refusal(2, "expected 1")], "innerSteps": [Refusal(2, "expected 1")],
          "warmUp": [Refusal(1, "expected 0")], "stragglers": [{"slowShare": 1, "slowFactor": 9}],
          "outerBytes": [Refusal(2, "expected 4")],
          "peakFlops": [1e12], "gpuHourPrice": [5.0], "kernels": ["shapes"],
          "clusterPrice": [2e6], "optimizerTime": ["5us"], "gpu": ["a100"],
          "kernelTimesFile": ["kernels.csv"], "allReduce": ["double-binary-tree-all-reduce"],
          "iterations": [3], "staleness": [1], "colocated": [True], "overlapWeights": [True],
          "weightSync": ["shard-broadcast"], "weightBits": [8], "tokenBytes": [16],
          "replicas": [1], "replicaGpus": [2], "maxBatch": [1],
          "rolloutMemoryShare": [Refusal(1e-6, "fit beside the weights")],
          "prompts": [6], "samples": [3], "promptTokens": [60], "responseTokens": [20],
          "responseSpread": [0.5], "maxResponseTokens": [12], "responseTokensFile": ["tokens.txt"],
          "rewardTime": ["50us"], "rewardReplicas": [1], "logProbPasses": [2]}),
    *(Case("workload", "workload.0", scenario(topology=STAR, workload=[base]), ("reinforcement",),
           {name: [value]}) for base, name, value in (
               (dict(LOOPS[0], gpuHourPrice=2.0), "currency", "EUR"),
               (dict(LOOPS[0], recompute="none"), "attention", "unfused"),
               (dict(LOOPS[0], kernels="shapes"), "communicationSms", 100),
               (LOOPS[1], "allGather", "direct-all-gather"),
               (LOOPS[1], "reduceScatter", "direct-reduce-scatter"),
               (LOOPS[5], "expertRouter", {"copies": "per-server"}),
               (LOOPS[4], "allToAll", "pairwise-all-to-all"),
               (LOOPS[1], "trainingGpus", 2),
               (dict(LOOPS[0], weightSync="shard-broadcast"), "broadcast", "binomial-tree-broadcast"),
               (dict(LOOPS[5], replicaGpus=2), "replicaTensor", 1),
               (dict(LOOPS[0], replicaGpus=2), "collectiveLatency", "5us"),
               (dict(LOOPS[0], rewardTime="50us"), "rewardSpread", 1),
               (dict(LOOPS[0], rewardReplicas=1), "rewardGpus", 2))),
    *(Case("expertRouter", "workload.0.expertRouter", scenario(topology=STAR, workload=[base]), None,
           {"skew": [1], "weightsFile": ["weights.txt"], "copies": ["per-server"]})
      for base in (STEPS[5], dict(APART, model=dict(SLIM, **EXPERTS), tensor=1))),
    Case("model", "workload.0.model", scenario(topology=STAR, workload=[dict(
        STEPS[5], model=dict(SLIM, **dict(EXPERTS, experts=8, expertGroups=2, activeGroups=1)))]),
         None, {"expertGroups": [4, Refusal(3, "divisor")], "activeGroups": [2]}),
    Case("model", "workload.0.model", scenario(topology=STAR, workload=[STEPS[5]]), None,
         {"predictionLayers": [1]}),
    Case("model", "workload.0.model", scenario(topology=STAR, workload=[STEPS[5]]), None,
         {"experts": [8]}),
    *(Case("model", "workload.0.model", scenario(topology=STAR, workload=[base]))
      for base in (STEPS[0], STEPS[4], STEPS[5])),
    Case("arrivals", "workload.0.arrivals", scenario(topology=STAR, workload=[APART]),
         ("poisson",), {"rate": [10000], "requests": [3], "promptTokens": ["90"],
                        "outputTokens": ["7"], "promptTokensFile": ["tokens.txt"],
                        "outputTokensFile": ["tokens.txt"], "variation": [2],
                        "rateFile": ["rates.csv"]}),
    Case("arrivals", "workload.0.arrivals", scenario(topology=STAR, workload=[TALKS]), ("poisson",),
         {"sessions": [3], "sharedTokens": [20]}),
    Case("arrivals", "workload.0.arrivals", scenario(topology=STAR, workload=[dict(
        APART, arrivals={"file": "requests.csv"})]), ("trace",), {"file": ["requests2.csv"]}),
    *(Case("precision", "workload.0.precision", scenario(topology=STAR, workload=[base]),
           None, {name: ["fp8"] for name in ("matrices", "scores", "head")})
      for base in (STEPS[0], BUSY)),
    Case("parallel", "workload.0.parallel", scenario(topology=STAR, workload=[STEPS[0]]), None, {
        "tensor": [1, 4], "context": [2], "data": [Refusal(1, "Data")], "pipeline": [1, 4],
        "order": ["pp-dp-ep-cp-tp"]}),
    Case("parallel", "workload.0.parallel", scenario(topology=STAR, workload=[STEPS[4]]), None,
         {"expert": [2]}),
    Case("schedule", "workload.0.schedule", scenario(topology=STAR, workload=[dict(
        STEPS[0], model=dict(SLIM, **dict(DENSE, layers=8)))]), ("interleaved",), {"chunks": [4]}),
]

SERVER = {"type": "custom", "gpusPerServer": 4, "nvlinks": 4}
NORTH_SOUTH = {"topology": {"type": "star", "hosts": 8, "rate": "50Gbps"}, "fabric": "roce"}
MANY_JOBS = [{"type": "collective", "bytes": "20KB", "gpus": 3}] * 2
OF_TRAFFIC = [
    job({"hosts": "0-5", "bytes": "20KB", "sources": 3}, TRAFFIC, {"queuePairs": [3]}),
    job(dict(SPLIT, splitMessages=False), TRAFFIC, {"splitMessages": [True]}),
    job({"bytes": "20KB", "duration": "50us", "sizes": "20000", "targets": "0", "sources": 3},
        TRAFFIC, {"placement": ["random"], "gpus": [4], "interRack": [1.0]}),
    *(job({"file": name}, (kind,), {"file": [OTHER_FILE[kind]], "placement": ["random"],
                                    "calcUnit": ["10us"], "passes": [2]}, topology=LITTLE)
      for kind, name in FROM_FILE.items()),
    job({"file": "grouped", "groups": "groups.json"}, ("chakra",),
        {"groups": [Refusal("groups2.json", "rank 2 does not take part")]}, topology=LITTLE),
    *(job({"file": name, "queuePairs": 3, "splitMessages": True}, (kind,),
          {"queuePairs": [1], "gpus": [Refusal(2, TOO_FEW.get(kind, "has 4 ranks, but"))],
           "opsPerSecond": [1e10], 
           "priority": [Refusal(1, "flow file gives the") if kind == "hpcc-flow" else 1]},
          topology={"file": "topology.txt", "type": "hpcc"} if kind == "hpcc-flow" else LITTLE)
      for kind, name in FROM_FILE.items()),
    *(job({"file": name, "queuePairs": 2, "opsPerSecond": 1e11}, (kind,), topology=LITTLE)
      for kind, name in FROM_FILE.items()),
    *(job({"file": name}, (kind,), topology=LEAF_SPINE) for kind, name in FROM_FILE.items()),
    *(job({"hosts": "0-5", "flows": LISTED, "queuePairs": 3, "splitMessages": split}, ("flows",),
          {"flows": [LISTED[1:]], "queuePairs": [2], "gpus": [Refusal(2, "expected a rank of the job, 0 to 1")],
           "placement": ["random"], "splitMessages": [not split],
           "onFailure": [Refusal("restart", "times of their own")]}) for split in (True, False)),
    job({"flows": LISTED[:1]}, ("flows",)),
    job({"file": "flows.csv"}, ("flows",), {"file": ["flows2.csv"], "flows": [Refusal(LISTED, "is given beside File")]}),
    job(SMALL, TRAFFIC),
    job(dict(SMALL, rounds=6), ("incast",), {"inFlight": [3]}),
    job(SPLIT, TRAFFIC),
    job({"bytes": "20KB", "queuePairs": 3, "splitMessages": True}, ("collective",)),
    job({"bytes": "20KB"}, ("collective",), {"algorithm": ["direct-all-to-all"]}),
    job(SMALL, ("on-off", "periodic-incast", "poisson", "storage"),
        {"onFailure": [Refusal("restart", "times of their own")]}),
    job({"file": FROM_FILE["hpcc-flow"]}, ("hpcc-flow",), {"onFailure": [Refusal("restart", "times of their own")]},
        topology={"file": "topology.txt", "type": "hpcc"}),
    Case("workload", "workload.0", scenario(topology=STAR, workload=[BUSY]), ("inference",),
         {"onFailure": [Refusal("restart", "decides while it runs")]}),
    *(job(base, types, {"northSouth": [True]}, topology=topology, northSouth=NORTH_SOUTH)
      for base, types, topology in (
          (SMALL, TRAFFIC, STAR), ({"bytes": "20KB"}, ("collective",), STAR),
          ({"flows": LISTED}, ("flows",), STAR), (STEPS[0], ("training",), STAR), (BUSY, ("inference",), STAR),
          (LOOPS[0], ("reinforcement",), STAR),
          *(({"file": name}, (kind,), LITTLE) for kind, name in FROM_FILE.items()))),
    Case("placement", "workload.0.placement", scenario(topology=STAR, server=SERVER, workload=[
        {"type": "permutation", "bytes": "20KB", "gpus": 4}, {"type": "incast", "bytes": "20KB"}])),
]

OPERATIONS = {"allReduce": "ring-all-reduce", "allGather": "ring-all-gather",
              "reduceScatter": "ring-reduce-scatter", "allToAll": "direct-all-to-all",
              "broadcast": "ring-broadcast", "reduce": "ring-reduce", "gather": "direct-gather",
              "scatter": "direct-scatter", "barrier": "dissemination"}
IN_RING = {"type": "collective", "bytes": "200KB"}
RENDEZVOUS = dict(IN_RING, gpus=7, algorithm={"rendezvousBytes": 1000000})
OF_ALGORITHMS = [
    *(Case("algorithm", "workload.algorithm", scenario(fabric, dict(IN_RING, bytes=size), **more))
      for size in ("200KB", "2MB")
      for fabric, more in ((roce(), {"topology": STAR}),
                           (roce(), {"topology": STAR, "server": SERVER}),
                           (roce(), {"topology": STAR, "server": dict(SERVER, gpusPerServer=8)}),
                           (infiniband(), {"topology": STAR}),
                           (infiniband(), {"topology": STAR, "server": SERVER}))),
    # A message of a barrier is a byte otherwise, which nothing cuts.
    Case("algorithm", "workload.algorithm", scenario(workload=dict(IN_RING, algorithm={
        "messageBytes": 20000}), topology=STAR), ("dissemination-barrier",),
         {"channels": [2], "sliceBytes": [5000]}),
    *(Case("algorithm", "workload.algorithm", scenario(workload=RENDEZVOUS, topology=STAR),
           (kind,), {"rendezvousBytes": [1]})
      for kind in ("halving-doubling-all-reduce", "recursive-doubling-all-gather",
                   "recursive-doubling-all-reduce", "recursive-halving-reduce-scatter")),
    Case("algorithm", "workload.algorithm", scenario(workload=dict(IN_RING, algorithm={
        "file": "three.xml"}), topology=LITTLE), ("msccl",), {"file": ["two.xml"]}),
    *(Case("algorithm", "workload.algorithm", scenario(
        infiniband(), dict(IN_RING, algorithm={"root": 0}), {"type": "parking-lot", "switches": 4}),
           (kind,), {"root": [1]}) for kind in ("sharp-broadcast", "sharp-reduce")),
    *(Case("algorithm", "workload.algorithm", scenario(workload=IN_RING, topology=LITTLE, **more),
           None, {"table": ["to-all.txt"]})
      for more in ({}, {"server": {"type": "custom", "gpusPerServer": 2, "nvlinks": 4}})),
    *(Case("algorithm", "workload.algorithm", scenario(
        "infiniband", dict(IN_RING, bytes="20KB"), STAR, **more), None,
           {"streamingBytes": [1000000, 100], "maxMessageBytes": [4096]})
      for more in ({}, {"server": SERVER})),
]
TWO_SERVERS = {"type": "rail-optimized", "servers": 2, "gpusPerServer": 4}
H100 = {"type": "dgx-h100", "gpusPerServer": 4}


def nccl(size, algorithms=None, protocols=None, **more):
    tuner = {key: value for key, value in (("algorithms", algorithms), ("protocols", protocols))
             if value}
    return scenario("infiniband", {"type": "collective", "bytes": size, "algorithm": {
        "type": "nccl-collective", "tuner": tuner, **more}}, TWO_SERVERS, server=H100)


def nccl_case(names, value, *arguments, **more):
    return Case("algorithm", "workload.algorithm", nccl(*arguments, **more),
                ("nccl-collective",), {name: [value] for name in names})


TRIPLE = "50 50 50"
OF_NCCL = [
    nccl_case(("operation",), "all-gather", "64KB"),
    nccl_case(("p2pLaunchLatency", "p2pNetworkLatency", "p2pChunkBytes"), 90, "64KB",
              operation="all-to-all"),
    nccl_case(("p2pProxyTime",), "5us", "64KB", operation="all-to-all"),
    nccl_case(("pxn",), False, "64KB", operation="all-to-all"),
    nccl_case(("crossNic",), True, "64KB", "ring"),
    nccl_case(("channelRate", "gpuRate"), "1 1 1", "64KB", "ring"),
    nccl_case(("nvlsRate",), 1, "64KB", "nvls-tree"),
    nccl_case(("launchLatency", "stepLatency", "networkLatency"), TRIPLE, "64KB", "ring"),
    nccl_case(("treeLaunchLatency", "treeStepLatency", "treeNetworkLatency"), TRIPLE, "64KB",
              "tree"),
    nccl_case(("nvlsLaunchLatency", "nvlsNetworkLatency"), 90.0, "64KB", "nvls-tree"),
    nccl_case(("collNetLaunchLatency", "collNetStepLatency"), 90.0, "64KB", "collnet-direct",
              networkSharp=True),
    nccl_case(("root",), 3, "64KB", operation="broadcast"),
    nccl_case(("networkSharp",), True, "16MB"),
    nccl_case(("nvlinkSharp",), False, "16MB"),
    *(nccl_case((name,), value, size) for size in ("1MB", "16MB", "64KB")
      for name, value in (("nvlinkRate", "1Gbps"), ("networkRate", "1Gbps"),
                          ("computeCapability", 70), ("channels", 2), ("hostLatency", "5us"))),
    Case("algorithm", "workload.algorithm", nccl("64KB"), ("nccl-collective",),
         {"tuner": [{"algorithms": "ring", "protocols": "Simple"}]}),
]
LATENCIES = ("ringBaseLatency", "ringNvlinkLatency", "ringNetworkLatency", "treeBaseLatency",
             "treeNvlinkLatency", "treeNetworkLatency")


def tuner_case(values, *arguments, **more):
    return Case("tuner", "workload.algorithm.tuner", nccl(*arguments, **more), None, values)


OF_NCCL += [
    tuner_case({"algorithms": ["tree"], "protocols": ["Simple"], "amdHost": [True]}, "128KB"),
    *(tuner_case({name: ["900 900 900", "0 0 0"] for name in LATENCIES}, size, "ring,tree")
      for size in ("16KB", "1MB", "16MB")),
    *(tuner_case({name: [0.0, 900.0] for name in ("nvlsLatency", "nvlsTreeNetworkLatency")},
                 size, "ring,nvls-tree") for size in ("16KB", "1MB", "16MB")),
    *(tuner_case({name: [900.0] for name in ("collNetNvlinkLatency", "collNetNetworkLatency")},
                 size, "ring,collnet-direct", "Simple", networkSharp=True)
      for size in ("16KB", "512KB")),
    *(tuner_case({name: [0.01, 900.0] for name in (
        "llMaxBandwidth", "ringLl128ChannelBandwidth", "treeLl128ChannelBandwidth",
        "treeChannelBandwidth", "nvlsTreeChannelBandwidth", "nvlsEfficiency")}, size, algorithms,
                 protocols)
      for algorithms in ("ring,tree", "ring,nvls-tree")
      for protocols in (None, "LL128,Simple") for size in ("16KB", "1MB", "16MB")),
    # PAT is for one GPU in a server.
    Case("tuner", "workload.algorithm.tuner", scenario("infiniband", dict(
        IN_RING, bytes="4KB", algorithm={"type": "nccl-collective", "operation": "all-gather",
                                         "tuner": {"algorithms": "ring,pat"}}), STAR),
         None, {"patBaseLatency": [0.0]}),
]

# Each kind of job behind another one.
FIRST = {"type": "collective", "name": "first", "bytes": "20KB"}
HPCC = {"file": "topology.txt", "type": "hpcc"}
OF_ORDER = [
    Case("workload", "workload.1", scenario(workload=[FIRST, base], topology=topology), types,
         {"after": ["first"]})
    for base, types, topology in (
        (SMALL, TRAFFIC, LEAF_SPINE), ({"bytes": "20KB"}, ("collective",), LEAF_SPINE),
        ({"flows": LISTED[:1]}, ("flows",), LEAF_SPINE), (STEPS[0], ("training",), STAR),
        (SERVED, ("inference",), STAR), (LOOPS[0], ("reinforcement",), STAR),
        *(({"file": name}, (kind,), HPCC if kind == "hpcc-flow" else LITTLE)
          for kind, name in FROM_FILE.items()))]

CASES = OF_TRAFFIC + OF_ORDER + OF_ALGORITHMS + OF_NCCL + OF_MODELS
