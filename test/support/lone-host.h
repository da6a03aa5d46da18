// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LONE_HOST_H
#define AI_FABRIC_LONE_HOST_H

#include "make-object.h"
#include "units.h"

#include "ns3/fabric-event.h"
#include "ns3/fabric-units.h"
#include "ns3/rdma-header.h"
#include "ns3/rdma-queue-pair.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/** A host with one queue pair, without NIC, port or network. */
class LoneHost : public RdmaQueuePair::Context
{
  public:
    /**
     * @param host index; 0 and 1 are each other's ends
     * @param control class of its congestion control
     */
    explicit LoneHost(uint32_t host, const std::string& control = "NoCongestionControl")
        : m_control(control)
    {
        framing = Make<RdmaFraming>("InfiniBandFraming");
        RdmaQueuePair::Settings settings;
        settings.packets.framing = PeekPointer(framing);
        settings.packets.host = host;
        settings.packets.peerHost = 1 - host;
        settings.packets.number = 2;
        settings.packets.peerNumber = 2;
        settings.packets.service = {1, 1, 0};
        settings.requester.mtuBytes = 1000;
        settings.requester.ackTimeoutPs = 100 * US;
        settings.responder.mtuBytes = 1000;
        settings.lineRatebps = 100'000'000'000;
        queuePair = CreateObject<RdmaQueuePair>();
        queuePair->SetPlace(2, 1);
        queuePair->Start(settings, *this);
        queuePair->SetCompletionCallback(Callback<void, const RdmaCompletion&>(
            [this](const RdmaCompletion& completion) { completions.push_back(completion); }));
        queuePair->SetArrivalCallback(Callback<void, const RdmaArrival&>(
            [this](const RdmaArrival& arrival) { arrivals.push_back(arrival); }));
    }

    ~LoneHost() override
    {
        queuePair->Dispose();
    }

    RdmaPolicies MakePolicies(const RdmaQueuePair::Settings&, uint64_t) override
    {
        RdmaPolicies policies;
        policies.recovery = Make<LossRecovery>("GoBackN");
        policies.congestionControl = Make<RdmaCongestionControl>(m_control);
        policies.congestionControl->Start({0, 100'000'000'000, 10 * US, 1000});
        policies.retransmissionTimer = Make<RetransmissionTimer>("LocalAckTimer");
        return policies;
    }

    void Activate(PacketSource&, int64_t) override
    {
    }

    void Enqueue(FabricPacketPtr&& packet) override
    {
        sent.push_back(std::move(packet));
    }

    uint64_t& GetWord(uint64_t address) override
    {
        return memory[address];
    }

    RdmaCounters& GetQueuePairCounters() override
    {
        return counters;
    }

    std::string DescribeBlock(uint8_t) const override
    {
        return block;
    }

    /** @return the next packet that goes out; null: none */
    FabricPacketPtr Send()
    {
        PacketSource& source = *queuePair;
        if (sent.empty())
        {
            return source.CanSend() ? source.MakeNextPacket(GetNowPs()) : nullptr;
        }
        auto packet = std::move(sent.front());
        sent.pop_front();
        return packet;
    }

    /** @param packet that comes, now unless its own time is later */
    void Take(FabricPacketPtr packet)
    {
        PacketSource& source = *queuePair;
        packet->readyPs = std::max(packet->readyPs, GetNowPs());
        source.Receive(*packet);
    }

    Ptr<RdmaFraming> framing;
    Ptr<RdmaQueuePair> queuePair;
    std::deque<FabricPacketPtr> sent; //!< without waiting for a turn
    std::map<uint64_t, uint64_t> memory;
    RdmaCounters counters;
    std::string block;
    std::vector<RdmaCompletion> completions;
    std::vector<RdmaArrival> arrivals;

  private:
    static int64_t GetNowPs()
    {
        return TickClock().ToPs(NowTicks());
    }

    std::string m_control; //!< class of its congestion control
};

} // namespace ns3

#endif // AI_FABRIC_LONE_HOST_H
