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
 * An ideal network: no packets, queues, losses or congestion control. Each channel has its max-min
 * fair share of the links at any time, see FluidNetwork.
 *
 * A message is cut and framed as the fabric's packets are, each with HeaderBytes of its own; W is
 * the sum on the wire. It takes the way that a queue pair of its channel would take (with
 * selectors that spread packets all ways alike), and alone
 *     time = delays of cables and pipelines
 *            + the first packet once more per link that is stored behind and forwarded
 *            + 8 W / rate of the slowest link.
 * On a path of one rate that is what packets take. The sender knows of the arrival when the delays
 * of the way back are over, too. The messages of a channel are sent one after another.
 */
class IdealTransport final : public MessageTransport
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
    Ptr<FluidNetwork> m_network; //!< that all transports of these paths share
    uint32_t m_headerBytes;      //!< of each packet
};

} // namespace ns3

#endif // AI_FABRIC_IDEAL_TRANSPORT_H
