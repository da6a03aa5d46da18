// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "derived-headroom.h"

#include "ns3/boolean.h"
#include "ns3/fabric-units.h"
#include "ns3/input-error.h"
#include "ns3/pause-frame.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DerivedHeadroom);

TypeId
DerivedHeadroom::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::DerivedHeadroom")
            .SetParent<HeadroomCalculator>()
            .SetGroupName("AiFabric")
            .AddConstructor<DerivedHeadroom>()
            .AddAttribute("StandardReaction",
                          "Use the reaction time of IEEE 802.3 31B.3.7 for the other end, if "
                          "that is longer than its own.",
                          BooleanValue(false),
                          ReadOnce(MakeBooleanAccessor(&DerivedHeadroom::m_standardReaction)),
                          MakeBooleanChecker());
    return tid;
}

uint64_t
DerivedHeadroom::DoGetHeadroomBytes(const HeadroomLink& link) const
{
    constexpr uint32_t quantumBytes = PAUSE_QUANTUM_BITS / 8;
    const FrameLimits limits = link.limits;
    int64_t reactionPs = link.reactionPs;
    if (m_standardReaction)
    {
        const auto quanta = PauseReactionQuanta(link.ratebps);
        if (!quanta)
        {
            throw InputError("DerivedHeadroom StandardReaction: IEEE 802.3 gives no reaction time "
                             "for " +
                             std::to_string(link.ratebps) +
                             " bit/s; give the ports a Reaction instead");
        }
        reactionPs =
            std::max(reactionPs, SerializationPs(uint64_t{*quanta} * quantumBytes, link.ratebps));
    }
    const uint64_t frame = link.maxWireBytes;
    const int64_t roundPs = 2 * link.delayPs + link.latencyPs + reactionPs + TickClock().ToPs(1);
    const uint64_t wireBytes = frame + uint64_t{PauseFrame::WIRE_BYTES} * link.priorities +
                               BytesInPs(roundPs, link.ratebps);
    const uint64_t cell = std::max(1U, link.cellBytes);
    const uint32_t longest = link.maxWireBytes - limits.gapBytes;
    return (link.cutThrough ? 1 : 2) * ((longest + cell - 1) / cell * cell) +
           GetMostCharged(wireBytes, limits, longest, link.cellBytes);
}

} // namespace ns3
