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
 * Tag that the first leaf of ConWeave writes on a packet, in FabricPacket::pathTag.
 */
struct ConweaveTag : PathTag<ConweaveTag>
{
    /** Request of the packet to the last leaf. */
    enum Ask : uint64_t
    {
        NOTHING,
        REPLY, //!< requests an answer, which measures the path
        CLEAR  //!< requests an answer: this is the TAIL, the last packet on the old path
    };

    static constexpr uint32_t EPOCHS = 16; //!< number of epoch numbers, which wrap
    /** Lifetime of a leaf's data about a flow; the authors' value. */
    static constexpr int64_t AGING_PS = 2'000'000'000;
    /** A stamp counts units of 1.024 ns, and wraps after 4.4 s. */
    static constexpr int STAMP_PS_SHIFT = 10;

    uint64_t used : 1;     //!< 0: the packet has no tag
    uint64_t ask : 2;      //!< an Ask
    uint64_t rerouted : 1; //!< the packet is on the path after the TAIL
    uint64_t epoch : 4;    //!< epoch of the flow
    uint64_t port : 16;    //!< uplink of the first leaf
    uint64_t variant : 8;  //!< number of the path after the uplink
    uint64_t stamp : 32;   //!< time of forwarding; if rerouted: time of the TAIL

    /**
     * @param timePs time in ps
     * @return the time as a stamp
     */
    static uint32_t MakeStamp(int64_t timePs)
    {
        return static_cast<uint32_t>(timePs >> STAMP_PS_SHIFT);
    }

    /**
     * @param later later stamp
     * @param earlier earlier stamp
     * @return time between them, in ps
     */
    static int64_t GetPsBetween(uint32_t later, uint32_t earlier)
    {
        return static_cast<int64_t>(static_cast<int32_t>(later - earlier)) << STAMP_PS_SHIFT;
    }
};

} // namespace ns3

#endif // AI_FABRIC_CONWEAVE_TAG_H
