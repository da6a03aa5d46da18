// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_IDEAL_TRANSPORT_H
#define AI_FABRIC_IDEAL_TRANSPORT_H

#include "fluid-network.h"

#include "ns3/message-transport.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-fluid
 * An ideal network: no packets, queues, losses or congestion control. Each channel always has its
 * max-min fair share of the links, see FluidNetwork.
 *
 * A message is cut and framed like the fabric's packets, each with HeaderBytes of headers; W is the
 * sum on the wire. The message takes the path of a queue pair of its channel; if the path selectors
 * spread packets, it takes all paths in equal shares. Alone it takes
 *     time = delays of cables and pipelines
 *         + the first packet once more per store-and-forward link
 *            + 8 W / rate of the slowest link.
 * On a path of one rate, packets take the same time. The sender learns of the arrival after the
 * delays of the way back, too. The messages of a channel are sent one after another.
 */
class IdealTransport : public MessageTransport
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  protected:
    void DoDispose() override;

  private:
    void DoJoin(Ptr<NetworkPaths> paths) override;
    Ptr<MessageChannel> DoOpen(MessageTransport& peer,
                               uint8_t level,
                               const ChannelOptions& options) override;
    std::vector<PacketRun> DoGetPackets(uint64_t bytes, uint32_t paths) const override;
    uint32_t DoGetAnswerBytes() const override;
    uint64_t DoGetAcknowledgedBytes() const override;
    bool DoHasPackets() const override;

    Ptr<NetworkPaths> m_paths;
    Ptr<FluidNetwork> m_network; //!< shared by all transports of these paths
    uint32_t m_headerBytes;      //!< headers of each packet in bytes
};

} // namespace ns3

#endif // AI_FABRIC_IDEAL_TRANSPORT_H
