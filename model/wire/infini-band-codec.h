// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_INFINI_BAND_CODEC_H
#define AI_FABRIC_INFINI_BAND_CODEC_H

#include "fabric-packet-codec.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-wire
 * Lengths of headers and trailers around the BTH on InfiniBand, in bytes.
 */
constexpr uint32_t LRH_BYTES = 8;
constexpr uint32_t GRH_BYTES = 40;
constexpr uint32_t IPOIB_BYTES = 4; //!< encapsulation header (RFC 4391, section 6)

/**
 * @ingroup ai-fabric-wire
 * InfiniBand (IBTA vol. 1, chapters 5, 7 and 8): data packets with their check bytes. CreditPacket
 * handles the control packets of its links.
 *
 *     LRH 8 [GRH 40] | BTH ... | payload, pad | ICRC 4 | VCRC 2
 *         LRH: VL 4 bits, LVer 4, SL 4, 0 2, LNH 2, DLID 16, 0 5, PktLen 11, SLID 16
 *         PktLen = words of 4 B from the LRH to the ICRC
 *
 * The packet gives the LIDs (HostLid() of its hosts), VL and SL, the FECN of the BTH (congestion
 * was met) and all fields from the BTH on, see RdmaHeaderOptions. With a GRH, GIDs are fe80:: and
 * HostGuid(), TClass holds the DSCP as in IPv6, and the flow label is the number that RoCEv2 would
 * use as UDP source port. A selective acknowledgement is present if the packet is longer by its
 * length. Fields without a source: LVer 0, hop limit 64 and a payload of zeros.
 *
 * A FOREIGN packet is its ForeignFrame in IP over InfiniBand (RFC 4391): a SEND ONLY from and to
 * the queue pair IPOIB_QUEUE_PAIR with IPOIB_QUEUE_KEY, and 4 B with its EtherType.
 *
 * Not on the wire and therefore not decoded: times; without a GRH DSCP and entropy; and whether a
 * packet may be marked (all packets except congestion notifications may). wireBytes counts the
 * delimiters.
 *
 * Capture files hold ERF records. Wireshark's dissectors take a flow control packet for the start
 * of a header of full length and call a shorter packet malformed. Its record is therefore filled
 * with zeros up to the length of LRH and GRH.
 */
class InfiniBandCodec final : public FabricPacketCodec
{
  public:
    /** The queue pair of IP over InfiniBand at each host. */
    static constexpr uint32_t IPOIB_QUEUE_PAIR = 0xfffffe;
    /** The Q_Key that subnet managers assign to IP over InfiniBand. */
    static constexpr uint32_t IPOIB_QUEUE_KEY = 0x0b1b;

    /**
     * @param grh true if packets carry a GRH
     * @param delimiterBytes bytes of a packet on the wire in addition to its own
     */
    InfiniBandCodec(bool grh, uint32_t delimiterBytes);

    /**
     * The invariant CRC: CRC-32 of the packet with some fields set to ones. Without a GRH this is
     * the VL; with a GRH the LRH and TClass, flow label and hop limit; always the byte behind the
     * BTH's P_Key (IBTA vol. 1, 7.8.1).
     *
     * @param packet bytes from LRH to pad, without the ICRC; at least up to the BTH
     * @param bytes number of these bytes
     * @return CRC, which is sent least significant byte first
     */
    static uint32_t InvariantCrc(const uint8_t* packet, std::size_t bytes);

  private:
    uint32_t DoGetDataLinkType() const override;
    std::vector<uint8_t> DoEncode(const FabricPacket& packet, const FrameEnds& ends) const override;
    FabricPacketPtr DoDecode(const std::vector<uint8_t>& frame) const override;
    std::vector<uint8_t> DoMakeRecord(std::vector<uint8_t> frame,
                                      const FrameSighting& sighting) const override;

    /** @return frame of a packet of the module's own transport */
    std::vector<uint8_t> EncodeTransport(const FabricPacket& packet) const;
    /** @return frame of a FOREIGN packet; empty if it has no ForeignFrame */
    std::vector<uint8_t> EncodeForeign(const FabricPacket& packet) const;
    static std::vector<uint8_t> EncodeOther(const FabricPacket& packet);
    bool DecodeData(const std::vector<uint8_t>& frame, FabricPacket& packet) const;
    void PutRouteHeaders(const FabricPacket& packet,
                         uint32_t transportBytes,
                         std::vector<uint8_t>& frame) const;

    bool m_grh;                //!< packets carry a GRH
    uint32_t m_delimiterBytes; //!< bytes on the wire in addition to a packet's own
};

} // namespace ns3

#endif // AI_FABRIC_INFINI_BAND_CODEC_H
