// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RDMA_HALF_H
#define AI_FABRIC_RDMA_HALF_H

#include "make-object.h"

#include "ns3/rdma-header.h"
#include "ns3/rdma-requester.h"
#include "ns3/rdma-responder.h"
#include "ns3/rdma-verbs.h"
#include "ns3/rdma-wire.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * What stands around half a queue pair where there is neither NIC nor port: it writes down what it
 * is told. 100 Gb/s, RoCEv2, full packets of 1000 B.
 */
class RdmaHalf : public RdmaRequester::Context, public RdmaResponder::Context, public PacketOutlet
{
  public:
    /** @param recovery class of the LossRecovery @param congestionControl class and attributes */
    explicit RdmaHalf(const std::string& recovery = "GoBackN",
                      const std::string& congestionControl = "NoCongestionControl",
                      const Attributes& attributes = {})
    {
        common.policies.recovery = Make<LossRecovery>(recovery);
        common.policies.recovery->Start({LINE_BPS, RTT_PS, MTU_BYTES});
        common.policies.congestionControl =
            Make<RdmaCongestionControl>(congestionControl, attributes);
        common.policies.congestionControl->Start({0, LINE_BPS, RTT_PS, MTU_BYTES});
        common.policies.retransmissionTimer = Make<RetransmissionTimer>("LocalAckTimer");
        framing = Make<RdmaFraming>("RoceV2Framing");
        RdmaPacketMaker::Settings packets;
        packets.framing = PeekPointer(framing);
        packets.host = 1;
        packets.number = 2;
        packets.peerHost = 7;
        packets.peerNumber = 8;
        packets.service = {3, 3, 26};
        common.packets.SetSettings(packets);
        common.pacer = &pacer;
        common.counters = &counters;
        common.outlet = this;
        pacer.Start(PeekPointer(common.policies.congestionControl), LINE_BPS);
    }

    void Activate(int64_t) override
    {
        ++activations;
    }

    void Fail(int64_t, RdmaStatus status) override
    {
        failures.push_back(status);
    }

    void Complete(const RdmaCompletion& completion) override
    {
        completions.push_back(completion);
    }

    void Depart(uint64_t workId) override
    {
        departures.push_back(workId);
    }

    void Enqueue(FabricPacketPtr&& packet) override
    {
        sent.push_back(std::move(packet));
    }

    void Arrive(const RdmaArrival& arrival) override
    {
        arrivals.push_back(arrival);
    }

    uint64_t& GetWord(uint64_t address) override
    {
        return memory[address];
    }

    std::string GetName() const override
    {
        return "half a queue pair";
    }

    /** @return an answer to what it sent @param readyPs when it is there */
    static FabricPacketPtr MakeAnswer(RdmaOpcode opcode,
                                      uint32_t psn,
                                      uint8_t syndrome,
                                      int64_t readyPs)
    {
        FabricPacketPtr packet = FabricPacketPool::Make();
        packet->readyPs = readyPs;
        packet->As<RdmaHeader>().opcode = opcode;
        packet->As<RdmaHeader>().psn = psn;
        packet->As<RdmaHeader>().syndrome = syndrome;
        return packet;
    }

    static constexpr uint64_t LINE_BPS = 100'000'000'000;
    static constexpr int64_t RTT_PS = 10'000'000; //!< base round trip
    static constexpr uint32_t MTU_BYTES = 1000;   //!< payload

    RdmaCommon common; //!< of the half
    RdmaCounters counters;
    SendPacer pacer;
    Ptr<RdmaFraming> framing;
    uint32_t activations{0};                 //!< how often it was to be looked at again
    std::vector<RdmaStatus> failures;        //!< in order
    std::vector<RdmaCompletion> completions; //!< in order
    std::vector<uint64_t> departures;        //!< work ids of messages that have left
    std::vector<RdmaArrival> arrivals;       //!< in order
    std::vector<FabricPacketPtr> sent;       //!< without waiting for a turn
    std::map<uint64_t, uint64_t> memory;     //!< words by address
};

} // namespace ns3

#endif // AI_FABRIC_RDMA_HALF_H
