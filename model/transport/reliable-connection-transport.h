// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RELIABLE_CONNECTION_TRANSPORT_H
#define AI_FABRIC_RELIABLE_CONNECTION_TRANSPORT_H

#include "message-transport.h"

#include "ns3/nstime.h"
#include "ns3/pending-indices.h"
#include "ns3/rdma-opcode.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * Messages are RDMA writes with immediate on queue pairs of reliable connections, see
 * ReliableConnectionChannel.
 *
 * If the host has several ports, a channel has a home port, and moves to another one while a link
 * of the home port is down (PinnedPorts). It stays if the congestion control has a receiver's half,
 * which knows the flows of one port.
 */
class ReliableConnectionTransport : public MessageTransport
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  protected:
    void DoJoinPorts(const std::vector<Ptr<MessageTransport>>& ports) override;
    void DoCheckServiceLevel(uint8_t level) const override;
    Ptr<MessageChannel> DoOpen(MessageTransport& peer,
                               uint8_t level,
                               const ChannelOptions& options) override;
    std::vector<PacketRun> DoGetPackets(uint64_t bytes, uint32_t paths) const override;
    uint32_t DoGetAnswerBytes() const override;
    uint64_t DoGetAcknowledgedBytes() const override;
    bool DoHasQueuePairs() const override;
    std::string DoGetNeedOfOrder() const override;

  private:
    /** @return length of a packet on the wire */
    uint32_t GetWireBytes(RdmaOpcode opcode, uint64_t payloadBytes) const;

    Time m_failoverTime;                 //!< time until a change of a port counts
    std::vector<RdmaNic*> m_ports;       //!< NICs of the host by port; empty: channels stay here
    mutable PendingIndices m_unfinished; //!< queue pairs whose bytes are not final
    mutable uint64_t m_finishedBytes{0}; //!< bytes of the other queue pairs
};

} // namespace ns3

#endif // AI_FABRIC_RELIABLE_CONNECTION_TRANSPORT_H
