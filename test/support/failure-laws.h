// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FAILURE_LAWS_H
#define AI_FABRIC_FAILURE_LAWS_H

// What a job loses by a failure, from the attributes of its fabric alone.

#include "ns3/json-reader.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/** Between what a law puts a time, in us; both the same: it is closed. */
struct LossBound
{
    double low;
    double high;
};

/**
 * A fabric as the manifest of a run has it: every attribute, with its default. Hosts of the law
 * are on two leaves that four cables join, so that three switches are in between.
 */
class FabricLaws
{
  public:
    static constexpr double CABLES = 4;
    static constexpr double SWITCHES = 3;
    static constexpr double RATE_BPUS = 100e9 / 8 / 1e6; //!< bytes per us of each link
    static constexpr double CABLE_US = 0.5;

    /** @param fabric an object of the manifest; outlives it */
    explicit FabricLaws(const JsonValue& fabric)
        : m_fabric(fabric)
    {
    }

    /** @return the text of an attribute, such as "nic.ackTimeout"; empty: there is none */
    std::string Get(const std::string& path) const
    {
        const JsonValue* value = &m_fabric;
        for (size_t begin = 0; value && begin <= path.size();)
        {
            const size_t end = std::min(path.find('.', begin), path.size());
            value = value->Find(path.substr(begin, end - begin));
            begin = end + 1;
        }
        return value ? value->text : "";
    }

    /** @return a number */
    double GetNumber(const std::string& path) const
    {
        return std::stod(Get(path));
    }

    /** @return a time of the manifest, which has picoseconds, in us */
    double GetUs(const std::string& path) const
    {
        return GetNumber(path) / 1e6;
    }

    /** @return whether an attribute ends with a name, as types of parts do */
    bool Is(const std::string& path, const std::string& type) const
    {
        return Get(path) == "ns3::" + type;
    }

    /** @return whether messages are those of Ultra Ethernet or MRC, not of queue pairs */
    bool HasContexts() const
    {
        return Is("transport.type", "UltraEthernetTransport") ||
               Is("transport.type", "MrcTransport");
    }

    /** @return whether senders have a window that losses make smaller */
    bool HasWindow() const
    {
        return Is("congestionControl.type", "Nscc") || Is("congestionControl.type", "Rccc") ||
               Is("congestionControl.type", "Swift") || Is("congestionControl.type", "Falcon");
    }

    /** @return whether no window of any kind holds a sender back that hears nothing */
    bool IsBlind() const
    {
        return !HasContexts() && !Is("congestionControl.type", "Hpcc") &&
               !(Is("lossRecovery.type", "SelectiveRepeat") &&
                 GetNumber("lossRecovery.windowBdps") > 0);
    }

    /** @return whether a rate follows marks or delays, by steps that are not bound to a window */
    bool HasRate() const
    {
        return Is("congestionControl.type", "DcqcnConnectX") ||
               Is("congestionControl.type", "RttCc");
    }

    /**
     * Two flows that BFC pauses in step leave a link idle for a sixth of the time, more of them for
     * less (doc/backpressure.rst).
     *
     * @return the share of the time in which a link that is short of rate may be idle
     */
    double GetIdleShare() const
    {
        return Is("flowControl.type", "BackpressureFlowControl") ? 1.0 / 6 : 0;
    }

    /** @return whether switches choose a port for each packet, or hosts one of several paths */
    bool Sprays() const
    {
        return !Is("pathSelector.type", "EcmpPathSelector") ||
               !Is("entropyPolicy.type", "FixedEntropyPolicy");
    }

    /** @return time of a full packet on a wire, in us */
    double GetPacketUs() const
    {
        constexpr double HEADERS_BYTES = 82; // Ethernet to RoCEv2, with preamble and gap
        return (GetNumber("nic.mtuBytes") + HEADERS_BYTES) / RATE_BPUS;
    }

    /** @return from the begin of a full packet to the end of its answer on an idle network */
    double GetRttUs() const
    {
        const double wires = Get("switch.cutThrough") == "true" ? 1 : CABLES;
        return 2 * (CABLES * CABLE_US + SWITCHES * GetUs("switch.latency")) + wires * GetPacketUs();
    }

    /** @return timeouts in a row of a sender that hears nothing, from the last it heard, in us */
    std::vector<double> GetTimeouts() const
    {
        const auto retries = static_cast<int>(GetNumber("nic.retryCount"));
        const double most = GetUs("nic.ackTimeout");
        std::vector<double> times;
        double now = 0;
        // Queue pairs with an adaptive timer give up after a time, others after a number of
        // timeouts.
        const bool counts = HasContexts() || Is("retransmissionTimer.type", "LocalAckTimer") ||
                            Is("retransmissionTimer.type", "IrnTimer");
        for (int i = 0; counts ? i <= retries : now <= retries * most; ++i)
        {
            if (Is("retransmissionTimer.type", "LocalAckTimer"))
            {
                now += most;
            }
            else if (Is("retransmissionTimer.type", "IrnTimer"))
            {
                now += GetUs("retransmissionTimer.high");
            }
            else if (Is("retransmissionTimer.type", "LinearExponentialTimer"))
            {
                const auto linear =
                    static_cast<int>(GetNumber("retransmissionTimer.linearRetries"));
                now += std::ldexp(most, std::max(0, i - linear));
            }
            else
            {
                const int doublings = i / static_cast<int>(GetNumber("retransmissionTimer.tries"));
                now += std::min(most,
                                GetUs("retransmissionTimer.initialTimeout") * std::exp2(doublings));
            }
            times.push_back(now);
        }
        return times;
    }

