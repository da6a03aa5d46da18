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
 * A source calls RdmaNic::Activate() whenever it may have become able to send, or to send at
 * another rate.
 */
class PacketSource
{
  public:
    /** State of a source in the NicScheduler, which alone changes it. */
    struct Turn
    {
        /** What the source waits for. */
        enum class State : uint8_t
        {
            IDLE,  //!< nothing may be sent: no work or no window
            READY, //!< in the round robin
            PACED, //!< waits for its rate
            PAUSED //!< the flow control of the link holds it back
        };

        PacketSource* next{nullptr}; //!< the next source in the round robin
        int64_t lookPs{0};           //!< PACED: when the scheduler looks at it again, in ps
        State state{State::IDLE};    //!< where it stands with the scheduler
    };

    virtual ~PacketSource() = default;

    /**
     * @return whether there is a packet to send and windows allow it; the rate is not considered
     */
    virtual bool CanSend() const = 0;

    /**
     * It is its turn, and its pacer says that it is due.
     *
     * @param nowPs the time
     * @return the next packet, in the lane of this source; null if there is none that may go
     */
    virtual FabricPacketPtr MakeNextPacket(int64_t nowPs) = 0;

    /** @return FlowNumber() of its packets; nothing: they are not all of one flow */
    virtual std::optional<uint32_t> GetFlow() const
    {
        return std::nullopt;
    }

    /** @param packet that has come for it; its readyPs is now */
    virtual void Receive(FabricPacket& packet) = 0;

    /** @param packet that has come for it without its payload, which a switch has cut */
    virtual void ReceiveTrimmed(FabricPacket& packet)
    {
        (void)packet;
    }

    /**
     * For the receiver's half of a congestion control, if it registered there.
     *
     * @param value is sent to the sender's half at the other end
     * @param nowPs the time
     */
    virtual void SendControl(uint64_t value, int64_t nowPs)
    {
        (void)value;
        (void)nowPs;
    }

    /**
     * @param packet that has come for it
     * @return whether it is written to the memory of the host, or may not overtake what is
     */
    virtual bool GoesToMemory(const FabricPacket& packet)
    {
        return packet.payloadBytes > 0;
    }

    /**
     * For the NIC, once.
     *
     * @param number at the NIC
     * @param lane of its packets on the NIC's link
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

    /** @return when its rate lets it send */
    SendPacer& GetPacer()
    {
        return m_pacer;
    }

    /** @return for the scheduler */
    Turn& GetTurn()
    {
        return m_turn;
    }

    /** @return for those who only look */
    const Turn& GetTurn() const
    {
        return m_turn;
    }

  private:
    Turn m_turn; //!< of the NicScheduler
    SendPacer m_pacer;
    uint32_t m_number{0}; //!< at the NIC
    uint8_t m_lane{0};    //!< of what it sends
};

} // namespace ns3

#endif // AI_FABRIC_PACKET_SOURCE_H
