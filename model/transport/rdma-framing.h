// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RDMA_FRAMING_H
#define AI_FABRIC_RDMA_FRAMING_H

#include "ns3/fabric-packet-codec.h"
#include "ns3/foreign-frame.h"
#include "ns3/object.h"
#include "ns3/rdma-opcode.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * How long packets are: the headers and trailers around a payload.
 *
 *     frame = max(headers + BTH + extended headers + payload + pad to 4 B + ICRC, least)
 *     wire  = frame + GetGapBytes()
 */
class RdmaFraming : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param opcode of the packet
     * @param payloadBytes in it
     * @return bytes that buffers are charged
     */
    uint32_t GetFrameBytes(RdmaOpcode opcode, uint32_t payloadBytes) const
    {
        return std::max(m_headerBytes + BTH_BYTES + ExtendedHeaderBytes(opcode) +
                            (payloadBytes + 3) / 4 * 4 + ICRC_BYTES,
                        m_leastBytes);
    }

    /** @return bytes of silence, preamble or delimiters that a frame costs on the wire */
    uint32_t GetGapBytes() const
    {
        return m_gapBytes;
    }

    /** @return the opcode of a congestion notification */
    RdmaOpcode GetCnpOpcode() const
    {
        return m_cnpOpcode;
    }

    /** @param payloadBytes of a full packet @return the longest packet on the wire */
    uint32_t GetMaxWireBytes(uint32_t payloadBytes) const
    {
        return GetFrameBytes(RdmaOpcode::WRITE_ONLY_IMM, payloadBytes) + m_gapBytes;
    }

    /** @return what turns packets into frames of this kind and back; null if nothing does */
    Ptr<const FabricPacketCodec> MakeCodec() const
    {
        return DoMakeCodec();
    }

    /** @return how long frames of ns-3's own protocols are on these links */
    const ForeignFraming& GetForeignFraming() const
    {
        return m_foreignFraming;
    }

  protected:
    /** @param framing of ns-3's own protocols, where it is not that of untagged Ethernet */
    void SetForeignFraming(const ForeignFraming& framing)
    {
        m_foreignFraming = framing;
    }

    /**
     * @param headerBytes of the layers below the BTH, with their trailers
     * @param gapBytes see GetGapBytes()
     * @param cnpOpcode see GetCnpOpcode()
     * @param leastBytes of a frame; shorter ones are padded
     */
    void SetLengths(uint32_t headerBytes,
                    uint32_t gapBytes,
                    RdmaOpcode cnpOpcode,
                    uint32_t leastBytes = 0)
    {
        m_leastBytes = leastBytes;
        m_headerBytes = headerBytes;
        m_gapBytes = gapBytes;
        m_cnpOpcode = cnpOpcode;
    }

  private:
    /** Makes none unless this says otherwise. */
    virtual Ptr<const FabricPacketCodec> DoMakeCodec() const;

    uint32_t m_headerBytes{0};
    uint32_t m_gapBytes{0};
    uint32_t m_leastBytes{0};
    RdmaOpcode m_cnpOpcode{RdmaOpcode::CNP_ROCE};
    ForeignFraming m_foreignFraming;
};

} // namespace ns3

#endif // AI_FABRIC_RDMA_FRAMING_H
