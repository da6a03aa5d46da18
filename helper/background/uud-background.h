// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_UUD_BACKGROUND_H
#define AI_FABRIC_UUD_BACKGROUND_H

#include "background-traffic.h"

#include "ns3/data-rate.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-background
 * Datagrams of Ultra Ethernet (UUD: unreliable, unordered) at a constant rate, whatever their
 * losses. Each is a message of one packet, in the default class of the NICs. Needs the UetFraming.
 */
class UudBackground final : public BackgroundTraffic
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

    DataRate m_rate;        //!< payload rate of each flow
    uint32_t m_packetBytes; //!< payload of a datagram in bytes; 0: MtuBytes of the NIC
    uint64_t m_bytes;       //!< payload of each flow in bytes; 0: unlimited
};

} // namespace ns3

#endif // AI_FABRIC_UUD_BACKGROUND_H
