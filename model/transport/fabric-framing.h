// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_FRAMING_H
#define AI_FABRIC_FABRIC_FRAMING_H

#include "ns3/fabric-packet-codec.h"
#include "ns3/foreign-frame.h"
#include "ns3/frozen-attributes.h"
#include "ns3/object.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * Headers and trailers that a kind of network (Ethernet, InfiniBand, NVLink) puts around the
 * packets of a transport: the lengths of frames, and the codec that turns packets into frames for
 * captures.
 *
 *     frame = max(headers and trailers + length of the transport's packet, least)
 *     wire  = frame + GetGapBytes()
 *
 * A payload has its own length, or that of the transactions into which a framing divides it:
 * GetPayloadBytes().
 */
class FabricFraming : public Object, public FrozenAttributes
{
  public:
    /**
     * The longest headers and trailers of a transport around the payload of a full packet, in
     * bytes, unless the framing sets another value.
     */
    static constexpr uint32_t MAX_TRANSPORT_BYTES = 36;

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param transportBytes length of the transport's headers, payload, padding and trailers
     * @return length of the frame in bytes; buffers count this length
     */
    uint32_t GetFrameBytes(uint32_t transportBytes) const
    {
        return std::max(m_headerBytes + transportBytes, m_leastBytes);
    }

    /** @return bytes of gap, preamble or delimiters that a frame takes on the wire */
    uint32_t GetGapBytes() const
    {
        return m_gapBytes;
    }

    /** @return length of the shortest frame in bytes */
    uint32_t GetLeastFrameBytes() const
    {
        constexpr uint32_t leastTransportBytes = 12; // a base transport header, IBTA vol. 1, 9.2
        return GetFrameBytes(leastTransportBytes);
    }

    /**
     * @param payloadBytes payload of a full packet
     * @return bytes of the longest packet on the wire
     */
    uint32_t GetMaxWireBytes(uint32_t payloadBytes) const
    {
        return GetFrameBytes(m_mostTransportBytes + GetPayloadBytes(payloadBytes)) + m_gapBytes;
    }

    /**
     * @param payloadBytes payload of a packet in bytes
     * @return bytes of the payload in the frame: padded to 4 B, or with the headers of its
     *         transactions
     */
    uint32_t GetPayloadBytes(uint32_t payloadBytes) const
    {
        return m_hasTransactions ? DoGetPayloadBytes(payloadBytes) : PaddedBytes(payloadBytes);
    }

    /** @return codec between packets and frames of this kind; null if the framing has none */
    Ptr<const FabricPacketCodec> MakeCodec() const
    {
        return DoMakeCodec();
    }

    /** @return lengths of frames of ns-3's own protocols on these links */
    const ForeignFraming& GetForeignFraming() const
    {
        return m_foreignFraming;
    }

  protected:
    /** @param framing framing of ns-3's own protocols; the default is untagged Ethernet */
    void SetForeignFraming(const ForeignFraming& framing)
    {
        m_foreignFraming = framing;
    }

    /**
     * @param bytes longest headers and trailers of the transport around the payload of a full
     * packet; buffers, headroom and credits are sized for this length
     */
    void SetMostTransportBytes(uint32_t bytes)
    {
        m_mostTransportBytes = bytes;
    }

    /** Called by framings with DoGetPayloadBytes(). */
    void SetTransactions()
    {
        m_hasTransactions = true;
    }

    /**
     * @param headerBytes length of the headers below the transport, with their trailers
     * @param gapBytes see GetGapBytes()
     * @param leastBytes shortest frame; shorter frames are padded
     */
    void SetLengths(uint32_t headerBytes, uint32_t gapBytes, uint32_t leastBytes = 0)
    {
        m_headerBytes = headerBytes;
        m_gapBytes = gapBytes;
        m_leastBytes = leastBytes;
    }

    /** From this call on the attributes are not read again. */
    void NotifyConstructionCompleted() override;

  private:
    /**
     * Makes no codec by default.
     *
     * @return a codec or null
     */
    virtual Ptr<const FabricPacketCodec> DoMakeCodec() const;
    /**
     * Called after SetTransactions(); by default the same as without.
     *
     * @param payloadBytes payload of a packet in bytes
     * @return bytes of the payload in the frame, not less than for a shorter payload
     */
    virtual uint32_t DoGetPayloadBytes(uint32_t payloadBytes) const;

    uint32_t m_headerBytes{0}; //!< headers and trailers around the packets of the transport
    uint32_t m_mostTransportBytes{MAX_TRANSPORT_BYTES}; //!< see SetMostTransportBytes()
    uint32_t m_gapBytes{0};                             //!< see GetGapBytes()
    uint32_t m_leastBytes{0};                           //!< shortest frame
    ForeignFraming m_foreignFraming;                    //!< for packets of ns-3
    bool m_hasTransactions{false};                      //!< see SetTransactions()
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_FRAMING_H
