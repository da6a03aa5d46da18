// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_PACKET_CODEC_H
#define AI_FABRIC_FABRIC_PACKET_CODEC_H

#include "ns3/fabric-packet.h"
#include "ns3/mac48-address.h"
#include "ns3/packet.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-wire
 * The two ends of the link that a frame is seen on.
 */
struct FrameEnds
{
    Mac48Address sender;   //!< port that sends it
    Mac48Address receiver; //!< port at the other end
};

/**
 * @ingroup ai-fabric-wire
 * How the port that is captured saw a frame.
 */
struct FrameSighting
{
    int64_t timePs; //!< of its first bit if the port sent it, of its last bit if it came
    bool sent;      //!< by this port; else by the other end
};

/**
 * @ingroup ai-fabric-wire
 * Turns a FabricPacket into the bytes of a real frame and back, for captures, sniffers and devices
 * of other kinds. No packet meets it on its way through the network.
 *
 * There is one codec per framing; the framing makes it. It knows what goes end to end; frames of
 * link control are those of their ControlFrame. Law: whatever headers can carry survives,
 *     Encode(Decode(Encode(p))) = Encode(p)   and   Decode(Encode(p)) = p in all these fields,
 * and a frame is as long as its packet says, GetFrameBytes(p) = p.frameBytes, for every packet that
 * a model made.
 */
class FabricPacketCodec : public SimpleRefCount<FabricPacketCodec>
{
  public:
    virtual ~FabricPacketCodec();

    /** @return the link layer type that capture files of these frames have */
    uint32_t GetDataLinkType() const
    {
        return DoGetDataLinkType();
    }

    /** @return the length of the shortest frame; what is shorter has zeros behind it */
    uint32_t GetLeastFrameBytes() const
    {
        return DoGetLeastFrameBytes();
    }

    /**
     * @param packet with payload
     * @return bytes of the shortest frame that still tells the receiver which packet it was
     */
    uint32_t GetTrimmedBytes(const FabricPacket& packet) const
    {
        return DoGetTrimmedBytes(packet);
    }

    /**
     * @param frame as EncodeBytes() gives it, not empty
     * @param sighting how it was seen
     * @return what a capture file of GetDataLinkType() holds of it: the frame alone, unless that
     *         type has a header of its own
     */
    std::vector<uint8_t> MakeRecord(std::vector<uint8_t> frame, const FrameSighting& sighting) const
    {
        return DoMakeRecord(std::move(frame), sighting);
    }

    /**
     * @param packet to encode
     * @param ends of the link
     * @return the frame from its first header byte to its last check byte; empty if this framing
     *         has no such packet
     */
    std::vector<uint8_t> EncodeBytes(const FabricPacket& packet, const FrameEnds& ends) const;

    /**
     * @param frame from its first header byte to its last check byte
     * @return the packet, no time set; null if that is no sound frame of this framing
     */
    FabricPacketPtr DecodeBytes(const std::vector<uint8_t>& frame) const;

    /**
     * As EncodeBytes().
     *
     * @param packet to encode
     * @param ends of the link
     * @return the frame; null if this framing has no such packet
     */
    Ptr<Packet> Encode(const FabricPacket& packet, const FrameEnds& ends) const;

    /**
     * As DecodeBytes().
     *
     * @param frame a complete frame
     * @return the packet or null
     */
    FabricPacketPtr Decode(Ptr<const Packet> frame) const;

  private:
    virtual uint32_t DoGetDataLinkType() const = 0;
    virtual uint32_t DoGetLeastFrameBytes() const;
    /** All headers by default. */
    virtual uint32_t DoGetTrimmedBytes(const FabricPacket& packet) const;
    /** What goes end to end; TRIMMED packets are TRANSPORT packets without payload. */
    virtual std::vector<uint8_t> DoEncode(const FabricPacket& packet,
                                          const FrameEnds& ends) const = 0;
    virtual FabricPacketPtr DoDecode(const std::vector<uint8_t>& frame) const = 0;
    virtual std::vector<uint8_t> DoMakeRecord(std::vector<uint8_t> frame,
                                              const FrameSighting& sighting) const;
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_PACKET_CODEC_H
