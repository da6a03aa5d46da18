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
 * What a half of a context has at its own end, and where the other half is.
 */
struct UetPath
{
    RdmaNic* nic{nullptr};              //!< its own; outlives it
    const UetFraming* framing{nullptr}; //!< outlives it
    uint32_t peerHost{0};               //!< index of the other host
    uint32_t peerNumber{0};             //!< of the other half, at its NIC
    uint8_t level{0};                   //!< service level of requests
    uint16_t port{0};                   //!< UDP source port of what has no other
    UetMode mode{UetMode::RUD};         //!< of delivery
    uint32_t psnRange{0};               //!< packets between the first missing and the last sent

    /** @return whether packets are taken in order only */
    bool IsOrdered() const
    {
        return mode == UetMode::ROD;
    }

    /** @return whether the target keeps no account of packets */
    bool IsIdempotent() const
    {
        return mode == UetMode::RUDI;
    }

    /**
     * @param type of a packet
     * @param payload of it in bytes; without, it goes as acknowledgements do
     * @param source its UDP source port
     * @param nowPs the time
     * @return the packet to the other half, with its length, whose header says nothing yet
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
