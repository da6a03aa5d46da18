// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_PACKET_CODEC_H
#define AI_FABRIC_FABRIC_PACKET_CODEC_H

#include "frame-ends.h"

#include "ns3/fabric-packet.h"
#include "ns3/packet.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-wire
 * Time and direction of a frame at the captured port.
 */
struct FrameSighting
{
    int64_t timePs; //!< time of its first bit if sent, of its last bit if received, in ps
    bool sent;      //!< true: sent by this port; false: by the other end
};

/**
 * @ingroup ai-fabric-wire
 * Converts a FabricPacket to the bytes of a real frame and back, for captures, sniffers and devices
 * of other kinds. Packets in the network do not use codecs.
 *
 * There is one codec per framing, made by the framing. It handles end-to-end packets; frames of
 * link control are handled by their ControlFrame. Law: all fields that headers can carry survive,
 *     Encode(Decode(Encode(p))) = Encode(p)   and   Decode(Encode(p)) = p in all these fields,
 * and the length of a frame is that in its packet, GetFrameBytes(p) = p.frameBytes, for every
 * packet made by a model.
 */
class FabricPacketCodec : public SimpleRefCount<FabricPacketCodec>
{
  public:
    virtual ~FabricPacketCodec();

    /** @return link layer type of capture files with these frames */
    uint32_t GetDataLinkType() const
    {
        return DoGetDataLinkType();
    }

    /** @return length of the shortest frame in bytes; zeros fill shorter contents */
    uint32_t GetLeastFrameBytes() const
    {
        return DoGetLeastFrameBytes();
    }

    /**
     * @param packet packet with payload
     * @return length of the shortest frame that still tells the receiver which packet it was, in
     * bytes
     */
    uint32_t GetTrimmedBytes(const FabricPacket& packet) const
    {
        return DoGetTrimmedBytes(packet);
    }

    /**
     * @param frame result of EncodeBytes(), not empty
     * @param sighting time and direction of the frame
     * @return record of a capture file of GetDataLinkType(): the frame alone, unless that type has
     * its own header
     */
    std::vector<uint8_t> MakeRecord(std::vector<uint8_t> frame, const FrameSighting& sighting) const
    {
        return DoMakeRecord(std::move(frame), sighting);
    }

    /**
     * @param packet to encode
     * @param ends ends of the link
     * @return frame from its first header byte to its last check byte; empty if this framing has no
     * such packet
     */
    std::vector<uint8_t> EncodeBytes(const FabricPacket& packet, const FrameEnds& ends) const;

    /**
     * @param frame frame from its first header byte to its last check byte
     * @return packet without times; null if the bytes are not a valid frame of this framing
     */
    FabricPacketPtr DecodeBytes(const std::vector<uint8_t>& frame) const;

    /**
     * The same as EncodeBytes().
     *
     * @param packet to encode
     * @param ends ends of the link
     * @return frame; null if this framing has no such packet
     */
    Ptr<Packet> Encode(const FabricPacket& packet, const FrameEnds& ends) const;

    /**
     * The same as DecodeBytes().
     *
     * @param frame complete frame
     * @return packet or null
     */
    FabricPacketPtr Decode(Ptr<const Packet> frame) const;

  private:
    virtual uint32_t DoGetDataLinkType() const = 0;
    virtual uint32_t DoGetLeastFrameBytes() const;
    /** Keeps all headers by default. */
    virtual uint32_t DoGetTrimmedBytes(const FabricPacket& packet) const;
    /** Encodes end-to-end packets; TRIMMED packets are TRANSPORT packets without payload. */
    virtual std::vector<uint8_t> DoEncode(const FabricPacket& packet,
                                          const FrameEnds& ends) const = 0;
    virtual FabricPacketPtr DoDecode(const std::vector<uint8_t>& frame) const = 0;
    virtual std::vector<uint8_t> DoMakeRecord(std::vector<uint8_t> frame,
                                              const FrameSighting& sighting) const;
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_PACKET_CODEC_H
