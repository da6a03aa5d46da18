// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_UUD_STREAM_H
#define AI_FABRIC_UUD_STREAM_H

#include "ns3/application.h"
#include "ns3/packet-source.h"
#include "ns3/uet-path.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-background
 * Datagrams of Ultra Ethernet from one NIC to another (UUD: unreliable, unordered), both ends of
 * them. An Application of the sending node.
 *
 * The n-th datagram is due when those before it take their time at the rate, and goes in the NIC's
 * next turn from then on. Nobody acknowledges it, and nobody knows that it was lost.
 */
class UudStream final : public Application
{
  public:
    /** What does not change. */
    struct Settings
    {
        uint32_t packetBytes{0};    //!< payload of a datagram
        uint64_t ratebps{0};        //!< payload
        uint64_t bytes{UINT64_MAX}; //!< payload that is sent
        uint16_t port{0};           //!< UDP source port, on which the path depends
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    UudStream();

    /**
     * Before it starts.
     *
     * @param source NIC that sends
     * @param dest NIC that receives
     * @param framing of both; outlives this
     * @param settings all of them
     */
    void SetEnds(RdmaNic& source,
                 RdmaNic& dest,
                 const UetFraming& framing,
                 const Settings& settings);

    /** @return payload that the receiver has taken, in bytes */
    uint64_t GetReceivedBytes() const
    {
        return m_receiver.receivedBytes;
    }

    /** @return payload that was sent, in bytes */
    uint64_t GetSentBytes() const
    {
        return m_sender.sentBytes;
    }

  private:
    /** At the NIC that sends. */
    struct Sender final : public PacketSource
    {
        bool CanSend() const override;
        FabricPacketPtr MakeNextPacket(int64_t nowPs) override;
        void Receive(FabricPacket& packet) override;

        UetPath path;
        Settings settings;
        bool isOn{false};
        int64_t startPs{0};
        uint64_t sentBytes{0}; //!< payload
        uint32_t number{0};    //!< of the next datagram
    };

    /** At the NIC that receives. */
    struct Receiver final : public PacketSource
    {
        bool CanSend() const override;
        FabricPacketPtr MakeNextPacket(int64_t nowPs) override;
        void Receive(FabricPacket& packet) override;

        uint64_t receivedBytes{0}; //!< payload
    };

    void StartApplication() override;
    void StopApplication() override;

    Sender m_sender;
    Receiver m_receiver;
};

} // namespace ns3

#endif // AI_FABRIC_UUD_STREAM_H
