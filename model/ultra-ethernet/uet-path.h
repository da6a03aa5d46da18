// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_UET_PATH_H
#define AI_FABRIC_UET_PATH_H

#include "uet-codec.h"
#include "uet-framing.h"

#include "ns3/flow-entropy.h"
#include "ns3/rdma-nic.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-ultra-ethernet
 * Data of one half of a context about its own end and about the other half.
 */
struct UetPath
{
    RdmaNic* nic{nullptr};              //!< NIC of this half; outlives it
    const UetFraming* framing{nullptr}; //!< framing of the fabric; outlives this half
    uint32_t peerHost{0};               //!< index of the other host
    uint32_t peerNumber{0};             //!< number of the other half at its NIC
    uint8_t level{0};                   //!< service level of requests
    uint16_t port{0};                   //!< UDP source port of packets without another one
    UetMode mode{UetMode::RUD};         //!< delivery mode
    uint32_t psnRange{0}; //!< largest distance from the lowest missing PSN to the highest sent

    /** @return true if packets are accepted in order only */
    bool IsOrdered() const
    {
        return mode == UetMode::ROD;
    }

    /** @return true if the target does not keep track of packets */
    bool IsIdempotent() const
    {
        return mode == UetMode::RUDI;
    }

    /**
     * @param type type of the packet
     * @param payload payload in bytes; a packet without payload uses the service class of
     * acknowledgements
     * @param source UDP source port of the packet
     * @param nowPs present time in ps
     * @return packet to the other half, with its length and an empty transport header
     */
    FabricPacketPtr MakePacket(UetType type, uint32_t payload, uint16_t source, int64_t nowPs) const
    {
        const ServiceClass service = payload > 0 ? nic->GetClass(level) : nic->GetAckClass(level);
        FabricPacketPtr packet = FabricPacketPool::Make();
        packet->transport = UET_TRANSPORT;
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
        packet->frameBytes = framing->GetUetFrameBytes(type, payload);
        packet->wireBytes = packet->frameBytes + framing->GetGapBytes();
        return packet;
    }
};

} // namespace ns3

#endif // AI_FABRIC_UET_PATH_H
