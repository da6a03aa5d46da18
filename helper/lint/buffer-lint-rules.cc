// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "buffer-lint-rules.h"

#include "lint-view.h"

#include "ns3/credit-flow-control.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <tuple>

namespace ns3
{

namespace
{

/** @return bit n: n is a lane of data, and the port must not lose packets of it */
uint32_t
GetLosslessData(const LintView& view, const LintView::Port& port)
{
    uint32_t classes = 0;
    for (const uint8_t lane : view.lanes)
    {
        classes |= 1U << view.InSwitch(lane);
    }
    return classes & port.lossless;
}

/** @return number of data lanes of which a port must not lose packets */
uint32_t
CountLosslessData(const LintView& view, const LintView::Port& port)
{
    return __builtin_popcount(GetLosslessData(view, port));
}

/**
 * Marks have to come before pauses (DCQCN, SIGCOMM'15, section 4): an ingress priority of which one
 * egress queue holds Kmin must not have reached its PFC threshold, at the port with the lowest
 * threshold. The threshold falls as more egress queues hold as much:
 *     threshold(c) = reserve + alpha (pool - classes * sum of the c largest Kmin) >= Kmin
 * The paper demands more, and the finding recommends it: the rule should hold even if all n egress
 * queues were filled through one ingress,
 *     Kmin <= (reserve + alpha pool) / (n (1 + alpha classes)).
 */
std::string
FindEcnAbovePfc(const LintView& view)
{
    if (!view.UsesMarks())
    {
        return "";
    }
    for (const auto& fabricSwitch : view.switches)
    {
        std::vector<double> kmins;
        const LintView::Port* least = nullptr; // the port that is paused first
        uint32_t classes = 0;
        for (const auto& port : fabricSwitch.ports)
        {
            const uint32_t lossless = CountLosslessData(view, port);
            classes = std::max(classes, lossless);
            if (lossless > 0)
            {
                kmins.push_back(*view.GetKminBytes(port.ratebps));
                least = least && fabricSwitch.GetThreshold(0, *least) <=
                                     fabricSwitch.GetThreshold(0, port)
                            ? least
                            : &port;
            }
        }
        std::sort(kmins.begin(), kmins.end(), std::greater<>());
        double queuedBytes = 0;
        for (size_t c = 0; c < kmins.size(); ++c)
        {
            queuedBytes += classes * kmins[c];
            const double threshold = fabricSwitch.GetThreshold(queuedBytes, *least);
            if (threshold < kmins.front())
            {
                const auto& it = least->thresholds;
                const double alpha = it.staticBytes > 0 ? 0 : it.alpha;
                const double fitting =
                    fabricSwitch.GetThreshold(0, *least) / (kmins.size() * (1 + alpha * classes));
                return "marking begins at " + DescribeBytes(kmins.front()) + ", but with " +
                       std::to_string(c + 1) + " congested ports " + fabricSwitch.name +
                       " pauses an ingress priority at " + DescribeBytes(std::max(0.0, threshold)) +
                       ", so PFC acts before ECN; have Kmin below " + DescribeBytes(fitting) +
                       " so that marks come first for any traffic, or raise the buffer's size or "
                       "alpha";
            }
        }
    }
    return "";
}

/**
 * Computes the largest queue that the other ports can fill. Until each is paused,
 *     Q = sum over them of reserve + alpha (pool - Q),   or of reserve + static threshold,
 * and then their headroom; a lossy queue ends at Q = lossyAlpha (pool - Q).
 */
double
GetLargestQueue(const LintView::Switch& fabricSwitch, const LintView::Port& port, bool lossless)
{
    const auto pool = static_cast<double>(fabricSwitch.poolBytes);
    if (!lossless)
    {
        return pool * fabricSwitch.lossyAlpha / (1 + fabricSwitch.lossyAlpha);
    }
    double share = 0;
    double thresholds = 0;
    double headroom = 0;
    for (const auto& other : fabricSwitch.ports)
    {
        if (other.number != port.number)
        {
            share += other.thresholds.staticBytes > 0 ? 0 : other.thresholds.alpha;
            thresholds += fabricSwitch.GetThreshold(0, other);
            headroom += static_cast<double>(other.reserveBytes);
        }
    }
    return thresholds / (1 + share) + headroom;
}

std::string
FindKmaxUnreachable(const LintView& view)
{
    if (!view.UsesMarks())
    {
        return "";
    }
    for (const auto& fabricSwitch : view.switches)
    {
        for (const auto& port : fabricSwitch.ports)
        {
            const bool lossless = CountLosslessData(view, port) > 0;
            const double largest = GetLargestQueue(fabricSwitch, port, lossless);
            const double kmax = *view.GetKmaxBytes(port.ratebps);
            if (kmax > largest)
            {
                return "every packet is marked above " + DescribeBytes(kmax) + ", but a queue of " +
                       fabricSwitch.name + " at " + DescribeRate(port.ratebps) +
                       " never holds more than " + DescribeBytes(largest) + " before " +
                       (lossless ? "all senders are paused" : "packets are dropped") +
                       "; lower Kmax or raise the buffer's size or alpha";
            }
        }
    }
    return "";
}

/**
 * Compares the headroom that is set with the value that the flow control derives for these links.
 */
std::string
FindHeadroomTooSmall(const LintView& view)
{
    const auto hasProfiles = [](const auto& one) {
        const auto* profiles = one.it->GetBuffer().GetRateProfiles();
        return profiles && !profiles->GetRows().empty();
    };
    if (GetUnsigned(view.flowControl, "HeadroomBytes").value_or(0) == 0 &&
        std::none_of(view.switches.begin(), view.switches.end(), hasProfiles))
    {
        return "";
    }
    auto factory = view.profile.flowControl;
    if (GetUnsigned(view.flowControl, "HeadroomBytes"))
    {
        factory.Set("HeadroomBytes", UintegerValue(0));
    }
    std::string finding;
    uint64_t worst = 0;
    for (const auto& fabricSwitch : view.switches)
    {
        for (const auto& port : fabricSwitch.ports)
        {
            const auto computing = factory.Create<LinkFlowControl>();
            const auto& device = fabricSwitch.it->GetPorts()[port.number];
            computing->Attach(PeekPointer(device));
            computing->SetCellBytes(fabricSwitch.it->GetBuffer().GetCellBytes());
            const uint64_t needed = computing->GetReservedBytes();
            if (port.lossless != 0 && needed > port.reserveBytes + worst)
            {
                worst = needed - port.reserveBytes;
                finding = "the headroom is " + std::to_string(port.reserveBytes) + " B, but port " +
                          std::to_string(port.number) + " of " + fabricSwitch.name + " at " +
                          DescribeRate(port.ratebps) + " with " +
                          DescribeTime(device->GetDelayPs()) + " of wire needs " +
                          std::to_string(needed) +
                          " B and may lose packets; raise HeadroomBytes or leave it 0";
            }
        }
    }
    return finding;
}

std::string
FindHeadroomEatsBuffer(const LintView& view)
{
    constexpr double MOST = 0.5;
    for (const auto& fabricSwitch : view.switches)
    {
        const double left = static_cast<double>(fabricSwitch.poolBytes) / fabricSwitch.sizeBytes;
        if (left < 1 - MOST)
        {
            return "headroom and reserve take " +
                   DescribeBytes(fabricSwitch.sizeBytes - fabricSwitch.poolBytes) + " of the " +
                   DescribeBytes(fabricSwitch.sizeBytes) + " buffer of " + fabricSwitch.name +
                   " and leave " + DescribeBytes(fabricSwitch.poolBytes) +
                   " to share; use fewer lossless priorities, shorter wires or a larger buffer";
        }
    }
    return "";
}

/**
 * Computes the most that lossless ingress lanes admit together. Each takes alpha times the free
 * pool, however little the others leave, so that they get most if they fill one after the other,
 *     pool (1 - product of 1 / (1 + alpha))   or min(pool, lanes * static threshold),
 * plus reserve and headroom.
 *
 * @param view view of the network
 * @param fabricSwitch switch of the lanes
 * @param lanes bit n: lane n counts
 * @param except number of a port that is left out; number of ports: none
 * @return bytes
 */
double
GetMostAdmitted(const LintView& view,
                const LintView::Switch& fabricSwitch,
                uint32_t lanes,
                size_t except)
{
    const auto poolBytes = static_cast<double>(fabricSwitch.poolBytes);
    double freeBytes = poolBytes;
    double reserveBytes = 0;
    double headroomBytes = 0;
    for (const auto& port : fabricSwitch.ports)
    {
        const int count = __builtin_popcount(lanes & GetLosslessData(view, port));
        const auto& it = port.thresholds;
        for (int lane = 0; lane < count && port.number != except; ++lane)
        {
            freeBytes = it.staticBytes > 0
                            ? std::max(0.0, freeBytes - static_cast<double>(it.staticBytes))
                            : freeBytes / (1 + it.alpha);
            reserveBytes += static_cast<double>(it.reserveBytes);
            headroomBytes += port.reserveBytes;
        }
    }
    return poolBytes - freeBytes + reserveBytes +
           std::min(headroomBytes, static_cast<double>(fabricSwitch.headroomPoolBytes));
}

/**
 * @param most lossless bytes of the whole switch
 * @return finding about a lossless egress queue that may drop packets; empty: none
 */
std::string
FindQueueLimit(const LintView& view, const LintView::Switch& fabricSwitch, double most)
{
    const bool isStatic = fabricSwitch.egressBytes > 0;
    const auto poolBytes = static_cast<double>(
        fabricSwitch.egressPoolBytes > 0 ? fabricSwitch.egressPoolBytes : fabricSwitch.sizeBytes);
    const double limit = isStatic ? static_cast<double>(fabricSwitch.egressBytes)
                                  : fabricSwitch.egressAlpha * (poolBytes - most);
    for (const auto& port : fabricSwitch.ports)
    {
        // The lowest lane first.
        for (uint32_t lanes = GetLosslessData(view, port); lanes != 0; lanes &= lanes - 1)
        {
            const uint32_t lane = lanes & ~(lanes - 1);
            const double queue = GetMostAdmitted(view, fabricSwitch, lane, port.number);
            if (queue > limit)
            {
                return "a lossless egress queue of " + fabricSwitch.name + " at " +
                       DescribeRate(port.ratebps) + " may hold " + DescribeBytes(limit) +
                       (isStatic ? "" : " when the egress pool is fullest") +
                       ", but the other ports admit up to " + DescribeBytes(queue) +
                       " for it, so lossless packets may be dropped; raise " +
                       (isStatic ? "EgressThresholdBytes" : "EgressAlpha") + " or lower alpha";
            }
        }
    }
    return "";
}

/**
 * Compares limits at the egress with the bytes that the ingress admits before all senders are
 * paused.
 */
std::string
FindEgressLimit(const LintView& view)
{
    for (const auto& fabricSwitch : view.switches)
    {
        const double most =
            GetMostAdmitted(view, fabricSwitch, UINT32_MAX, fabricSwitch.ports.size());
        const uint64_t poolBytes = fabricSwitch.egressPoolBytes;
        if (poolBytes > 0 && most > poolBytes)
        {
            return "all lossless packets of " + fabricSwitch.name + " may hold " +
                   DescribeBytes(poolBytes) + ", but its ingress priorities admit up to " +
                   DescribeBytes(most) +
                   ", so lossless packets may be dropped; raise EgressPoolBytes or lower alpha";
        }
        if (fabricSwitch.egressBytes > 0 || fabricSwitch.egressAlpha > 0)
        {
            const auto finding = FindQueueLimit(view, fabricSwitch, most);
            if (!finding.empty())
            {
                return finding;
            }
        }
    }
    return "";
}

std::string
FindMarkerNotScaled(const LintView& view)
{
    if (!view.UsesMarks() || view.portRatesbps.size() < 2)
    {
        return "";
    }
    const uint64_t slow = view.portRatesbps.front();
    const uint64_t fast = view.portRatesbps.back();
    const double kmin = *view.GetKminBytes(slow);
    // Vendors set the same bytes at all rates of a switch, although rates differ up to four times.
    constexpr uint64_t USUAL_QUOTIENT = 4;
    if (kmin == 0 || fast <= USUAL_QUOTIENT * slow || kmin != *view.GetKminBytes(fast))
    {
        return "";
    }
    const auto bytes = static_cast<uint64_t>(kmin);
    return "marking begins at " + DescribeBytes(kmin) + " on every port, which is " +
           DescribeTime(SerializationPs(bytes, slow)) + " of queueing at " + DescribeRate(slow) +
           " and " + DescribeTime(SerializationPs(bytes, fast)) + " at " + DescribeRate(fast) +
           "; set the marker's ReferenceRate to the rate that Kmin and Kmax are meant for";
}

std::string
FindMtuAboveKmin(const LintView& view)
{
    if (!view.UsesMarks() || view.portRatesbps.empty())
    {
        return "";
    }
    const uint64_t slow = view.portRatesbps.front();
    const double kmin = *view.GetKminBytes(slow);
    const auto& nic = view.GetNic();
    const uint32_t frame =
        nic.GetRdmaFraming().GetFrameBytes(RdmaOpcode::WRITE_MIDDLE, nic.GetMtuBytes());
    if (kmin >= frame)
    {
        return "";
    }
    return "marking begins at " + DescribeBytes(kmin) + " on a port of " + DescribeRate(slow) +
           ", which is less than one frame of " + std::to_string(frame) +
           " B, so a single packet that waits counts as congestion; raise Kmin or lower MtuBytes";
}

/**
 * @param port port whose flow control has credits
 * @param neededBytes buffer that a lane needs
 * @return advice of FindCreditsTooFew()
 */
std::string
DescribeMoreCredits(const FabricNetDevice& port, uint64_t neededBytes)
{
    const std::string raise = "raise BufferBytes to " + std::to_string(neededBytes);
    const auto* credits = dynamic_cast<const CreditFlowControl*>(&port.GetFlowControl());
    if (!credits)
    {
        return raise + " and the size of a credit as much as it takes, leave both at their "
                       "defaults, or use shorter wires";
    }
    constexpr uint64_t MOST = CreditFlowControl::MAX_CREDITS;
    if (credits->GetBlockBytes() >= port.GetMaxWireBytes())
    {
        return "no more than " + std::to_string(MOST) +
               " packets can have credits, so use shorter wires or several links";
    }
    return raise +
           (neededBytes > MOST * credits->GetBlockBytes()
                ? " and BlockBytes, of which 2048 are advertised, to " +
                      std::to_string((neededBytes + MOST - 1) / MOST)
                : "") +
           ", leave both at 0, or use shorter wires or a smaller UpdateBlocks";
}

/**
 * A difference of 3 % between credits and the wire is ignored: whole packets and blocks do not come
 * out even.
 */
std::string
FindCreditsTooFew(const LintView& view)
{
    constexpr double MOST = 0.03;
    std::string finding;
    double worst = 1 - MOST;
    std::map<std::tuple<uint64_t, uint64_t, int64_t, int64_t, int64_t>, double> shares;
    for (std::size_t i = 0; i < view.network.channels.size(); ++i)
    {
        const auto& channel = *view.network.channels[i];
        for (const uint32_t side : {0U, 1U})
        {
            const auto port = StaticCast<FabricNetDevice>(channel.GetDevice(side));
            const auto loop = port->GetFlowControl().GetLoop();
            if (!loop)
            {
                return "";
            }
            const auto [known, isNew] = shares.try_emplace(
                {loop->packets, loop->told, loop->packetPs, loop->restPs, loop->intervalPs});
            if (isNew)
            {
                known->second = loop->GetShare();
            }
            const double share = known->second;
            if (share >= worst)
            {
                continue;
            }
            worst = share;
            const auto& topology = view.network.topology;
            const auto& link = topology.links[i];
            const uint32_t to = side == 0 ? link.a : link.b;
            const uint32_t from = side == 0 ? link.b : link.a;
            finding =
                "a lane of the " + DescribeRate(port->GetRatebps()) + " link from " +
                topology.nodes[from].name + " to " + topology.nodes[to].name +
                " has only credits for " + std::to_string(loop->packets) +
                " full packets, and they come back " + std::to_string(loop->told) +
                " at a time and " +
                DescribeTime(static_cast<int64_t>(loop->told) * loop->packetPs + loop->restPs) +
                " after the first packet, so it carries at most " +
                DescribeRate(share * static_cast<double>(port->GetRatebps())) + "; " +
                DescribeMoreCredits(*port, loop->neededBytes);
        }
    }
    return finding;
}

/** Finds rows of profiles for rates that no port has. */
std::string
FindIdleProfile(const LintView& view)
{
    std::set<uint64_t> wanted;
    const auto add = [&wanted](const RateProfiles* profiles) {
        for (size_t i = 0; profiles && i < profiles->GetRows().size(); ++i)
        {
            wanted.insert(profiles->GetRows()[i].ratebps);
        }
    };
    for (const auto& fabricSwitch : view.network.fabricSwitches)
    {
        add(fabricSwitch->GetBuffer().GetRateProfiles());
    }
    add(DynamicCast<EcnMarker>(view.marker)->GetRateProfiles());
    const auto& there = view.portRatesbps;
    for (const uint64_t rate : wanted)
    {
        if (std::find(there.begin(), there.end(), rate) == there.end())
        {
            std::string rates;
            for (const uint64_t one : there)
            {
                rates += (rates.empty() ? "" : ", ") + DescribeRate(static_cast<double>(one));
            }
            return "Profiles have a row for " + DescribeRate(static_cast<double>(rate)) +
                   ", but no switch port has this rate, so the row has no effect; ports have " +
                   rates;
        }
    }
    return "";
}

/** Compares replay buffers that are set with the value that LinkRetry derives for these links. */
std::string
FindSmallReplayBuffer(const LintView& view)
{
    constexpr auto KEY = "ReplayBufferBytes";
    auto factory = view.profile.linkRetry;
    if (GetUnsigned(factory.Create<LinkRetry>(), KEY).value_or(0) == 0)
    {
        return "";
    }
    factory.Set(KEY, UintegerValue(0));
    std::string finding;
    uint64_t worst = 0;
    for (std::size_t i = 0; i < view.network.channels.size(); ++i)
    {
        const auto port = StaticCast<FabricNetDevice>(
            view.network.channels[i]->GetDevice(0)); // the other end has the same settings
        const auto computing = factory.Create<LinkRetry>();
        computing->Attach(PeekPointer(port));
        const uint64_t needed = computing->GetBufferBytes();
        const uint64_t held = port->GetRetry()->GetBufferBytes();
        if (needed > held + worst)
        {
            worst = needed - held;
            const auto& topology = view.network.topology;
            finding = "the replay buffer holds " + std::to_string(held) + " B, but the " +
                      DescribeRate(port->GetRatebps()) + " link between " +
                      topology.nodes[topology.links[i].a].name + " and " +
                      topology.nodes[topology.links[i].b].name + " with " +
                      DescribeTime(port->GetDelayPs()) + " of wire needs " +
                      std::to_string(needed) +
                      " B to carry its full rate in both directions; raise ReplayBufferBytes or "
                      "leave it 0";
        }
    }
    return finding;
}

} // namespace

std::vector<LintRule>
GetBufferLintRules()
{
    return {{"ecn-above-pfc", FindEcnAbovePfc},
            {"kmax-unreachable", FindKmaxUnreachable},
            {"headroom-too-small", FindHeadroomTooSmall},
            {"headroom-eats-buffer", FindHeadroomEatsBuffer},
            {"egress-limit", FindEgressLimit},
            {"marker-not-scaled", FindMarkerNotScaled},
            {"mtu-above-kmin", FindMtuAboveKmin, LintNeed::QUEUE_PAIRS},
            {"credits-too-few", FindCreditsTooFew},
            {"idle-profile", FindIdleProfile},
            {"small-replay-buffer", FindSmallReplayBuffer}};
}

} // namespace ns3
