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
 * One TCP connection of ns3::TcpSocketBase that always has data to send, with both of its ends. An
 * Application of the sending node.
 *
 * ns-3's BulkSendApplication and PacketSink behave the same, but take their sockets' settings from
 * attributes of the whole simulation; here each connection has its own settings, at both ends.
 */
class TcpBackgroundStream : public Application
{
  public:
    /** Settings of both sockets. */
    struct Settings
    {
        TypeId variant;             //!< class of the TCP variant, a TcpCongestionOps
        uint32_t segmentBytes{0};   //!< payload of a full segment in bytes
        uint32_t bufferBytes{0};    //!< buffer of the sender and of the receiver, in bytes each
        bool ecn{false};            //!< true: use ECN even if the variant does not ask for it
        Time minRto;                //!< lower limit of the retransmission timeout
        Time delayedAckTimeout;     //!< longest delay of an acknowledgement
        uint64_t bytes{UINT64_MAX}; //!< bytes to send
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * Sets the connection; to be called before the start.
     *
     * @param dest receiving node
     * @param address InetSocketAddress of the receiver, with its port
     * @param settings settings of both ends
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
     * Fills the free room of the sender's socket, and closes it behind the last byte.
     *
     * @param socket socket of the sender
     * @param freeBytes free room in bytes
     */
    void SendMore(Ptr<Socket> socket, uint32_t freeBytes);
    /** The sender's connection is established. */
    void Connected(Ptr<Socket> socket);
    /** The receiver has accepted the connection. */
    void Accept(Ptr<Socket> socket, const Address& from);
    /** The receiver's socket has data. */
    void Receive(Ptr<Socket> socket);

    Settings m_settings;
    Ptr<Node> m_dest;            //!< receiving node
    Address m_address;           //!< address of the receiver, with its port
    Ptr<Socket> m_sender;        //!< at this node; null before the start
    Ptr<Socket> m_listener;      //!< at the receiving node; null before the start
    uint64_t m_sentBytes{0};     //!< bytes given to the socket
    uint64_t m_receivedBytes{0}; //!< payload received in bytes
};

} // namespace ns3

#endif // AI_FABRIC_TCP_BACKGROUND_STREAM_H
