// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_CHANNEL_H
#define AI_FABRIC_FABRIC_CHANNEL_H

#include "fabric-wire.h"

#include "ns3/channel.h"
#include "ns3/data-rate.h"
#include "ns3/event-domain.h"
#include "ns3/nstime.h"

#include <array>
#include <cstdint>
#include <type_traits>

namespace ns3
{

class FabricNetDevice;

/**
 * @ingroup ai-fabric-link
 * A FabricWire between two ports, as ns-3's Channel: it delivers packets to the ports, loses
 * packets, and changes during a run.
 *
 * A wire that is down loses all packets on it and all packets sent over it. The flow controls at
 * its ends are notified, and start again when the wire is up.
 *
 * Between two ranks of ns-3's own DistributedSimulatorImpl (MpiMessages) a packet travels as a
 * message, which comes at the time of its first bit; from then on it is in flight at the receiver's
 * rank. The attribute Delay is the look-ahead. Sending in a rank that does not run the sender's
 * node is an error.
 *
 * The alignment keeps the data of the two ends in different pairs of cache lines.
 */
class alignas(128) FabricChannel : public Channel, public FabricWire
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    FabricChannel();
    ~FabricChannel() override;

    /**
     * @param first port of one end
     * @param second port of the other end
     */
    void Connect(Ptr<FabricNetDevice> first, Ptr<FabricNetDevice> second);

    /**
     * Sets the bit error rate of a direction from now on. A frame of L bytes is lost with
     * probability 1 - (1 - rate)^(8 L), in addition to the losses of ErrorRate.
     *
     * @param side 0 or 1: side of the sender
     * @param rate probability that a bit is wrong, in [0, 1)
     */
    void SetBitErrorRate(uint32_t side, double rate);

    /**
     * Sets ErrorRate of one direction from now on.
     *
     * @param side 0 or 1: side of the sender
     * @param rate probability that a packet is lost, in [0, 1]
     */
    void SetErrorRate(uint32_t side, double rate);

    /**
     * Sets the rates from now on.
     *
     * @param ratesbps rates in bit/s, positive, by side of the sender
     */
    void SetRates(std::array<uint64_t, 2> ratesbps);

    /**
     * Breaks or repairs the wire. The wire is up when it was repaired as often as it was broken.
     *
     * @param down true: the wire breaks; false: it is repaired
     * @param nowPs current time, in ps
     */
    void SetDown(bool down, int64_t nowPs);

    /**
     * Declares that the ends are in different domains of FabricSimulatorImpl: packets sent in a
     * window are in flight from its end on.
     *
     * @param domains domains of the first and the second end
     */
    void SetDomains(std::array<uint32_t, 2> domains);

    /**
     * Called after SetDomains() if another process runs at least one end.
     *
     * @param isHere true for the first and the second end if this process runs it
     * @return by side of the sender: mail to the other end
     */
    std::array<DomainMail*, 2> SetRanks(std::array<bool, 2> isHere);

    /**
     * @param stream the first stream to use, one for each direction
     * @return how many streams were used
     */
    int64_t AssignStreams(int64_t stream);

    /** For MemberEvent: prefetches the first packet in flight and its receiving port. */
    template <void (FabricChannel::*METHOD)()>
    void PrefetchParts() const
    {
        // The other direction may be another thread's. Types are compared, as GCC's sanitizer does
        // not take == of member functions for a constant.
        using Event = std::integral_constant<void (FabricChannel::*)(), METHOD>;
        using First =
            std::integral_constant<void (FabricChannel::*)(), &FabricChannel::Arrive<0, false>>;
        using Second =
            std::integral_constant<void (FabricChannel::*)(), &FabricChannel::Arrive<1, false>>;
        if constexpr (std::is_same_v<Event, First>)
        {
            PrefetchFirst(m_directions[0]);
        }
        else if constexpr (std::is_same_v<Event, Second>)
        {
            PrefetchFirst(m_directions[1]);
        }
    }

    std::size_t GetNDevices() const override;
    Ptr<NetDevice> GetDevice(std::size_t i) const override;

  protected:
    void DoDispose() override;

  private:
    /**
     * Called when the first packet in flight arrives.
     *
     * @tparam SIDE side of its sender
     * @tparam CONTROL true for link control
     */
    template <uint32_t SIDE, bool CONTROL>
    void Arrive();

    /**
     * Called when the first bit of a packet protected by a LinkRetry arrives.
     *
     * @tparam SIDE side of its sender
     */
    template <uint32_t SIDE>
    void Check();

    static void PrefetchFirst(const WireDirection& direction);

    /** Creates the state for a LinkRetry at the ends. */
    void StartRetry();

    /** Creates the state for ranks of an ns-3 simulator, if there are any. */
    void StartMessages();

    /** Counts discarded packets as lost, because they will not be sent again. */
    void LoseAwaited(WireDirection& direction);

    /** Counts all packets of a lane as lost. */
    void LoseAll(WireDirection& direction, WireLane& lane);

    /** Counts a lost packet. */
    void Lose(WireDirection& direction, const FabricPacket& packet);

    /**
     * Draws a random number unless the link is down.
     *
     * @return true if this packet is lost
     */
    bool IsLost(WireDirection& direction, const FabricPacket& packet) const
    {
        return IsDown() || direction.loss.Draw(packet.frameBytes);
    }

    /**
     * @param direction direction of the packet
     * @param packet packet that arrived
     * @param isControl true for link control
     * @return true if the packet ends here: it is lost, or it belongs to the LinkRetry itself
     */
    bool EndsHere(WireDirection& direction, const FabricPacket& packet, bool isControl);
    void NoteErrors(double rate);
    /** Puts in flight, in all processes, the packets sent to another process in this instant. */
    void ShareInFlight();
    void SetDataRate(DataRate rate);
    DataRate GetDataRate() const;
    void SetErrorRates(double rate);
    double GetErrorRate() const;
    void SetDelay(Time delay);
    Time GetDelay() const;
    void SetFecLatency(Time latency);
    Time GetFecLatency() const;

    std::array<Ptr<FabricNetDevice>, 2> m_ports; //!< by side; null before Connect()
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_CHANNEL_H
