// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NVLINK_FRAMING_H
#define AI_FABRIC_NVLINK_FRAMING_H

#include "rdma-framing.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * NVLink: a packet of ours has a header flit of 16 B, one more for the address where a write or a
 * read begins, and words of 4 B for an immediate and for what an answer tells.
 *
 * A packet of the hardware is a header flit of 16 B and up to 16 flits of data:
 *     payload / wire <= 256 / (256 + 16)
 * One packet of ours stands for many of these. Their headers are in the rate of the link instead,
 * see GpuServer, so that the size of our packets changes the number of events and not the rate.
 * The format is not public, so there is no codec and no capture.
 */
class NvlinkFraming final : public RdmaFraming
{
  public:
    /** A unit of transfer, and a header, in bytes. */
    static constexpr uint32_t FLIT_BYTES = 16;
    /** An immediate, or what an answer tells, in bytes. */
    static constexpr uint32_t WORD_BYTES = 4;
    /** Payload of the longest packet of the hardware, in bytes. */
    static constexpr uint32_t HARDWARE_PAYLOAD_BYTES = 256;

    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void NotifyConstructionCompleted() override;
    uint8_t DoGetHeaderBytes(RdmaOpcode opcode) const override;
};

} // namespace ns3

#endif // AI_FABRIC_NVLINK_FRAMING_H
