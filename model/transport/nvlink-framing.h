// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NVLINK_FRAMING_H
#define AI_FABRIC_NVLINK_FRAMING_H

#include "rdma-framing.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * NVLink: a simulated packet has a header flit of 16 B, a second one for the address at the start
 * of a write or read, and a word of 4 B each for an immediate and for the content of an answer.
 *
 * A packet of the hardware is a header flit of 16 B and up to 16 flits of data:
 *     payload / wire <= 256 / (256 + 16)
 * One simulated packet stands for many hardware packets. Their headers are included in the rate of
 * the link (see GpuServer), so the size of simulated packets changes the number of events, not the
 * rate. With EveryHeader they are in the frame instead, for links with the rate of their signals.
 * The format is not public, so its frames cannot be captured.
 */
class NvlinkFraming final : public RdmaFraming
{
  public:
    /** Length of a flit, the unit of transfer, and of a header, in bytes. */
    static constexpr uint32_t FLIT_BYTES = 16;
    /** Length of an immediate, and of the content of an answer, in bytes. */
    static constexpr uint32_t WORD_BYTES = 4;
    /** Payload of the longest packet of the hardware, in bytes. */
    static constexpr uint32_t HARDWARE_PAYLOAD_BYTES = 256;

    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void NotifyConstructionCompleted() override;
    uint8_t DoGetHeaderBytes(RdmaOpcode opcode) const override;
    uint32_t DoGetPayloadBytes(uint32_t payloadBytes) const override;

    bool m_everyHeader; //!< headers of all hardware packets are in the frame
};

} // namespace ns3

#endif // AI_FABRIC_NVLINK_FRAMING_H
