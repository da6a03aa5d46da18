// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "tcp-background-stream.h"

#include "ns3/boolean.h"
#include "ns3/inet-socket-address.h"
#include "ns3/log.h"
#include "ns3/packet.h"
#include "ns3/string.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpBackgroundStream");

NS_OBJECT_ENSURE_REGISTERED(TcpBackgroundStream);

TypeId
TcpBackgroundStream::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpBackgroundStream")
                            .SetParent<Application>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<TcpBackgroundStream>();
    return tid;
}

void
TcpBackgroundStream::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_dest = nullptr;
    m_sender = nullptr;
    m_listener = nullptr;
    Application::DoDispose();
}

void
TcpBackgroundStream::SetConnection(Ptr<Node> dest, const Address& address, const Settings& settings)
{
    NS_LOG_FUNCTION(this << dest << address);
    m_dest = dest;
    m_address = address;
    m_settings = settings;
}

Ptr<Socket>
TcpBackgroundStream::MakeSocket(Ptr<Node> node) const
{
    const auto socket = node->GetObject<TcpL4Protocol>()->CreateSocket(m_settings.variant);
    socket->SetAttribute("SegmentSize", UintegerValue(m_settings.segmentBytes));
    socket->SetAttribute("SndBufSize", UintegerValue(m_settings.bufferBytes));
    socket->SetAttribute("RcvBufSize", UintegerValue(m_settings.bufferBytes));
    socket->SetAttribute("DelAckTimeout", TimeValue(m_settings.delayedAckTimeout));
    socket->SetAttribute("ConnTimeout", TimeValue(10 * m_settings.minRto));
    socket->SetAttribute("MinRto", TimeValue(m_settings.minRto));
    socket->SetAttribute("ClockGranularity", TimeValue(MicroSeconds(1)));
    // ns-3's timestamp option counts milliseconds, too coarse to measure these round trips.
    socket->SetAttribute("Timestamp", BooleanValue(false));
    if (m_settings.ecn)
    {
        socket->SetAttribute("UseEcn", StringValue("On"));
    }
    return socket;
}

void
TcpBackgroundStream::StartApplication()
{
    NS_LOG_FUNCTION(this);
    m_listener = MakeSocket(m_dest);
    m_listener->Bind(m_address);
    m_listener->Listen();
    m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                  MakeCallback(&TcpBackgroundStream::Accept, this));
    m_sender = MakeSocket(GetNode());
    m_sender->Bind(InetSocketAddress(Ipv4Address::GetAny(),
                                     InetSocketAddress::ConvertFrom(m_address).GetPort()));
    m_sender->SetConnectCallback(MakeCallback(&TcpBackgroundStream::Connected, this),
                                 MakeNullCallback<void, Ptr<Socket>>());
    m_sender->SetSendCallback(MakeCallback(&TcpBackgroundStream::SendMore, this));
    m_sender->Connect(m_address);
    m_sender->ShutdownRecv();
}

void
TcpBackgroundStream::StopApplication()
{
    NS_LOG_FUNCTION(this);
    if (m_sender)
    {
        m_settings.bytes = m_sentBytes;
        m_sender->Close();
    }
}

void
TcpBackgroundStream::Connected(Ptr<Socket> socket)
{
    SendMore(socket, socket->GetTxAvailable());
}

void
TcpBackgroundStream::SendMore(Ptr<Socket> socket, uint32_t freeBytes)
{
    constexpr uint64_t CHUNK_BYTES = 65536; // size of an ns-3 packet without stored bytes
    while (freeBytes > 0 && m_sentBytes < m_settings.bytes)
    {
        const uint64_t bytes =
            std::min({CHUNK_BYTES, uint64_t{freeBytes}, m_settings.bytes - m_sentBytes});
        if (socket->Send(Create<Packet>(static_cast<uint32_t>(bytes))) < 0)
        {
            return;
        }
        m_sentBytes += bytes;
        freeBytes = socket->GetTxAvailable();
        if (m_sentBytes == m_settings.bytes)
        {
            socket->Close();
        }
    }
}

void
TcpBackgroundStream::Accept(Ptr<Socket> socket, const Address&)
{
    socket->SetRecvCallback(MakeCallback(&TcpBackgroundStream::Receive, this));
}

void
TcpBackgroundStream::Receive(Ptr<Socket> socket)
{
    while (const auto packet = socket->Recv())
    {
        if (packet->GetSize() == 0)
        {
            return; // the end of the stream
        }
        m_receivedBytes += packet->GetSize();
    }
}

} // namespace ns3
