// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CONWEAVE_TAG_H
#define AI_FABRIC_CONWEAVE_TAG_H

#include "path-tag.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-packet
 * What the first leaf writes on a packet of ConWeave, in FabricPacket::pathTag.
 */
struct ConweaveTag : PathTag<ConweaveTag>
{
    /** What the packet asks of the last leaf. */
    enum Ask : uint64_t
    {
        NOTHING,
        REPLY, //!< an answer, which measures the path
        CLEAR  //!< an answer: it is the TAIL, the last packet on the old path
    };

    static constexpr uint32_t EPOCHS = 16;             //!< numbers of them, which go round
    static constexpr int64_t AGING_PS = 2'000'000'000; //!< of what leaves know of a flow; authors'
    static constexpr int STAMP_PS_SHIFT = 10; //!< a stamp counts 1.024 ns, and goes round in 4.4 s

    uint64_t used : 1;     //!< 0: the packet has no tag
    uint64_t ask : 2;      //!< an Ask
    uint64_t rerouted : 1; //!< it is on the path behind the TAIL
    uint64_t epoch : 4;    //!< of the flow
    uint64_t port : 16;    //!< uplink of the first leaf
    uint64_t variant : 8;  //!< which way beyond it
    uint64_t stamp : 32;   //!< when it was forwarded; rerouted: when the TAIL was

    /** @param timePs any @return it as a stamp */
    static uint32_t MakeStamp(int64_t timePs)
    {
        return static_cast<uint32_t>(timePs >> STAMP_PS_SHIFT);
    }

    /** @param later stamp @param earlier stamp @return the time between, in picoseconds */
    static int64_t GetPsBetween(uint32_t later, uint32_t earlier)
    {
        return static_cast<int64_t>(static_cast<int32_t>(later - earlier)) << STAMP_PS_SHIFT;
    }
};

} // namespace ns3

#endif // AI_FABRIC_CONWEAVE_TAG_H
