// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_WIRE_CROSSING_H
#define AI_FABRIC_WIRE_CROSSING_H

#include "wire-direction.h"

#include "ns3/event-domain.h"
#include "ns3/fabric-units.h"
#include "ns3/net-device.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-link
 * Transfer of the packets of one direction of a wire to another domain, process or rank. It keeps
 * packets for another process.
 */
class WireCrossing final : public DomainMail
{
  public:
    /** @param direction direction of the packets; must outlive the crossing */
    explicit WireCrossing(WireDirection& direction)
        : m_direction(direction)
    {
    }

    /**
     * Sends a packet to another domain of this process.
     *
     * @param direction direction of the packet
     * @param lane packets in flight to which it belongs
     * @param sender domain of the sender
     * @param packet packet to send
     */
    static void Cross(const WireDirection& direction,
                      WireLane& lane,
                      EventDomain& sender,
                      FabricPacketPtr packet);

    /**
     * Declares which processes run the ends.
     *
     * @param isSenderHere true if this process runs the sender
     * @param isReceiverHere true if this process runs the receiver
     */
    void SetRanks(bool isSenderHere, bool isReceiverHere);

    /**
     * The same for ranks of ns-3's own simulator, whose packets go by MpiMessages and do not wait.
     *
     * @param sender port of the sender
     * @param isSenderHere true if this rank runs the sender
     * @param receiver port of the receiver
     * @param isReceiverHere true if this rank runs the receiver
     */
    void SetMessages(const NetDevice& sender,
                     bool isSenderHere,
                     NetDevice& receiver,
                     bool isReceiverHere);

    /** @return true after SetMessages() */
    bool IsByMessages() const
    {
        return m_receiver != nullptr;
    }

    /** @param packet packet that waits for Save(), if it leaves this process */
    void Keep(const FabricPacket& packet);

    /**
     * Sends a packet as a message.
     *
     * @param packet packet to send
     * @param ticks time of its arrival or earlier, in ticks
     */
    void SendMessage(const FabricPacket& packet, int64_t ticks) const;

    /** @return number of packets that wait for Save() */
    uint32_t GetKept() const
    {
        return m_packets;
    }

    /** @param images packets that Save() wrote: puts them in flight without their arrival */
    void PutInFlight(const std::string& images);

    void Deliver(EventDomain& to, void* item) override;
    uint64_t Save(std::string& to) override;
    void Load(EventDomain& to, const char* from, const char* end) override;

  private:
    /**
     * Appends a packet to those in flight.
     *
     * @param direction direction of the packet
     * @param lane packets in flight to which it belongs
     * @param to domain of the receiver, whose time may be earlier
     * @param packet packet to append
     */
    static void Append(const WireDirection& direction,
                       WireLane& lane,
                       EventDomain& to,
                       FabricPacketPtr&& packet);

    void ReceiveMessage(const char* bytes);

    WireDirection& m_direction;
    bool m_leaves{false};               //!< packets go to another process, even between windows
    bool m_isForeign{false};            //!< another process runs the sender
    uint32_t m_packets{0};              //!< see GetKept()
    uint64_t m_firstTicks{UINT64_MAX};  //!< time of the first effect of these packets, in ticks
    std::string m_images;               //!< images of these packets, see SavePacket()
    const NetDevice* m_sender{nullptr}; //!< see SetMessages()
    NetDevice* m_receiver{nullptr};     //!< null before SetMessages()
};

} // namespace ns3

#endif // AI_FABRIC_WIRE_CROSSING_H
