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
 * Datagrams of Ultra Ethernet from one NIC to another (UUD: unreliable, unordered), with both of
 * their ends. An Application of the sending node.
 *
 * Datagram n is due when the payload of all datagrams before it has taken its time at the rate, and
 * is sent in the NIC's next turn from then on. No acknowledgement is sent, and losses are not
 * noticed.
 */
class UudStream final : public Application
{
  public:
    /** Settings of the stream. */
    struct Settings
    {
        uint32_t packetBytes{0};    //!< payload of a datagram in bytes
        uint64_t ratebps{0};        //!< payload rate in bit/s
        uint64_t bytes{UINT64_MAX}; //!< payload to send in bytes
        uint16_t port{0};           //!< UDP source port; decides the path
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    UudStream();

    /**
     * Sets both ends; to be called before the start.
     *
     * @param source NIC that sends
     * @param dest NIC that receives
     * @param framing framing of both; outlives this
     * @param settings settings of the stream
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
    /** The end at the sending NIC. */
    struct Sender final : public PacketSource
    {
        bool CanSend() const override;
        FabricPacketPtr MakeNextPacket(int64_t nowPs) override;
        void Receive(FabricPacket& packet) override;

        UetPath path;
        Settings settings;
        bool isOn{false};
        int64_t startPs{0};
        uint64_t sentBytes{0}; //!< payload sent in bytes
        uint32_t number{0};    //!< number of the next datagram
    };

    /** The end at the receiving NIC. */
    struct Receiver final : public PacketSource
    {
        bool CanSend() const override;
        FabricPacketPtr MakeNextPacket(int64_t nowPs) override;
        void Receive(FabricPacket& packet) override;

        uint64_t receivedBytes{0}; //!< payload received in bytes
    };

    void StartApplication() override;
    void StopApplication() override;

    Sender m_sender;
    Receiver m_receiver;
};

} // namespace ns3

#endif // AI_FABRIC_UUD_STREAM_H