    /** @return probes of a sender that hears nothing; none of queue pairs */
    std::vector<double> GetProbes(double untilUs) const
    {
        std::vector<double> times;
        const double first = 3 * GetRttUs();
        for (double now = first, wait = first; HasContexts() && now < untilUs;)
        {
            times.push_back(now);
            wait = std::min(2 * wait, GetUs("nic.ackTimeout"));
            now += wait;
        }
        return times;
    }

    /**
     * A window of one packet grows to the n that fill the path: Swift's by a packet in each round
     * trip, NSCC's without a queue by a share g of itself.
     *
     *     sum of 1 - w / n over round trips = (n - 1)^2 / 2 n, or ln n / ln(1 + g) - (1 - 1/n) / g
     *
     * @return what they send less in that time than they could, in us
     */
    double GetRegrowthUs() const
    {
        const double packets = std::max(1.0, GetRttUs() / GetPacketUs());
        const std::string inner = Is("congestionControl.type", "Rccc")
                                      ? "congestionControl.congestionControl."
                                      : "congestionControl.";
        if (Is(inner + "type", "Nscc"))
        {
            constexpr double REFERENCE_RTT_US = 12; // at 100 Gb/s, by which NSCC scales
            const double growth = GetNumber(inner + "fastIncrease") * GetRttUs() / REFERENCE_RTT_US;
            return GetRttUs() *
                   (std::log(packets) / std::log1p(growth) - (1 - 1 / packets) / growth);
        }
        return HasWindow() ? GetRttUs() * (packets - 1) * (packets - 1) / (2 * packets) : 0;
    }

    /**
     * The only way is away for a time, and before it is back all has been sent that may be.
     *
     * @param awayUs how long
     * @return from the last that came until that comes again that was lost, and windows are back
     */
    LossBound OfOutage(double awayUs) const
    {
        const auto timeouts = GetTimeouts();
        const auto attempt = std::lower_bound(timeouts.begin(), timeouts.end(), awayUs);
        double againUs = attempt == timeouts.end() ? INFINITY : *attempt;
        const auto probes = GetProbes(4 * awayUs);
        const auto probe = std::lower_bound(probes.begin(), probes.end(), awayUs);
        if (probe != probes.end())
        {
            againUs = std::min(againUs, *probe);
        }
        LossBound bound{againUs, againUs + GetRttUs() + GetRegrowthUs()};
        const auto before = attempt - timeouts.begin();
        if (before >= GetTimeoutsToSlowest())
        {
            bound.high = awayUs + GetSlowestUs() + GetRegrowthUs();
        }
        else if (GetTimeoutsToSlowest() < PTRDIFF_MAX)
        {
            bound.high += GetPaceUs(before);
        }
        return bound;
    }

    /** @return when a sender gives up, from the last that it heard */
    LossBound OfGivingUp() const
    {
        const auto timeouts = GetTimeouts();
        const double lastUs = timeouts.back();
        if (Is("congestionControl.type", "Rccc"))
        {
            // Who has no credit left sends nothing that a timeout could be of, and silence ends it.
            const double silenceUs = GetUs("nic.ackTimeout") * (GetNumber("nic.retryCount") + 1);
            return {std::min(lastUs, silenceUs), silenceUs + GetUs("nic.ackTimeout")};
        }
        const auto slow = static_cast<std::ptrdiff_t>(timeouts.size()) - GetTimeoutsToSlowest();
        return {lastUs, slow > 0 ? lastUs + static_cast<double>(slow) * GetSlowestUs() : lastUs};
    }

    /** @return until all switches have left a dead link out, if nothing else changes */
    double GetRerouteUs() const
    {
        if (Get("routeManager.type").empty())
        {
            return GetUs("subnetManager.trapDelay") + GetUs("subnetManager.routingTime") +
                   GetUs("subnetManager.smpTime");
        }
        return GetUs("routeManager.detectionTime") + GetUs("routeManager.routingTime");
    }

  private:
    /** @return after how many timeouts in a row Swift's window is the smallest; else never */
    std::ptrdiff_t GetTimeoutsToSlowest() const
    {
        const std::string reset = Get("congestionControl.retransmitReset");
        return reset.empty() ? PTRDIFF_MAX : std::stoi(reset);
    }

    /**
     * Swift halves its window at most once in a round trip, and what a round trip carries runs out
     * of time in one: twice for each timeout in a row. Below a packet it waits between packets.
     */
    double GetPaceUs(std::ptrdiff_t timeouts) const
    {
        const double packets = GetRttUs() / GetPacketUs() * std::exp2(-2 * timeouts);
        return packets < 1 ? GetRttUs() / packets : 0;
    }

    /** @return between packets of Swift's smallest window, with as much queued as it aims at */
    double GetSlowestUs() const
    {
        return (GetRttUs() + GetUs("congestionControl.baseTarget")) /
               GetNumber("congestionControl.minWindow");
    }

    const JsonValue& m_fabric;
};

} // namespace ns3

#endif // AI_FABRIC_FAILURE_LAWS_H
