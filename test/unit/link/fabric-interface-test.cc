// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/channel.h"
#include "ns3/fabric-interface.h"
#include "ns3/packet.h"

#include <gtest/gtest.h>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/** One without a port. */
class LoneInterface : public FabricInterface
{
  public:
    Ptr<Channel> GetChannel() const override
    {
        return nullptr;
    }

    bool IsLinkUp() const override
    {
        return false;
    }

    bool SendFrom(Ptr<Packet>, const Address& source, const Address&, uint16_t) override
    {
        m_sender = source;
        return true;
    }

    bool OnReceive(Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t protocol, const Address&)
    {
        m_received.push_back({protocol, packet->GetSize()});
        return true;
    }

    bool OnPromiscuous(Ptr<NetDevice> device,
                       Ptr<const Packet> packet,
                       uint16_t protocol,
                       const Address& source,
                       const Address&,
                       NetDevice::PacketType)
    {
        return OnReceive(device, packet, protocol, source);
    }

    Address m_sender;
    std::vector<std::pair<uint16_t, uint32_t>> m_received; //!< protocol and bytes
};

} // namespace

TEST(FabricInterfaceTest, AFrameGoesToTheCallbacksThatAreSet)
{
    const auto interface = CreateObject<LoneInterface>();
    ForeignFrame frame;
    frame.packet = Create<Packet>(100);
    frame.protocol = 0x0800;
    interface->HandUp(frame); // nobody is there
    EXPECT_TRUE(interface->m_received.empty());
    interface->SetReceiveCallback(MakeCallback(&LoneInterface::OnReceive, interface));
    interface->HandUp(frame);
    interface->SetPromiscReceiveCallback(MakeCallback(&LoneInterface::OnPromiscuous, interface));
    interface->HandUp(frame);
    const std::pair<uint16_t, uint32_t> ip{0x0800, 100};
    EXPECT_EQ(interface->m_received, (decltype(interface->m_received){ip, ip, ip}));
    interface->Dispose();
}

TEST(FabricInterfaceTest, SendsWithItsOwnAddress)
{
    const auto interface = CreateObject<LoneInterface>();
    interface->SetAddress(Mac48Address("02:00:00:00:00:07"));
    EXPECT_TRUE(interface->Send(Create<Packet>(1), Mac48Address(), 0));
    EXPECT_EQ(Mac48Address::ConvertFrom(interface->m_sender), Mac48Address("02:00:00:00:00:07"));
    EXPECT_FALSE(interface->NeedsArp());
    EXPECT_TRUE(interface->IsPointToPoint());
}
