// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_OWN_TRANSPORT_H
#define AI_FABRIC_OWN_TRANSPORT_H

#include "ns3/message-transport.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * An example of a transport outside the module: UDP datagrams with their own header, and an answer
 * when a message is complete. It has no window, rate or retransmission: it is for networks without
 * loss.
 *
 * With H = HEADER_BYTES, a message of n bytes is ceil(n / MTU) datagrams of H + payload, and its
 * answer one of H. So alone on a path it takes
 *     time = transfer of the datagrams + transfer of the answer
 * and nothing else, see doc/add-transport.rst.
 */
class OwnTransport final : public MessageTransport
{
  public:
    /** On the wire: channel, immediate, bytes of the message, kind; 4 B each. */
    static constexpr uint32_t HEADER_BYTES = 16;

    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param bytes payload that another host has acknowledged */
    void NoteAcknowledged(uint64_t bytes)
    {
        m_acknowledgedBytes += bytes;
    }

  private:
    Ptr<MessageChannel> DoOpen(MessageTransport& peer,
                               uint8_t level,
                               const ChannelOptions& options) override;
    std::vector<PacketRun> DoGetPackets(uint64_t bytes, uint32_t paths) const override;
    uint32_t DoGetAnswerBytes() const override;
    uint64_t DoGetAcknowledgedBytes() const override;

    uint64_t m_acknowledgedBytes{0};
};

} // namespace ns3

#endif // AI_FABRIC_OWN_TRANSPORT_H
