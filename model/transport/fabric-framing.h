// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_FRAMING_H
#define AI_FABRIC_FABRIC_FRAMING_H

#include "ns3/fabric-packet-codec.h"
#include "ns3/foreign-frame.h"
#include "ns3/object.h"
#include "ns3/read-once.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * What a kind of network (Ethernet, InfiniBand, NVLink) puts around the packets of a transport: it
 * gives the lengths of frames and the codec that turns packets into frames for captures.
 *
 *     frame = max(headers and trailers + what the transport sends, least)
 *     wire  = frame + GetGapBytes()
 */
class FabricFraming : public Object, public ReadOnceAttributes
{
  public:
    /**
     * The longest headers and trailers of a transport around the payload of a full packet, in
     * bytes, unless the framing says otherwise.
     */
    static constexpr uint32_t MAX_TRANSPORT_BYTES = 36;

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param transportBytes the transport's headers, payload, padding and trailers
     * @return length of the frame in bytes, which is what buffers count
     */
    uint32_t GetFrameBytes(uint32_t transportBytes) const
    {
        return std::max(m_headerBytes + transportBytes, m_leastBytes);
    }

    /** @return bytes of silence, preamble or delimiters that a frame costs on the wire */
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
     * @param payloadBytes of a full packet
     * @return bytes that the longest packet takes on the wire
     */
    uint32_t GetMaxWireBytes(uint32_t payloadBytes) const
    {
        return GetFrameBytes(m_mostTransportBytes + PaddedBytes(payloadBytes)) + m_gapBytes;
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
     * @param bytes of the longest headers and trailers of the transport around the payload of a
     * full packet; buffers, headroom and credits are sized for it
     */
    void SetMostTransportBytes(uint32_t bytes)
    {
        m_mostTransportBytes = bytes;
    }

    /**
     * @param headerBytes of the layers below the transport, with their trailers
     * @param gapBytes see GetGapBytes()
     * @param leastBytes of a frame; shorter ones are padded
     */
    void SetLengths(uint32_t headerBytes, uint32_t gapBytes, uint32_t leastBytes = 0)
    {
        m_headerBytes = headerBytes;
        m_gapBytes = gapBytes;
        m_leastBytes = leastBytes;
    }

    /** Its attributes are not read again from now on. */
    void NotifyConstructionCompleted() override;

  private:
    /** Makes none unless this says otherwise. @return a codec or null */
    virtual Ptr<const FabricPacketCodec> DoMakeCodec() const;

    uint32_t m_headerBytes{0}; //!< headers and trailers around what the transport sends
    uint32_t m_mostTransportBytes{MAX_TRANSPORT_BYTES}; //!< see SetMostTransportBytes()
    uint32_t m_gapBytes{0};                             //!< see GetGapBytes()
    uint32_t m_leastBytes{0};                           //!< of a frame
    ForeignFraming m_foreignFraming;                    //!< around packets of ns-3
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_FRAMING_H
