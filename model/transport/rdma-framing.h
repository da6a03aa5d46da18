// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RDMA_FRAMING_H
#define AI_FABRIC_RDMA_FRAMING_H

#include "fabric-framing.h"

#include "ns3/rdma-opcode.h"

#include <array>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * The framing of a network whose hosts have queue pairs: adds the lengths of RDMA packets.
 *
 *     frame = FabricFraming::GetFrameBytes(headers of the opcode + GetPayloadBytes(payload))
 *
 * The headers of an opcode are BTH + extended headers + ICRC (IBTA vol. 1, chapter 9), unless a
 * subclass changes this.
 */
class RdmaFraming : public FabricFraming
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    using FabricFraming::GetFrameBytes;

    /**
     * @param opcode opcode of the packet
     * @param payloadBytes payload of the packet
     * @return length of the frame in bytes; buffers count this length
     */
    uint32_t GetFrameBytes(RdmaOpcode opcode, uint32_t payloadBytes) const
    {
        return FabricFraming::GetFrameBytes(m_headerBytes[static_cast<uint8_t>(opcode)] +
                                            GetPayloadBytes(payloadBytes));
    }

    /** @return opcode of a congestion notification packet */
    RdmaOpcode GetCnpOpcode() const
    {
        return m_cnpOpcode;
    }

  protected:
    /** @param opcode opcode of congestion notification packets */
    void SetCnpOpcode(RdmaOpcode opcode)
    {
        m_cnpOpcode = opcode;
    }

    /** Computes lengths from the attributes. */
    void NotifyConstructionCompleted() override;

  private:
    /**
     * Called once for each opcode.
     *
     * @param opcode opcode of a packet
     * @return bytes of headers and trailers around its payload
     */
    virtual uint8_t DoGetHeaderBytes(RdmaOpcode opcode) const;

    /** Headers and trailers around the payload, by opcode. */
    std::array<uint8_t, 256> m_headerBytes{};
    RdmaOpcode m_cnpOpcode{RdmaOpcode::CNP_ROCE}; //!< opcode of congestion notification packets
};

} // namespace ns3

#endif // AI_FABRIC_RDMA_FRAMING_H
