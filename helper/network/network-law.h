// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NETWORK_LAW_H
#define AI_FABRIC_NETWORK_LAW_H

#include "fabric-network.h"

#include "ns3/law-network.h"

#include <cstdint>
#include <unordered_map>

namespace ns3
{

/**
 * @ingroup ai-fabric-network
 * A built network, as the laws of collectives see it: its links, its NVLink, and its GPUs at full
 * pace.
 *
 * Direction d of a Way is that of NetworkPaths; those of NVLink follow those of the network between
 * servers.
 */
class NetworkLaw final : public LawNetwork
{
  public:
    /** @param network the network */
    explicit NetworkLaw(const FabricNetwork& network);

    const Way& GetWay(uint32_t source, uint32_t dest) const override;
    int64_t GetHeadPs(uint32_t source, uint32_t dest, uint64_t bytes) const override;
    uint64_t GetRatebps(uint32_t direction) const override;
    uint64_t GetWireBytes(uint32_t source, uint32_t dest, uint64_t bytes) const override;
    bool FitsPacket(uint32_t source, uint32_t dest, uint64_t bytes) const override;
    double GetAggregateShare(uint32_t source, uint32_t dest) const override;
    int64_t GetReducePs(uint32_t host, uint64_t bytes) const override;
    int64_t GetCopyPs(uint32_t host, uint64_t bytes) const override;

  private:
    /** A way, and the delay of its first bits. */
    struct Path
    {
        Way way;
        PathHead head;
    };

    /** The packets of a message. */
    struct Packets
    {
        uint64_t wireBytes{0};  //!< bytes of all packets on the wire
        uint32_t firstBytes{0}; //!< bytes of the first one
    };

    const Path& GetPath(uint32_t source, uint32_t dest) const;
    const Packets& GetPackets(uint32_t source, uint32_t dest, uint64_t bytes) const;
    /** @return the network that joins two hosts */
    const FabricNetwork& GetNetwork(uint32_t source, uint32_t dest) const;

    FabricNetwork m_network;
    uint32_t m_directions; //!< number of directions of the network between servers
    mutable std::unordered_map<uint64_t, Path> m_paths; //!< by source and destination
    /** By length of the part and network, 0: between servers, 1: NVLink. */
    mutable std::unordered_map<uint64_t, Packets> m_packets;
};

} // namespace ns3

#endif // AI_FABRIC_NETWORK_LAW_H
