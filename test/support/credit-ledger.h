// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CREDIT_LEDGER_H
#define AI_FABRIC_CREDIT_LEDGER_H

#include "ns3/credit-flow-control.h"
#include "ns3/credit-packet.h"
#include "ns3/fabric-channel.h"
#include "ns3/fabric-event.h"
#include "ns3/fabric-net-device.h"

#include <array>
#include <cstdint>
#include <deque>
#include <gtest/gtest.h>
#include <memory>

namespace ns3
{

/** Bytes of a block of credits. */
constexpr uint32_t BLOCK = 64;
/** Lanes with credits. */
constexpr uint32_t LANES = PRIORITY_COUNT;

/** @return blocks that a frame takes */
inline uint32_t
BlocksOf(uint32_t bytes)
{
    return (bytes + BLOCK - 1) / BLOCK;
}

/** What passes one port, in blocks of each lane, by its traces alone; counters do not wrap. */
class PortLedger
{
  public:
    /** Begins now. @param port whose */
    explicit PortLedger(Ptr<FabricNetDevice> port)
        : m_port(port)
    {
        port->TraceConnectWithoutContext("Transmit", MakeCallback(&PortLedger::OnTransmit, this));
        port->TraceConnectWithoutContext("Receive", MakeCallback(&PortLedger::OnReceive, this));
    }

    /** @return blocks sent that are on the wire or in the pipeline behind it, lost ones too */
    uint64_t CountOnWire(uint8_t vl)
    {
        const int64_t nowTicks = NowTicks();
        while (!m_wire.empty() && m_wire.front().ticks < nowTicks)
        {
            m_wire.pop_front();
        }
        uint64_t blocks = 0;
        for (const auto& entry : m_wire)
        {
            blocks += entry.vl == vl ? entry.blocks : 0;
        }
        return blocks;
    }

    /** @return whether something arrives in this very tick: before or after us, nobody knows */
    bool IsAmbiguous() const
    {
        const int64_t nowTicks = NowTicks();
        for (const auto& entry : m_wire)
        {
            if (entry.ticks == nowTicks)
            {
                return true;
            }
        }
        return false;
    }

    /** @return of the port */
    const CreditFlowControl& GetFlow() const
    {
        return static_cast<const CreditFlowControl&>(m_port->GetFlowControl());
    }

    /** The packet that began to leave last: what it holds of its input's buffer, and until when. */
    struct Last
    {
        int64_t endPs{0};        //!< when its last bit leaves
        uint16_t ingressPort{0}; //!< of the switch
        uint8_t lane{0};         //!< at that port
        uint32_t blocks{0};      //!< its length
    };

    Ptr<FabricNetDevice> m_port;
    Last m_last; //!< begun last
    std::array<uint64_t, LANES> m_sent{};
    std::array<uint64_t, LANES> m_arrived{};
    std::array<uint64_t, LANES> m_abr{};      //!< arrived, or said to have been sent
    std::array<uint64_t, LANES> m_gained{};   //!< advance of FCCL that was heard of
    std::array<uint64_t, LANES> m_repaired{}; //!< said to have been sent, and lost

  private:
    /** A packet on the wire. */
    struct Entry
    {
        int64_t ticks; //!< of its arrival
        uint8_t vl;
        uint32_t blocks;
    };

    void OnTransmit(const FabricPacket& packet, int64_t startPs)
    {
        if (!IsForwarded(packet.kind))
        {
            return;
        }
        const FabricNetDevice& peer = *m_port->GetPeer();
        const int64_t readyPs = (peer.IsCutThrough() ? startPs : m_port->GetBusyUntilPs()) +
                                m_port->GetDelayPs() + peer.GetLatencyPs();
        const uint32_t blocks = BlocksOf(packet.frameBytes);
        m_wire.push_back({TickClock().ToTicks(readyPs), packet.lane, blocks});
        m_sent[packet.lane] += blocks;
        m_last = {m_port->GetBusyUntilPs(), packet.ingressPort, packet.ingressLane, blocks};
    }

    void OnReceive(const FabricPacket& packet, int64_t)
    {
        if (IsForwarded(packet.kind))
        {
            m_arrived[packet.lane] += BlocksOf(packet.frameBytes);
            m_abr[packet.lane] += BlocksOf(packet.frameBytes);
            return;
        }
        const uint8_t vl = packet.As<CreditPacket>().vl;
        const auto buffer =
            static_cast<const CreditFlowControl&>(m_port->GetPeer()->GetFlowControl())
                .GetBufferBlocks();
        // FCCL started at the other end's buffer.
        m_gained[vl] += (packet.As<CreditPacket>().fccl - m_gained[vl] - buffer) & 0xfff;
        const uint64_t lost =
            (packet.As<CreditPacket>().fctbs - m_abr[vl] - CountInPipeline(packet)) & 0xfff;
        m_abr[vl] += lost;
        m_repaired[vl] += lost;
    }

    /** @return blocks that came before a flow control packet and are still in our pipeline */
    uint64_t CountInPipeline(const FabricPacket& credit) const
    {
        uint64_t blocks = 0;
        m_port->GetWire().ForEachInFlight(1 - m_port->GetSide(), [&](const FabricPacket& packet) {
            const int64_t cameAtPs = packet.tailPs - m_port->GetLatencyPs();
            blocks += packet.lane == credit.As<CreditPacket>().vl && cameAtPs < credit.tailPs
                          ? BlocksOf(packet.frameBytes)
                          : 0;
            return true;
        });
        return blocks;
    }

    std::deque<Entry> m_wire; //!< by time of arrival
};

/** Both directions of one link. */
struct LinkLedger
{
    /** @param channel connected */
    explicit LinkLedger(const FabricChannel& channel)
        : ends{std::make_unique<PortLedger>(StaticCast<FabricNetDevice>(channel.GetDevice(0))),
               std::make_unique<PortLedger>(StaticCast<FabricNetDevice>(channel.GetDevice(1)))}
    {
    }

    /** @return as PortLedger::IsAmbiguous(), at either end */
    bool IsAmbiguous() const
    {
        return ends[0]->IsAmbiguous() || ends[1]->IsAmbiguous();
    }

    /**
     * What should be the receiver's buffer: credits of the sender + blocks on the wire + blocks in
     * the buffer + credits on their way. The last are what arrived, or is known to be lost, and has
     * left the buffer, less what the sender has been told of.
     */
    int64_t Sum(uint32_t from, uint8_t vl, uint64_t occupied)
    {
        auto& sender = *ends[from];
        const auto& receiver = *ends[1 - from];
        const auto returning = static_cast<int64_t>(receiver.m_abr[vl]) -
                               static_cast<int64_t>(occupied) -
                               static_cast<int64_t>(sender.m_gained[vl]);
        EXPECT_GE(returning, 0) << "more credits than room";
        EXPECT_LE(occupied, receiver.GetFlow().GetBufferBlocks());
        EXPECT_LE(sender.GetFlow().GetCredits(vl), CreditFlowControl::MAX_CREDITS);
        return static_cast<int64_t>(sender.GetFlow().GetCredits(vl) + sender.CountOnWire(vl) +
                                    occupied) +
               returning;
    }

    std::array<std::unique_ptr<PortLedger>, 2> ends; //!< by side
};

} // namespace ns3

#endif // AI_FABRIC_CREDIT_LEDGER_H
