# SPDX-License-Identifier: GPL-2.0-only
"""The fluid model of DCQCN: its fixed point and its course in time.

Source: Zhu et al., "ECN or Delay: Lessons Learnt from Analysis of DCQCN and TIMELY", CoNEXT 2016,
section 3.1. Rates are in packets/s and queues in packets, because marking is per packet; N equal
flows share a link of rate C. With p the marking probability, R the current rate, RT the target rate
and a hat for what is one feedback delay old:

    a = 1 - (1 - p)^(tau R)                  a CNP in an interval tau
    b = p / ((1 - p)^-B - 1)                 byte counter events per packet
    c = b (1 - p)^(F B)                      those of them past fast recovery
    d, e as b, c with T R in place of B      events of the increase timer T

    d(alpha)/dt = g/tau' ((1 - (1 - p)^(tau' R^)) - alpha)
    d(RT)/dt    = -(RT - R) a / tau + RAI R^ (c + e)
    d(R)/dt     = -R alpha a / (2 tau) + (RT - R) R^ (b + d) / 2
    d(q)/dt     = N R - C
    p           = Pmax (q^ - Kmin) / (Kmax - Kmin)       between Kmin and Kmax

All derivatives are 0 where a^2 alpha / ((b + d)(c + e)) = tau^2 RAI R with R = C/N, alpha =
1 - (1 - p)^(tau' R); the left side grows with p, so there is one such p.
"""

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Parameters:
    """Of the experiments of the paper, in packets of 1000 B and seconds."""

    capacity: float = 40e9 / 8000  # C
    rate_ai: float = 40e6 / 8000  # RAI
    cnp_interval: float = 50e-6  # tau
    alpha_timer: float = 55e-6  # tau'
    increase_timer: float = 55e-6  # T
    byte_counter: float = 1e7 / 1000  # B
    fast_recovery: int = 5  # F
    gain: float = 1 / 256  # g
    kmin: float = 5.0
    kmax: float = 2000.0
    pmax: float = 0.1


def events(p, packets, fast_recovery):
    """b and c, or d and e: increase events per packet if one is due every so many packets."""
    none_marked = math.exp(packets * math.log1p(-p))
    per_packet = p * none_marked / (1 - none_marked)
    return per_packet, per_packet * none_marked**fast_recovery


def marked(p, packets):
    """The probability that one of so many packets is marked."""
    return -math.expm1(packets * math.log1p(-p))


def fixed_point(flows, parameters=Parameters(), waits_for_mark=False):
    """The queue at rest in packets, by bisection over p.

    The model counts a/tau CNPs in a second; a receiver that waits for tau and then for a marked
    packet sends one per tau + 1/(p R), with waits_for_mark.
    """
    par = parameters
    rate = par.capacity / flows

    def excess(p):
        b, c = events(p, par.byte_counter, par.fast_recovery)
        d, e = events(p, par.increase_timer * rate, par.fast_recovery)
        a = marked(p, par.cnp_interval * rate)
        if waits_for_mark:
            a = par.cnp_interval / (par.cnp_interval + 1 / (p * rate))
        alpha = marked(p, par.alpha_timer * rate)
        return a * a * alpha - par.cnp_interval**2 * par.rate_ai * rate * (b + d) * (c + e)

    low, high = 1e-9, par.pmax
    for _ in range(100):
        middle = math.sqrt(low * high)
        low, high = (middle, high) if excess(middle) < 0 else (low, middle)
    return par.kmin + low / par.pmax * (par.kmax - par.kmin)


def integrate(flows, delay, length, at_enqueue=False, step=1e-6, parameters=Parameters()):
    """The model in time by Euler's rule, from an empty queue with all flows at line rate.

    Marked at enqueue, a packet that leaves at t tells of the queue at s < t when it came,
    t = s + q(s)/C. Returns the times in s and the queue in packets, every 20 steps.
    """
    par = parameters
    lag = round(delay / step)
    rate = target = par.capacity
    alpha = 1.0
    queue = 0.0
    rates = [par.capacity] * lag  # a ring: of the last feedback delay
    queues = []
    came = 0  # step at which the packet came that left one feedback delay ago
    times, course = [], []
    for now in range(round(length / step)):
        queues.append(queue)
        old_rate, rates[now % lag] = rates[now % lag], rate
        left = now - lag
        if at_enqueue:
            while came < left and (came + 1) * step + queues[came + 1] / par.capacity <= left * step:
                came += 1
            old_queue = queues[came] if left >= 0 else 0.0
        else:
            old_queue = queues[left] if left >= 0 else 0.0
        if old_queue <= par.kmin:
            a = recent = 0.0
            b = c = 1 / par.byte_counter
            d = e = 1 / (par.increase_timer * old_rate)
        elif old_queue > par.kmax:
            a = recent = 1.0
            b = c = d = e = 0.0
        else:
            p = par.pmax * (old_queue - par.kmin) / (par.kmax - par.kmin)
            a = marked(p, par.cnp_interval * old_rate)
            recent = marked(p, par.alpha_timer * old_rate)
            b, c = events(p, par.byte_counter, par.fast_recovery)
            d, e = events(p, par.increase_timer * old_rate, par.fast_recovery)
        up = (target - rate) * old_rate * (b + d) / 2
        rate_slope = up - rate * alpha * a / (2 * par.cnp_interval)
        target_slope = (rate - target) * a / par.cnp_interval + par.rate_ai * old_rate * (c + e)
        alpha += step * par.gain * (recent - alpha) / par.alpha_timer
        queue = max(0.0, queue + step * (flows * rate - par.capacity))
        rate = min(par.capacity, rate + step * rate_slope)
        target = min(par.capacity, target + step * target_slope)
        if now % 20 == 0:
            times.append(now * step)
            course.append(queues[now])
    return times, course
