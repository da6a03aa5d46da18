// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TCP_BACKGROUND_STREAM_H
#define AI_FABRIC_TCP_BACKGROUND_STREAM_H

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/nstime.h"
#include "ns3/socket.h"
#include "ns3/type-id.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-background
 * One TCP connection of ns3::TcpSocketBase that always has data to send, both ends of it. An
 * Application of the sending node.
 *
 * ns-3's BulkSendApplication and PacketSink would do the same, but take their sockets' settings
 * from attributes of the whole simulation; here each connection has its own, at both ends.
 */
class TcpBackgroundStream : public Application
{
  public:
    /** Settings of both sockets. */
    struct Settings
    {
        TypeId variant;             //!< a TcpCongestionOps
        uint32_t segmentBytes{0};   //!< payload of a full segment
        uint32_t bufferBytes{0};    //!< of the sender, and of the receiver
        bool ecn{false};            //!< ask for ECN whatever the variant does
        Time minRto;                //!< least retransmission timeout
        Time delayedAckTimeout;     //!< the longest that an acknowledgement waits
        uint64_t bytes{UINT64_MAX}; //!< that are sent
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * Before it starts.
     *
     * @param dest receiving node
     * @param address InetSocketAddress of it, with the port to listen at
     * @param settings of both ends
     */
    void SetConnection(Ptr<Node> dest, const Address& address, const Settings& settings);

    /** @return payload that the receiver has taken, in bytes */
    uint64_t GetReceivedBytes() const
    {
        return m_receivedBytes;
    }

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;
    void StopApplication() override;

    /** @return a new socket with the settings */
    Ptr<Socket> MakeSocket(Ptr<Node> node) const;
    /**
     * The sender's socket has room: fills it, and closes it behind the last byte.
     *
     * @param socket the sender's
     * @param freeBytes room in it
     */
    void SendMore(Ptr<Socket> socket, uint32_t freeBytes);
    /** The sender is connected. */
    void Connected(Ptr<Socket> socket);
    /** The receiver has a connection. */
    void Accept(Ptr<Socket> socket, const Address& from);
    /** The receiver has data. */
    void Receive(Ptr<Socket> socket);

    Settings m_settings;
    Ptr<Node> m_dest;            //!< receiving node
    Address m_address;           //!< of the receiver, with its port
    Ptr<Socket> m_sender;        //!< at this node; null before the start
    Ptr<Socket> m_listener;      //!< at the receiving node; null before the start
    uint64_t m_sentBytes{0};     //!< given to the socket
    uint64_t m_receivedBytes{0}; //!< payload
};

} // namespace ns3

#endif // AI_FABRIC_TCP_BACKGROUND_STREAM_H
