// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PACKING_TRANSPORT_H
#define AI_FABRIC_PACKING_TRANSPORT_H

#include "transaction-packer.h"

#include "ns3/reliable-connection-transport.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-scale-up
 * Queue pairs whose packets share frames: each pair of hosts and classes has a TransactionPacker at
 * both ends, which packs what waits for the destination, whatever message it is of. The framing
 * must be a TransactionFraming.
 *
 * Packets are packed whole. A queue pair is that of a channel, as with the base class; the
 * specification has one sequence of packet numbers for a destination and class. Queue pairs that
 * may move to another port, as the host has several, do not share frames.
 */
class PackingTransport final : public ReliableConnectionTransport
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  protected:
    void DoDispose() override;

  private:
    /** Host index of the other end, service level to it, service level from it. */
    using Place = std::tuple<uint32_t, uint8_t, uint8_t>;

    void DoJoinPorts(const std::vector<Ptr<MessageTransport>>& ports) override;
    Ptr<MessageChannel> DoOpen(MessageTransport& peer,
                               uint8_t level,
                               const ChannelOptions& options) override;
    std::vector<PacketRun> DoGetPackets(uint64_t bytes, uint32_t paths) const override;
    void DoCheck(const FabricFraming& framing, const CongestionNeeds& needs) const override;
    void DoCheckEntropy(const EntropyPolicy& entropy) const override;

    TransactionPacker& GetPacker(PackingTransport& peer,
                                 const RdmaQueuePair& near,
                                 const RdmaQueuePair& far);

    std::map<Place, std::unique_ptr<TransactionPacker>> m_packers;
    bool m_packs{true}; //!< false: the host has several ports
};

} // namespace ns3

#endif // AI_FABRIC_PACKING_TRANSPORT_H
