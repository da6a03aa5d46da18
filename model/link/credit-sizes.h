// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CREDIT_SIZES_H
#define AI_FABRIC_CREDIT_SIZES_H

#include "credit-lane.h"
#include "credit-loop.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{

class FabricNetDevice;

/**
 * @ingroup ai-fabric-link
 * Sizes of the buffer and of the blocks of one end of a link with credits. Values of 0 are computed
 * from the link; Fix() replaces them.
 */
struct CreditSizes
{
    static constexpr uint32_t MAX_BLOCK_BYTES = 65'536; //!< largest size of a block, in bytes

    uint32_t blockBytes{0};   //!< size of a block in bytes; 0: computed
    uint32_t updateBlocks{0}; //!< credits gained before the sender is told; 0: computed
    uint64_t bufferBytes{0};  //!< buffer of each lane in bytes; 0: computed
    uint32_t bufferBlocks{0}; //!< buffer of each lane in blocks; 0 before Fix()

    /**
     * @param port port of this end
     * @return buffer, in bytes, that keeps the wire busy
     */
    static uint64_t GetFullRateBytes(const FabricNetDevice& port);

    /**
     * @param port port of this end
     * @return wanted buffer in bytes, without the limit of advertised credits
     */
    uint64_t GetWantedBytes(const FabricNetDevice& port) const
    {
        return bufferBytes ? bufferBytes : GetFullRateBytes(port);
    }

    /**
     * @param port port of this end
     * @param peer sizes of the other end
     * @return bytes per credit
     */
    uint32_t GetBlockBytes(const FabricNetDevice& port, const CreditSizes& peer) const;

    /**
     * @param port port of this end
     * @param peer sizes of the other end
     * @return buffer of each lane in bytes
     */
    uint64_t GetReservedBytes(const FabricNetDevice& port, const CreditSizes& peer) const;

    /**
     * Computes all sizes, when both ends of the link are complete.
     *
     * @param port port of this end
     * @param peer sizes of the other end
     * @throw InputError if the sizes of both ends differ, or are too small for a packet
     */
    void Fix(const FabricNetDevice& port, const CreditSizes& peer);

    /**
     * Valid after Fix().
     *
     * @param port port of this end
     * @param creditWireBytes length of a flow control packet on the wire
     * @param intervalPs longest time until the sender is told of a change, in ps
     * @return loop of the link to this end
     */
    CreditLoop GetLoop(const FabricNetDevice& port,
                       uint32_t creditWireBytes,
                       int64_t intervalPs) const;

    /** @return blocks that this end can advertise; valid after Fix() */
    uint32_t GetAdvertised() const
    {
        return std::min(bufferBlocks, CreditLane::MAX_CREDITS);
    }

    /**
     * @param frameBytes length of a frame
     * @return blocks of credit that it takes
     */
    uint32_t CountBlocks(uint32_t frameBytes) const
    {
        return (frameBytes + blockBytes - 1) / blockBytes;
    }
};

} // namespace ns3

#endif // AI_FABRIC_CREDIT_SIZES_H
