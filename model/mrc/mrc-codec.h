// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MRC_CODEC_H
#define AI_FABRIC_MRC_CODEC_H

#include "ns3/udp-frame-codec.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-mrc
 * FabricPacket::transport of MrcWrite, MrcAnswer and MrcControl.
 */
extern const uint8_t MRC_TRANSPORT;

/**
 * @ingroup ai-fabric-mrc
 * MRC over UDP (OCP MRC 1.0, tables 7-12 and 7-14 as public code has them). The body of a frame is
 *
 *     BTH 12 | headers of the opcode | payload, pad | ICRC 4
 *
 * - A SACK has the M bits, the flag of an answer to a probe, the offset of the answered PSN, the
 *   entropy value, the cumulative PSN, the PSN range in units of 128, the offset and the bits of 64
 *   packets, and the state of the congestion control: time stamp and received bytes in units of 256
 *   B. The other fields of that state are 0.
 * - The RETH of a packet has the address of its payload, an offset in the message here, and the
 *   length of the message. The METH has the message sequence number in both fields.
 * - A time stamp is the time of sending in units of 64 ns; times are not decoded.
 * - A trimmed packet consists of its headers; its ICRC is 0.
 *
 * Assumed, as no public source has them: the order of bits within a word where the tables only name
 * fields; the numbers of reasons and of kinds of endpoint messages; the place of a probe's number;
 * bits for a retransmission, a trimmed packet and the last hop, which are reserved bits of the BTH.
 * Probes of entropy values and port-status updates go to queue pair 2, as specified, with the
 * number of the connection behind the entropy value or the bits of the ports. The UDP port is that
 * of RoCEv2.
 */
class MrcCodec final : public UdpFrameCodec
{
  public:
    static constexpr uint16_t UDP_PORT = 4791;      //!< destination port
    static constexpr uint32_t ENDPOINT_NUMBER = 2;  //!< queue pair of endpoint messages
    static constexpr uint32_t RECEIVED_UNIT = 256;  //!< unit of received bytes
    static constexpr int64_t TIME_UNIT_PS = 64'000; //!< unit of time stamps

    /**
     * @param ip headers between Ethernet and UDP
     * @param timeStamps true if packets of messages carry a time stamp
     */
    MrcCodec(const IpHeaders& ip, bool timeStamps);

  private:
    uint32_t DoGetTrimmedBytes(const FabricPacket& packet) const override;
    uint32_t DoGetBodyBytes(const FabricPacket& packet, uint32_t roomBytes) const override;
    void DoWriteBody(const FabricPacket& packet,
                     uint32_t bodyBytes,
                     std::size_t ip,
                     std::vector<uint8_t>& frame) const override;
    bool DoReadBody(const uint8_t* ip,
                    std::size_t bytes,
                    WireReader& in,
                    FabricPacket& packet) const override;

    void WriteWrite(const FabricPacket& packet, WireWriter& out) const;
    bool ReadWrite(uint32_t padBytes, WireReader& in, FabricPacket& packet) const;

    const IpHeaders& m_ip; //!< headers between Ethernet and UDP
    bool m_timeStamps;     //!< packets of messages carry a time stamp
};

} // namespace ns3

#endif // AI_FABRIC_MRC_CODEC_H
