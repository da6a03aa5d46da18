# SPDX-License-Identifier: GPL-2.0-only
"""Validation of congestion control: cases 1 to 4 and 13, DCQCN on one bottleneck."""

from dcqcn_fluid import fixed_point, integrate

LOW_BYTES = 1e3  # a queue that is as good as empty
HIGH_BYTES = 250e3  # what the oscillation of ten flows exceeds


def mean(values):
    return sum(values) / len(values)


def deviation(values):
    middle = mean(values)
    return mean([(value - middle) ** 2 for value in values]) ** 0.5


def count_swings(values, low, high):
    """How often a course goes from below low to above high."""
    swings, armed = 0, False
    for value in values:
        if value <= low:
            armed = True
        elif value >= high and armed:
            swings, armed = swings + 1, False
    return swings


def find_period(values, interval):
    """The lag in s at which the autocorrelation peaks when it is positive for the second time; 0 if
    it is not."""
    middle = mean(values)
    centred = [value - middle for value in values]
    correlations = []
    for lag in range(1, min(round(0.01 / interval), len(values) // 2)):
        products = map(lambda a, b: a * b, centred, centred[lag:])
        correlations.append(sum(products) / (len(centred) - lag))
    lags = range(len(correlations))
    negative = next((i for i in lags if correlations[i] < 0), len(lags))
    start = next((i for i in lags[negative:] if correlations[i] > 0), len(lags))
    end = next((i for i in lags[start:] if correlations[i] < 0), len(lags))
    peak = max(lags[start:end], key=correlations.__getitem__, default=-1)
    return (peak + 1) * interval


def check_fixed_point(bench):
    """Case 1: DCQCN's fixed point. Returns the runs, for the figure."""
    warm_up = 0.1
    runs = {}
    for flows in (2, 10):
        case = f"1, {flows} flows"
        rest = fixed_point(flows)
        course = integrate(flows, 4e-6, 0.3)[1]
        bench.judge(case, "fluid: fixed point", rest)
        bench.judge(case, "fluid: queue after 0.3 s", course[-1])
        # What of the packets' surplus is in the model's own terms.
        waiting = fixed_point(flows, waits_for_mark=True)
        name = "fluid: a CNP waits for a mark"
        bench.judge(case, name, waiting)
        for seed in (1,) if bench.quick else (1, 2, 3):
            hosts = f"topology.hosts={flows + 1}"
            label = f"fixed-point-{flows}-{seed}"
            run = bench.run("dcqcn-fixed-point", label, hosts, seed=seed)("dcqcn")
            runs.setdefault(flows, run)
            which = "packets" if bench.quick else f"packets, seed {seed}"
            queue = mean(run.queue_from(warm_up)) / 1e3
            unfair = max(abs(share - 1) for share in run.shares_from(warm_up))
            busy = run.utilisation_from(warm_up)
            bench.judge(case, f"{which}: mean queue", queue)
            bench.judge(case, f"{which}: rate off C/N", 100 * unfair)
            bench.judge(case, f"{which}: utilisation", 100 * busy)
    return runs


def check_delay(bench):
    """Case 2: a long feedback delay. Returns the runs, for the figure."""
    warm_up, length, interval = 0.1, 0.3 if bench.quick else 1.0, 2e-5
    until = f"until={round(1000 * length)}ms"
    settled = integrate(2, 85e-6, 0.2)[1][-2500:]
    case = "2, 2 flows"
    bench.judge(case, "fluid: least queue", min(settled))
    bench.judge(case, "fluid: largest queue", max(settled))
    two = bench.run("dcqcn-delay", "delay-2", "topology.hosts=3", until)("dcqcn")
    queue = two.queue_from(warm_up)
    bench.judge(case, "packets: mean queue", mean(queue) / 1e3)
    bench.judge(case, "packets: largest queue", max(queue) / 1e3)

    case = "2, 10 flows"
    swinging = integrate(10, 85e-6, 0.2)[1][5000:]
    bench.judge(case, "fluid: least queue", min(swinging))
    bench.judge(case, "fluid: largest queue", max(swinging))
    fluid_period = find_period(swinging, interval)
    bench.judge(case, "fluid: period", 1e3 * fluid_period)
    ten = bench.run("dcqcn-delay", "delay-10", until)("dcqcn")
    queue = ten.queue_from(warm_up)
    swings = 0.1 * count_swings(queue, LOW_BYTES, HIGH_BYTES) / (length - warm_up)
    bench.judge(case, "packets: from < 1 to > 250 KB in 0.1 s", swings)
    packet_period = find_period(queue, interval)
    bench.judge(case, "packets: period", 1e3 * packet_period)
    return {2: two, 10: ten}


def check_enqueue(bench):
    """Case 3: marking at enqueue."""
    # The fluid model as in the paper's figure: two flows, 85 us.
    course = integrate(2, 85e-6, 0.2, at_enqueue=True)[1][-2500:]
    bench.judge("3, 2 flows", "fluid: least queue", min(course))
    largest = max(course)
    bench.judge("3, 2 flows", "fluid: largest queue", largest)
    case = "3, 20 flows"
    runs = bench.run("dcqcn-enqueue", "enqueue", f"until={300 if bench.quick else 500}ms")
    enqueue, dequeue = (runs(name).queue_from(0.1) for name in ("enqueue", "dequeue"))
    ratio = deviation(enqueue) / deviation(dequeue)
    quantity = "packets: deviation, enqueue / dequeue"
    bench.judge(case, quantity, ratio)
    swings = [count_swings(queue, LOW_BYTES, HIGH_BYTES) for queue in (enqueue, dequeue)]
    quantity = "packets: swings, enqueue / dequeue"
    bench.judge(case, quantity, swings[0] / max(1, swings[1]))


def check_thresholds(bench):
    """Case 4: thresholds that let ECN act before PFC."""
    buffer_kb, ports, priorities, headroom_kb, beta = 12e3, 32, 8, 22.4, 8
    free_kb = buffer_kb - priorities * ports * headroom_kb
    static_kb = free_kb / (priorities * ports)
    ecn_kb = beta * free_kb / (priorities * ports * (beta + 1))
    bench.judge("4", "formula: static t_PFC", static_kb)
    bench.judge("4", "formula: t_ECN, beta = 8", ecn_kb)
    runs = bench.run("dcqcn-thresholds", "thresholds-2")
    hard = bench.run("dcqcn-thresholds", "thresholds-16", "workload.sources=16")
    for case, run in (("4, 2 to 1", runs("ECN first")), ("4, 16 to 1", hard("ECN first"))):
        marks = run.count("ecn_marks")
        bench.judge(case, "ECN first: packets marked", marks)
        bench.judge(case, "ECN first: pause frames", run.count("pause_frames"))
    run = runs("PFC first")
    case = "4, 2 to 1"
    bench.judge(case, "PFC first: packets marked", run.count("ecn_marks"))
    bench.judge(case, "PFC first: pause frames", run.count("pause_frames"))


def check_large_incast(bench):
    """Case 13: more flows than DCQCN can control."""
    settled = 0.02
    until = "until=60ms" if bench.quick else "until=200ms"
    few = bench.run("dcqcn-large-incast", "incast-40", until)("dcqcn")
    many = bench.run("dcqcn-large-incast", "incast-240", until, "workload.flowsPerSource=30")
    many = many("dcqcn")
    # Nine ports keep a headroom H of three frames of 4198 B, a pause frame and 2 us at 5 B/ns. With
    # Alpha 1 each of eight ingress ports is stopped when it holds t = (12 MB - 9 H) - 8 t.
    headroom = 3 * 4198 + 84 + 2000 * 5
    limit = (12e6 - 9 * headroom) * 8 / 9
    stopped = len([queue for queue in many.queue_from(settled) if queue >= 0.95 * limit])
    share = 100 * stopped / len(many.queue_from(settled))
    largest = max(few.queue_from(settled)) / 1e3
    bench.judge("13, 40 flows", "packets: largest queue", largest)
    bench.judge("13, 240 flows", "packets: time at PFC's limit", share)
    largest = max(many.queue_from(settled)) / 1e3
    bench.judge("13, 240 flows", "packets: largest queue", largest)
    if not bench.quick:
        short = "fabric.nic.mtuBytes=1000"
        run = bench.run(
            "dcqcn-large-incast", "incast-240-1000", until, "workload.flowsPerSource=30", short
        )("dcqcn")
        queue = mean(run.queue_from(settled)) / 1e3
        quantity = "packets of 1000 B: mean queue"
        bench.judge("13, 240 flows", quantity, queue)
