// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PACKET_SOURCE_H
#define AI_FABRIC_PACKET_SOURCE_H

#include "send-pacer.h"

#include "ns3/fabric-packet.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * A sender and receiver of packets at a NIC: a queue pair, or its counterpart in another transport.
 * RdmaNic::AddSource() registers it with a NIC, whose NicScheduler gives it turns to send.
 *
 * A source must call RdmaNic::Activate() whenever it may have become able to send, or to send at
 * another rate.
 */
class PacketSource
{
  public:
    /** State of a source in the NicScheduler; only the scheduler changes it. */
    struct Turn
    {
        /** Reason why the source does not send. */
        enum class State : uint8_t
        {
            IDLE,  //!< no work or no window
            READY, //!< in the round robin
            PACED, //!< waits for its rate
            PAUSED //!< paused by the flow control of the link
        };

        PacketSource* next{nullptr}; //!< the next source in the round robin
        int64_t lookPs{0};           //!< PACED: time of the scheduler's next check, in ps
        State state{State::IDLE};    //!< state in the scheduler
    };

    virtual ~PacketSource() = default;

    /**
     * @return true if there is a packet to send and windows allow it; the rate is not considered
     */
    virtual bool CanSend() const = 0;

    /**
     * Called when the source has its turn and its pacer is due.
     *
     * @param nowPs current time, in ps
     * @return next packet, in the lane of this source; null if no packet may be sent
     */
    virtual FabricPacketPtr MakeNextPacket(int64_t nowPs) = 0;

    /** @return FlowNumber() of its packets; nothing if its packets belong to several flows */
    virtual std::optional<uint32_t> GetFlow() const
    {
        return std::nullopt;
    }

    /** @param packet packet that has come for this source; its readyPs is the current time */
    virtual void Receive(FabricPacket& packet) = 0;

    /** @param packet packet that has come for this source, whose payload a switch has cut */
    virtual void ReceiveTrimmed(FabricPacket& packet)
    {
        (void)packet;
    }

    /**
     * Called by the receiver's half of a congestion control, if this source is registered there.
     *
     * @param value value for the sender's half at the other end
     * @param nowPs current time, in ps
     */
    virtual void SendControl(uint64_t value, int64_t nowPs)
    {
        (void)value;
        (void)nowPs;
    }

    /**
     * @param packet packet that has come for this source
     * @return true if the packet is written to host memory, or must not overtake packets that are
     */
    virtual bool GoesToMemory(const FabricPacket& packet)
    {
        return packet.payloadBytes > 0;
    }

    /**
     * Called once by the NIC.
     *
     * @param number number of the source at the NIC
     * @param lane lane of its packets on the NIC's link
     */
    void SetPlace(uint32_t number, uint8_t lane)
    {
        m_number = number;
        m_lane = lane;
    }

    /** @return number at its NIC */
    uint32_t GetNumber() const
    {
        return m_number;
    }

    /** @return lane of its packets on the link of its NIC */
    uint8_t GetLane() const
    {
        return m_lane;
    }

    /** @return pacer: computes when the rate allows the next packet */
    SendPacer& GetPacer()
    {
        return m_pacer;
    }

    /** @return state for the scheduler */
    Turn& GetTurn()
    {
        return m_turn;
    }

    /** @return this source's state in the scheduler, read-only */
    const Turn& GetTurn() const
    {
        return m_turn;
    }

  private:
    Turn m_turn; //!< used by the NicScheduler only
    SendPacer m_pacer;
    uint32_t m_number{0}; //!< at the NIC
    uint8_t m_lane{0};    //!< lane of its packets
};

} // namespace ns3

#endif // AI_FABRIC_PACKET_SOURCE_H
