// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DELIVERY_PATH_H
#define AI_FABRIC_DELIVERY_PATH_H

#include "ns3/flow-entropy.h"
#include "ns3/rdma-nic.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-delivery
 * @param nics NICs of the ports of a host
 * @return sum of the rates of their links, in bit/s
 */
inline uint64_t
AddRates(const std::vector<RdmaNic*>& nics)
{
    uint64_t ratebps = 0;
    for (const RdmaNic* const nic : nics)
    {
        ratebps += nic->GetPort().GetRatebps();
    }
    return ratebps;
}

/**
 * @ingroup ai-fabric-delivery
 * Data of one half of a connection about its own end and about the other half.
 */
struct DeliveryPath
{
    RdmaNic* nic{nullptr};  //!< NIC of this half; outlives it
    uint32_t peerHost{0};   //!< index of the other host
    uint32_t peerNumber{0}; //!< number of the other half at its NIC
    uint8_t level{0};       //!< service level of data
    uint16_t port{0};       //!< UDP source port of packets without another one
    uint32_t psnRange{0};   //!< largest distance from the lowest missing PSN to the highest sent

    /**
     * @param transport number of the transport
     * @param frameBytes length of the frame in bytes
     * @param payload payload in bytes; a packet without payload uses the service class of
     * acknowledgements
     * @param source UDP source port of the packet
     * @param nowPs present time in ps
     * @return packet to the other half, with an empty transport header
     */
    FabricPacketPtr MakePacket(uint8_t transport,
                               uint32_t frameBytes,
                               uint32_t payload,
                               uint16_t source,
                               int64_t nowPs) const
    {
        const ServiceClass service = payload > 0 ? nic->GetClass(level) : nic->GetAckClass(level);
        FabricPacketPtr packet = FabricPacketPool::Make();
        packet->transport = transport;
        packet->sourceHost = nic->GetHost();
        packet->destHost = peerHost;
        packet->destEndpoint = peerNumber;
        packet->entropy = FlowEntropy(packet->sourceHost, packet->destHost, source);
        packet->lane = service.lane;
        packet->serviceLevel = service.level;
        packet->dscp = service.dscp;
        packet->readyPs = nowPs;
        packet->sentPs = nowPs;
        packet->payloadBytes = payload;
        packet->ecn = payload > 0 ? EcnCodepoint::ECT : EcnCodepoint::NOT_ECT;
        packet->frameBytes = frameBytes;
        packet->wireBytes = frameBytes + nic->GetFraming().GetGapBytes();
        return packet;
    }
};

} // namespace ns3

#endif // AI_FABRIC_DELIVERY_PATH_H
