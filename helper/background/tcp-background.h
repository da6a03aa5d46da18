// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TCP_BACKGROUND_H
#define AI_FABRIC_TCP_BACKGROUND_H

#include "background-traffic.h"

#include "ns3/type-id.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-background
 * Bulk transfers over ns-3's TCP, one connection per flow, with the settings of a data centre: full
 * segments, a minimum retransmission timeout of a millisecond instead of a second (Vasudevan et
 * al., SIGCOMM'09), and any of ns-3's TCP variants. TcpDctcp at both ends and the switches' markers
 * make it DCTCP (SIGCOMM'10).
 */
class TcpBackground final : public BackgroundTraffic
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoValidate() const override;
    Callback<uint64_t> DoInstall(Ptr<Node> source,
                                 Ptr<Node> dest,
                                 Ipv4Address address,
                                 uint16_t port) const override;

    TypeId m_variant;        //!< class of the TCP variant, a TcpCongestionOps
    uint64_t m_bytes;        //!< bytes per flow; 0: unlimited
    uint32_t m_segmentBytes; //!< payload of a segment; 0: derived from the MTU
    uint32_t m_bufferBytes;  //!< send and receive buffer of each socket, in bytes
    bool m_ecn;
    Time m_minRto;
    Time m_delayedAckTimeout;
};

} // namespace ns3

#endif // AI_FABRIC_TCP_BACKGROUND_H
