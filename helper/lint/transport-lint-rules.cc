// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "transport-lint-rules.h"

#include "lint-view.h"
#include "reordering.h"

#include "ns3/credited-voq-stage.h"
#include "ns3/longest-path.h"
#include "ns3/retransmission-timer.h"
#include "ns3/topology-generator.h"
#include "ns3/transport-settings.h"
#include "ns3/ugal-l-path-selector.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <iomanip>
#include <sstream>
#include <utility>

namespace ns3
{

namespace
{

/** @return payload that may be unacknowledged in bytes; empty: no limit */
std::optional<uint64_t>
GetWindow(const LintView& view)
{
    const auto window = GetUnsigned(&view.GetNic(), "WindowBytes");
    return window && *window < UINT64_MAX ? window : std::nullopt;
}

/** @param number any number @return text with at most two decimals, such as "1.2" */
std::string
DescribeNumber(double number)
{
    std::ostringstream text;
    text << std::setprecision(4) << number;
    return text.str();
}

/** Finds windows with fewer than two answers: answers have to come before the window is used up. */
std::string
FindFewAcks(const LintView& view)
{
    const auto window = GetWindow(view);
    if (!window)
    {
        return "";
    }
    const uint32_t interval = view.GetNic().GetConnectionFactory().GetAckInterval();
    const uint64_t between = uint64_t{interval} * view.GetNic().GetMtuBytes();
    if (2 * between <= *window)
    {
        return "";
    }
    return "an acknowledgement comes every " + DescribeBytes(between) + " (AckInterval " +
           std::to_string(interval) + "), fewer than two per window of " + DescribeBytes(*window) +
           ", so the sender idles until one arrives; lower AckInterval to " +
           std::to_string(std::max<uint64_t>(1, *window / 2 / view.GetNic().GetMtuBytes())) +
           " or raise WindowBytes";
}

/** @return time of a full packet on the wire of a NIC, in ps */
int64_t
GetWirePs(const RdmaNic& nic)
{
    const auto& framing = nic.GetRdmaFraming();
    return SerializationPs(framing.GetFrameBytes(RdmaOpcode::WRITE_MIDDLE, nic.GetMtuBytes()) +
                               framing.GetGapBytes(),
                           nic.GetPort().GetRatebps());
}

/**
 * Simulates one flow on an idle network, packet by packet: a packet waits for the wire and, if the
 * window is full, for the acknowledgement of the oldest packet. Every AckInterval-th packet asks
 * for an acknowledgement, and so does the last one in the window; an answer that comes when a
 * packet begins is too late for that packet.
 *
 * @param packets packets that may be unacknowledged, at least 1
 * @param interval AckInterval, at least 1
 * @param wirePs see GetWirePs()
 * @param rttPs idle round trip of a full packet in ps
 * @return share of the link that the flow gets, at most 1
 */
double
GetFlowShare(uint64_t packets, uint64_t interval, int64_t wirePs, int64_t rttPs)
{
    constexpr uint64_t MOST_STEPS = 1 << 20;
    const double loop = static_cast<double>(rttPs) / static_cast<double>(wirePs);
    if (interval == 1 || static_cast<double>(packets) >= loop + static_cast<double>(interval - 1))
    {
        return std::min(1.0, static_cast<double>(packets) / loop);
    }
    const uint64_t windows = std::clamp<uint64_t>(MOST_STEPS / packets, 8, 512);
    const uint64_t begin = windows / 4 * packets; // by then the pattern repeats
    const uint64_t end = windows * packets;
    std::deque<std::pair<int64_t, uint64_t>>
        answers; // time of each answer, and packets that it acknowledges
    uint64_t acknowledged = 0;
    int64_t nowPs = 0;
    int64_t beginPs = 0;
    for (uint64_t packet = 0; packet < end; ++packet)
    {
        while (!answers.empty() &&
               (answers.front().first < nowPs || packet >= acknowledged + packets))
        {
            nowPs = std::max(nowPs, answers.front().first);
            acknowledged = answers.front().second;
            answers.pop_front();
        }
        if (packet == begin)
        {
            beginPs = nowPs;
        }
        if ((packet + 1) % interval == 0 || packet + 1 >= acknowledged + packets)
        {
            answers.emplace_back(nowPs + rttPs, packet + 1);
        }
        nowPs += wirePs;
    }
    return static_cast<double>((end - begin) * static_cast<uint64_t>(wirePs)) /
           static_cast<double>(nowPs - beginPs);
}

std::string
FindWindowBelowBdp(const LintView& view)
{
    const auto window = GetWindow(view);
    const int64_t rttPs = view.GetLongestRttPs();
    const RdmaNic& nic = view.GetNic();
    const uint64_t ratebps = nic.GetPort().GetRatebps();
    const uint64_t neededBytes = BytesInPs(rttPs, ratebps);
    if (!window || *window >= neededBytes)
    {
        return "";
    }
    const int64_t wirePs = GetWirePs(nic);
    const double share = GetFlowShare(std::max<uint64_t>(1, *window / nic.GetMtuBytes()),
                                      nic.GetConnectionFactory().GetAckInterval(),
                                      wirePs,
                                      rttPs);
    return "a window of " + DescribeBytes(*window) + " over a round trip of " +
           DescribeTime(rttPs) + " limits one flow to " +
           DescribeRate(share * nic.GetMtuBytes() * 8e12 / static_cast<double>(wirePs)) +
           " on an idle network of " + DescribeRate(ratebps) + "; raise WindowBytes to " +
           std::to_string(neededBytes) + " unless this is intended";
}

/** Finds a range of packet numbers of a transport that is too small for one flow at full rate. */
std::string
FindPsnRangeBelowBdp(const LintView& view)
{
    const auto& nic = view.GetNic();
    const uint64_t packets = view.network.transports.front()->GetPsnRange();
    const uint64_t ratebps = nic.GetPort().GetRatebps() * view.network.CountPorts();
    const int64_t rttPs = view.GetLongestRttPs();
    const uint64_t needed = BytesInPs(rttPs, ratebps) / nic.GetMtuBytes() + 1;
    if (packets == 0 || packets >= needed)
    {
        return "";
    }
    return "one flow has at most " + std::to_string(packets) + " packets of " +
           std::to_string(nic.GetMtuBytes()) + " B in a round trip, which takes up to " +
           DescribeTime(rttPs) + ", so it gets at most " +
           DescribeRate(static_cast<double>(packets * nic.GetMtuBytes()) * 8e12 /
                        static_cast<double>(rttPs)) +
           " of " + DescribeRate(static_cast<double>(ratebps)) +
           "; raise the range of packet numbers of " +
           view.profile.transport.GetTypeId().GetName() + " to " + std::to_string(needed) +
           " packets unless this is intended";
}

/**
 * Finds a window of loss recovery that is too small for one flow at full rate: too short for the
 * longest round trip, or with too few packets for the shortest.
 */
std::string
FindRecoveryWindowBelowLoop(const LintView& view)
{
    constexpr double ENOUGH = 0.98; // share of the link
    const RdmaNic& nic = view.GetNic();
    const uint32_t mtuBytes = nic.GetMtuBytes();
    const uint64_t ratebps = nic.GetPort().GetRatebps();
    const int64_t wirePs = GetWirePs(nic);
    const uint32_t interval = nic.GetConnectionFactory().GetAckInterval();
    double worst = 1;
    uint64_t window = 0;
    int64_t roundPs = 0;
    for (const int64_t rttPs : view.GetRttsPs())
    {
        const auto recovery = view.profile.lossRecovery.Create<LossRecovery>();
        recovery->Start({ratebps, rttPs, mtuBytes});
        const double share =
            GetFlowShare(recovery->GetWindowBytes() / mtuBytes, interval, wirePs, rttPs);
        if (share < worst)
        {
            worst = share;
            window = recovery->GetWindowBytes();
            roundPs = rttPs;
        }
    }
    if (worst >= ENOUGH)
    {
        return "";
    }
    const double roundPackets = static_cast<double>(roundPs) / static_cast<double>(wirePs);
    uint64_t few = window / mtuBytes;
    auto enough = static_cast<uint64_t>(std::ceil(roundPackets)) + interval;
    while (enough - few > 1)
    {
        const uint64_t middle = few + (enough - few) / 2;
        (GetFlowShare(middle, interval, wirePs, roundPs) < ENOUGH ? few : enough) = middle;
    }
    const std::string advice =
        GetNumber(view.lossRecovery, "WindowBdps")
            ? "; raise WindowBdps to " +
                  DescribeNumber(std::ceil(100.0 * static_cast<double>(enough * mtuBytes) /
                                           static_cast<double>(BytesInPs(roundPs, ratebps))) /
                                 100)
            : "";
    return "the window of " + view.lossRecovery->GetInstanceTypeId().GetName() + ", " +
           std::to_string(window) + " B, is " + std::to_string(window / mtuBytes) +
           " packets, and an idle round trip of " + DescribeTime(roundPs) + " is " +
           DescribeNumber(std::round(100 * roundPackets) / 100) +
           " of them on the wire, acknowledged " + DescribeNumber(interval) + " at a time" +
           ": one flow gets " + std::to_string(std::lround(100 * worst)) + " % of its link" +
           advice;
}

std::string
FindTimeoutBelowRtt(const LintView& view)
{
    const auto ackTimeoutPs = GetDurationPs(&view.GetNic(), "AckTimeout");
    if (!ackTimeoutPs)
    {
        return "";
    }
    const int64_t rttPs = view.GetLongestRttPs();
    const auto timer = view.profile.retransmissionTimer.Create<RetransmissionTimer>();
    timer->AssignStreams(0); // so that the sample takes no stream of the run
    // Some timers are shorter while few packets are in flight, or for short timeouts first.
    int64_t timeoutPs = *ackTimeoutPs;
    for (const uint64_t inflightPackets : {uint64_t{1}, uint64_t{1} << 20})
    {
        timeoutPs = std::min(timeoutPs, timer->GetTimeoutPs({*ackTimeoutPs, 0, inflightPackets}));
    }
    if (timeoutPs > rttPs)
    {
        return "";
    }
    return "packets are sent again after " + DescribeTime(timeoutPs) +
           ", but an idle round trip takes " + DescribeTime(rttPs) +
           ", so nothing is ever acknowledged in time; raise " +
           (timeoutPs == *ackTimeoutPs
                ? "AckTimeout"
                : "the timeouts of " + timer->GetInstanceTypeId().GetName()) +
           " well above it";
}

/** Finds senders that cannot go below MinRate, so that only flow control holds them back. */
std::string
FindMinRateTooHigh(const LintView& view)
{
    const auto minbps = GetRatebps(view.congestionControl, "MinRate");
    const uint64_t ratebps = view.GetNic().GetPort().GetRatebps();
    if (!minbps || static_cast<double>(*minbps) * view.incast <= static_cast<double>(ratebps))
    {
        return "";
    }
    return std::to_string(view.incast) + " flows start to one host, and " +
           std::to_string(view.incast) + " times the MinRate of " + DescribeRate(*minbps) +
           " is more than its link of " + DescribeRate(ratebps) +
           ": the queue grows until flow control stops it; set MinRate below " +
           DescribeRate(static_cast<double>(ratebps) / view.incast);
}

std::string
FindGoBackWithoutPfc(const LintView& view)
{
    if (view.HasLossless() || view.lossRecovery->IsSelective() ||
        view.network.fabricSwitches.empty())
    {
        return "";
    }
    return "no priority is lossless and " + view.lossRecovery->GetInstanceTypeId().GetName() +
           " sends everything after a lost packet again, so throughput may collapse under "
           "congestion; choose selective repeat";
}

std::string
FindOvertaking(const LintView& view)
{
    return FindReordering(view.network);
}

/** The authors' simulator of ConWeave refuses algorithms that use round trips. */
std::string
FindDelayOfReordering(const LintView& view)
{
    const std::string reorderer = view.needs.delay ? GetReorderer(view.profile) : "";
    if (reorderer.empty())
    {
        return "";
    }
    return reorderer + " holds packets until the packets that they have overtaken arrive, and " +
           view.congestionControl->GetInstanceTypeId().GetName() +
           " takes that time for queueing delay; choose a congestion control that uses marks, such "
           "as ns3::Dcqcn";
}

/**
 * Telemetry is compared with the last value of the same path: with more paths than packets in a
 * round trip, that value is older than a round trip.
 */
std::string
FindTelemetryOfManyPaths(const LintView& view)
{
    if (!view.needs.telemetry || view.network.KeepsOrder())
    {
        return "";
    }
    uint64_t paths = 1;
    for (uint32_t host = 1; host < view.network.topology.GetHostCount(); ++host)
    {
        paths =
            std::max(paths, CountPaths(view.network.topology, view.network.GetRoutes(), 0, host));
    }
    const auto& port = view.GetNic().GetPort();
    const int64_t packetPs = SerializationPs(port.GetMaxWireBytes(), port.GetRatebps());
    const int64_t rttPs = view.GetLongestRttPs();
    const uint64_t heard = static_cast<uint64_t>(rttPs / packetPs);
    if (paths <= heard)
    {
        return "";
    }
    return view.network.GetSpreader() + " spreads a flow over " + std::to_string(paths) +
           " paths, and in a round trip of " + DescribeTime(rttPs) + " " +
           view.congestionControl->GetInstanceTypeId().GetName() + " gets reports of " +
           std::to_string(heard) +
           " packets, so of each path less than once: it reacts late to congestion on a path; use "
           "a path selector that keeps the path of a flow, or a congestion control without "
           "telemetry";
}

std::string
FindQueuesWithoutTelemetry(const LintView& view)
{
    if (!view.needs.telemetry && !view.needs.digest)
    {
        return "";
    }
    for (const auto& fabricSwitch : view.network.fabricSwitches)
    {
        if (const auto* stage = dynamic_cast<CreditedVoqStage*>(fabricSwitch->GetStage()))
        {
            return stage->GetName() +
                   " makes packets wait in virtual output queues, but telemetry reports the egress "
                   "queue behind them, which is short: " +
                   view.congestionControl->GetInstanceTypeId().GetName() +
                   " does not see the queue; choose a congestion control that uses delay or marks, "
                   "such as ns3::Swift or ns3::Dcqcn";
        }
    }
    return "";
}

/** Links with credits have separate lanes for detours, so this finding does not apply to them. */
std::string
FindSharedDetourLanes(const LintView& view)
{
    if (!DynamicCast<UgalLPathSelector>(view.pathSelector) ||
        view.GetNic().GetPort().GetFlowControl().IsCounting())
    {
        return "";
    }
    return "minimal paths and detours share lanes on links without credits, so "
           "ns3::UgalLPathSelector cannot tell their queues apart if both leave by one port: such "
           "packets take minimal paths, and if all hosts of a group send to another group, each "
           "gets at most about 1 / (hosts of a router); choose ns3::ValiantPathSelector, or links "
           "with credits";
}

std::string
FindOddRates(const LintView& view)
{
    const auto& topology = view.network.topology;
    if (view.network.server && view.network.server->IsAlone())
    {
        return ""; // links inside a server are not ports of switches
    }
    const auto odd =
        std::find_if(topology.links.begin(), topology.links.end(), [&](const auto& link) {
            return !topology.IsHost(link.a) && !topology.IsHost(link.b) &&
                   !TopologyGenerator::IsPortRate(link.ratebps);
        });
    if (odd == topology.links.end())
    {
        return "";
    }
    return "the link between " + topology.nodes[odd->a].name + " and " +
           topology.nodes[odd->b].name + " has " + DescribeRate(static_cast<double>(odd->ratebps)) +
           ", but no port with that rate is sold, so its cost and power are unknown; use uplinks "
           "of 100, 200, 400 or 800 Gb/s, another number of uplinks or another oversubscription";
}

std::string
FindIdleNics(const LintView& view)
{
    const auto used = std::count(view.usesNic.begin(), view.usesNic.end(), true);
    const auto all = static_cast<std::ptrdiff_t>(view.usesNic.size());
    if (used == all)
    {
        return "";
    }
    return "jobs use " + std::to_string(used) + " of the " + std::to_string(all) +
           " NICs of each GPU, so the other links are idle; set splitOverNics to true, or use as "
           "many channels as NICs" +
           (view.network.server->SplitsOverNics()
                ? " (reductions by switches use the first NIC only)"
                : "");
}

std::string
FindDebugBuild(const LintView& view)
{
    return view.debugBuild ? "this is a debug build: it has assertions or no optimization and is "
                             "many times slower than a release build; do not use its run times"
                           : "";
}

} // namespace

std::vector<LintRule>
GetTransportLintRules()
{
    return {{"few-acks", FindFewAcks, LintNeed::QUEUE_PAIRS},
            {"window-below-bdp", FindWindowBelowBdp, LintNeed::QUEUE_PAIRS},
            {"psn-range-below-bdp", FindPsnRangeBelowBdp},
            {"recovery-window", FindRecoveryWindowBelowLoop, LintNeed::QUEUE_PAIRS},
            {"timeout-below-rtt", FindTimeoutBelowRtt, LintNeed::QUEUE_PAIRS},
            {"min-rate-too-high", FindMinRateTooHigh, LintNeed::QUEUE_PAIRS},
            {"go-back-without-pfc", FindGoBackWithoutPfc, LintNeed::QUEUE_PAIRS},
            {REORDERING_RULE, FindOvertaking},
            {"reordering-delay", FindDelayOfReordering, LintNeed::QUEUE_PAIRS},
            {"telemetry-many-paths", FindTelemetryOfManyPaths, LintNeed::QUEUE_PAIRS},
            {"hidden-queues", FindQueuesWithoutTelemetry, LintNeed::QUEUE_PAIRS},
            {"shared-detour-lanes", FindSharedDetourLanes},
            {"idle-nic", FindIdleNics, LintNeed::NOTHING},
            {"odd-rate", FindOddRates, LintNeed::NOTHING},
            {"debug-build", FindDebugBuild, LintNeed::NOTHING}};
}

} // namespace ns3
