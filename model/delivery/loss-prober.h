// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LOSS_PROBER_H
#define AI_FABRIC_LOSS_PROBER_H

#include "numbered-packets.h"

#include "ns3/fabric-event.h"
#include "ns3/fabric-units.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-delivery
 * The probes of a SelectiveSender: when they are sent, and which packets their answers find lost.
 *
 * A probe is due if no answer came for the probe time. It is repeated after twice that time and so
 * on up to a limit while answers bring nothing new, so that senders that wait for credit do not ask
 * too often.
 *
 * An answer to a probe finds a packet lost if the answer comes within two idle round trips, the
 * packet was sent before the probe and at least one round trip ago, and the bitmap of the answer
 * says that it has not come. A probe that only asks for credit does not find losses. A bitmap
 * covers 64 packets, so after such an answer further probes go out for all packets beyond it that
 * were sent as early: the losses of any number of packets are found in two round trips. A transport
 * whose probes name no packet gets the bits behind the first missing packet only.
 */
class LossProber
{
  public:
    /** Interface of the sender. */
    class Client
    {
      public:
        /** Called when a probe is due. @param nowPs present time in ps */
        virtual void OnProbeDue(int64_t nowPs) = 0;

        /**
         * @param number number of the probe
         * @param psn first PSN to report in the answer
         * @param nowPs present time in ps
         */
        virtual void SendProbe(uint16_t number, uint64_t psn, int64_t nowPs) = 0;

        /** @param psn PSN of a packet that is found lost @param nowPs present time in ps */
        virtual void OnMissing(uint64_t psn, int64_t nowPs) = 0;

      protected:
        ~Client() = default;
    };

    /** @param client sender; must outlive this object @param queue packets of the sender */
    LossProber(Client& client, const NumberedPackets& queue);
    ~LossProber();

    /**
     * @param node id of the Node, context of the event
     * @param probePs time without answers until a probe is due, in ps; 0: no probe is ever due
     * @param baseRttPs idle round trip of a full packet, in ps
     * @param namesPackets true if a probe tells from which packet on its answer is to report
     */
    void Start(uint32_t node, int64_t probePs, int64_t baseRttPs, bool namesPackets);

    /**
     * Starts the time to the next probe anew, if there is work.
     *
     * @param mostPs longest time to the next probe in ps, unless the probe time is longer
     * @param nowPs present time in ps
     */
    void Schedule(int64_t mostPs, int64_t nowPs);

    /** No probe is due any more. */
    void Clear()
    {
        m_timer->Clear();
    }

    /** @return true if a probe will be due */
    bool IsPending() const
    {
        return m_timer->IsPending();
    }

    /** @param asks true if the probe asks only for credit @param nowPs present time in ps */
    void Probe(bool asks, int64_t nowPs);

    /** Called when an answer brought something new. */
    void NotifyNews()
    {
        m_fruitless = 0;
    }

    /** @return number of probes in a row that brought nothing new */
    uint32_t GetFruitless() const
    {
        return m_fruitless;
    }

    /**
     * Finds packets that are missing.
     *
     * @param number number of the answered probe
     * @param base PSN of the first packet in the bitmap of the answer
     * @param sentPs time of that probe in ps
     * @param rttPs longest round trip lately, in ps
     * @param nowPs present time in ps
     */
    void HandleAnswer(uint16_t number, uint64_t base, int64_t sentPs, int64_t rttPs, int64_t nowPs);

  private:
    static constexpr uint64_t BITMAP_PACKETS = 64;

    void OnTimer();

    /** @return true if the packet should have arrived by now, if nothing held it up */
    bool IsOverdue(uint64_t psn, int64_t rttPs, int64_t nowPs) const
    {
        const NumberedPackets::Packet& packet = m_queue.At(psn);
        return packet.state == NumberedPackets::State::OUTSTANDING && packet.sentPs < m_sentPs &&
               packet.sentPs + rttPs <= nowPs;
    }

    Client& m_client;
    const NumberedPackets& m_queue;
    TickClock m_clock;
    int64_t m_probePs{0};        //!< see Start()
    int64_t m_baseRttPs{0};      //!< see Start()
    uint32_t m_fruitless{0};     //!< probes in a row that brought nothing new
    uint16_t m_number{0};        //!< number of the last probe
    uint16_t m_furtherProbes{0}; //!< further probes after the answer to the last Probe()
    bool m_namesPackets{true};   //!< see Start()
    bool m_asks{false};          //!< the last Probe() asked for credit alone
    int64_t m_sentPs{0};         //!< time of the last Probe()
    Ptr<FabricEvent> m_timer;    //!< the next probe is due
};

} // namespace ns3

#endif // AI_FABRIC_LOSS_PROBER_H
