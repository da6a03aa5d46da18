// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RDMA_CONGESTION_CONTROL_H
#define AI_FABRIC_RDMA_CONGESTION_CONTROL_H

#include "congestion-receiver.h"

#include "ns3/fabric-units.h"
#include "ns3/object.h"
#include "ns3/read-once.h"
#include "ns3/telemetry-kind.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"

#include <cstdint>
#include <optional>

namespace ns3
{

struct TelemetryDigest;
struct TelemetryStack;

/**
 * @ingroup ai-fabric-congestion-control
 * What a congestion control knows of its path at the start.
 */
struct CongestionContext
{
    int64_t nowPs;              //!< when the queue pair was connected
    uint64_t lineRatebps;       //!< rate of the sending port
    int64_t baseRttPs;          //!< round trip of one full packet and its ACK in an idle network
    uint32_t mtuBytes;          //!< payload of a full packet
    bool receiverGrants{false}; //!< credits of the receiver keep its link from being overrun
};

/**
 * @ingroup ai-fabric-congestion-control
 * An ACK or NAK. Each comes here once, whether or not it acknowledges anything new: under
 * reordering many do not, and what they tell of marks, delay and telemetry no other one tells.
 */
struct AckEvent
{
    int64_t nowPs;                   //!< when it arrived at the sender
    int64_t rttPs;                   //!< since the packet that it answers was sent
    uint64_t ackedBytes;             //!< payload newly acknowledged; 0: nothing
    uint64_t inflightBytes;          //!< payload sent and not acknowledged, after this ACK
    bool congestionMarked;           //!< a packet that it answers was marked
    const TelemetryStack* telemetry; //!< what the last such packet collected; null: no stack
    uint64_t number{0};              //!< of the packet that it answers, from 0 on
    bool applicationLimited{false};  //!< everything posted was on its way when it came
    /**
     * What the receiver's half says with it, or the tag of the packet that it answers, as switches
     * have left that; 0: nothing.
     */
    uint64_t field{0};
    const TelemetryDigest* digest{nullptr}; //!< what the last such packet collected; null: none
};

/**
 * @ingroup ai-fabric-congestion-control
 * A switch has answered a packet with a tag.
 */
struct SwitchNotice
{
    int64_t nowPs;  //!< when the answer came
    int64_t rttPs;  //!< since the packet was sent
    uint64_t value; //!< of the switch's TelemetryTag
};

/**
 * @ingroup ai-fabric-congestion-control
 * What an algorithm cannot work without.
 */
struct CongestionNeeds
{
    bool marks{false};     //!< switches must mark packets (ECN or FECN)
    bool telemetry{false}; //!< switches must fill a TelemetryStack
    /** Switches must fill a TelemetryDigest, and how; not together with telemetry. */
    std::optional<DigestSettings> digest{};
    /**
     * Packets must carry a TelemetryTag, and switches have a TagMarker that reads tags of this
     * name; null: no tags. Not together with telemetry.
     */
    const char* tags{nullptr};
    /** Acknowledgements: nothing else slows it down, so it cannot control responses to READs. */
    bool acknowledgements{false};
    /**
     * One object must serve all queue pairs of a NIC and service level; it is started with the
     * first
     */
    bool perServiceLevel{false};
    bool delay{false}; //!< it takes a longer round trip for a queue on the path
    /** It chooses the UDP source port of each packet, see DoChooseSourcePort(). */
    bool paths{false};
    bool demand{false}; //!< packets must say what their sender wants to send, see GetDemand()
    /** How often a probe of the round trip must go while there is work, in ps; 0: never. */
    int64_t probePs{0};
    /** The receiver's half tells of marks: the NIC sends no congestion notifications for them. */
    bool ownNotifications{false};
};

/**
 * @ingroup ai-fabric-congestion-control
 * A packet was found to be lost.
 */
struct LossEvent
{
    int64_t nowPs;     //!< when it was found
    bool timeout;      //!< true: nothing came back in time; false: the receiver asked for it (NAK)
    uint64_t bytes{0}; //!< payload of the packet; 0: unknown, a full one
    uint64_t inflightBytes{0}; //!< payload sent and neither acknowledged nor known to be lost
    bool lastHop{false};  //!< the receiver, or the switch that it is linked to, had no room for it
    uint32_t timeouts{0}; //!< in a row, with this one if it is one: each of what was sent since the
                          //!< one before, so all packets of a window are one
};

/**
 * @ingroup ai-fabric-congestion-control
 * The congestion control of one queue pair, or with perServiceLevel of several: events in, a rate
 * and a window out.
 *
 * It sees no queue pair, port or switch. The sender may send a packet when
 *     inflight + payload <= window   and   allowance(now) >= allowance(start of the last packet) +
 *                                                            its wire bits,
 * where the allowance is the integral of the rate over time: what a packet took is paid at the
 * rates that held since. With a constant rate that is: start of the last packet + wire bits / rate.
 *
 * Timers advance on touch: an algorithm that has timers says with SetNextUpdate() when the first
 * of them is due, and DoAdvance() is called before the first look at the rate or the first event
 * at or after that time, never by an event of its own. What it computes must not depend on how
 * often it is looked at. A sender that waits for the allowance looks at the time said by
 * SetNextUpdate() and after every event, so no increase of the rate is missed; one object for
 * several queue pairs (perServiceLevel) may raise the rate by its timers only.
 *
 * Invariant: 0 < rate <= line rate, at all times; window >= 1 byte but after CloseWindow().
 */
class RdmaCongestionControl : public Object, public ReadOnceAttributes
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** Called once, before any other event. @param context the path */
    void Start(const CongestionContext& context);

    /** @param nowPs the time, never decreasing @return the sending rate on the wire, in bit/s */
    uint64_t GetRatebps(int64_t nowPs)
    {
        Advance(nowPs);
        return m_ratebps;
    }

    /**
     * What may have been sent since the start, had it always been sent at the rate: the integral of
     * the rate over time.
     *
     * @param nowPs the time, never decreasing
     * @return in bit/s * ps, 1e-12 bit
     */
    Uint128 GetAllowance(int64_t nowPs)
    {
        Advance(nowPs);
        return m_allowance + static_cast<Uint128>(nowPs - m_ratePs) * m_ratebps;
    }

    /** @return when its first timer is due; NEVER_PS if it has none */
    int64_t GetNextUpdatePs() const
    {
        return m_nextUpdatePs;
    }

    /** @return how much payload may be unacknowledged, in bytes; 0: nothing may be sent */
    uint64_t GetWindowBytes() const
    {
        return m_windowBytes;
    }

    /**
     * A packet was put on the wire.
     *
     * @param nowPs current time, in ps
     * @param wireBytes its length there
     * @param number of it, from 0 on; again when it is sent again
     * @param applicationLimited whether nothing that is posted is left to send behind it
     */
    void NotifySent(int64_t nowPs,
                    uint32_t wireBytes,
                    uint64_t number = 0,
                    bool applicationLimited = false)
    {
        m_sentNumber = number;
        m_applicationLimited = applicationLimited;
        Advance(nowPs);
        DoNotifySent(nowPs, wireBytes);
    }

    /** @param event the acknowledgement */
    void NotifyAck(const AckEvent& event)
    {
        Advance(event.nowPs);
        DoNotifyAck(event);
    }

    /** A congestion notification packet came. @param nowPs current time, in ps */
    void NotifyCnp(int64_t nowPs)
    {
        Advance(nowPs);
        DoNotifyCnp(nowPs);
    }

    /**
     * The receiver's half says something.
     *
     * @param nowPs current time, in ps
     * @param value what
     */
    void NotifyControl(int64_t nowPs, uint64_t value)
    {
        Advance(nowPs);
        DoNotifyControl(nowPs, value);
    }

    /**
     * For those with CongestionNeeds::probePs: a probe has been answered. Probes may be lost.
     *
     * @param nowPs when the answer came
     * @param rttPs since the probe was sent
     */
    void NotifyProbe(int64_t nowPs, int64_t rttPs)
    {
        Advance(nowPs);
        DoNotifyProbe(nowPs, rttPs);
    }

    /**
     * For those with CongestionNeeds::paths.
     *
     * @param nowPs current time, in ps
     * @param number of the packet that is made
     * @param startsMessage whether a message begins with it
     * @return its UDP source port, on which its path depends
     */
    uint16_t ChooseSourcePort(int64_t nowPs, uint64_t number, bool startsMessage)
    {
        Advance(nowPs);
        return DoChooseSourcePort(nowPs, number, startsMessage);
    }

    /**
     * For those with CongestionNeeds::tags.
     *
     * @param nowPs current time, in ps
     * @param leftBytes payload that is posted, from the packet that is made on
     * @return the value of its tag
     */
    uint64_t MakeTag(int64_t nowPs, uint64_t leftBytes)
    {
        Advance(nowPs);
        return DoMakeTag(nowPs, leftBytes);
    }

    /** For those with CongestionNeeds::tags. @param notice of a switch; it may be lost */
    void NotifyNotice(const SwitchNotice& notice)
    {
        Advance(notice.nowPs);
        DoNotifyNotice(notice);
    }

    /**
     * For those with CongestionNeeds::demand.
     *
     * @param backlogBytes what waits to be sent, or to be sent again, takes on the wire, or a bit
     *        more
     * @return what the packet that is made tells the receiver's half,
     *         CongestionArrival::demand
     */
    uint64_t GetDemand(uint64_t backlogBytes) const
    {
        return DoGetDemand(backlogBytes);
    }

    /** @return a receiver's half for a host that has none; null if the algorithm has none */
    Ptr<CongestionReceiver> MakeReceiver() const
    {
        return DoMakeReceiver();
    }

    /** @param event the loss */
    void NotifyLoss(const LossEvent& event)
    {
        Advance(event.nowPs);
        DoNotifyLoss(event);
    }

    /**
     * @param stream the first stream to use
     * @return how many streams were used
     */
    int64_t AssignStreams(int64_t stream)
    {
        return DoAssignStreams(stream);
    }

    /** @return what it cannot work without */
    CongestionNeeds GetNeeds() const
    {
        return DoGetNeeds();
    }

    /** @throw InputError if its attributes contradict each other */
    void Validate() const
    {
        DoValidate();
    }

    /**
     * Signature of the trace source Rate.
     *
     * @param nowPs current time, in ps
     * @param ratebps the new rate
     */
    typedef void (*RateTracedCallback)(int64_t nowPs, uint64_t ratebps);

  protected:
    /** @return what Start() was told */
    const CongestionContext& GetContext() const
    {
        return m_context;
    }

    /**
     * @param nowPs since when; within DoAdvance() the time of the timer. Never decreasing
     * @param ratebps bit/s, clamped to [1, line rate]
     */
    void SetRate(int64_t nowPs, uint64_t ratebps);

    /** @param windowBytes payload bytes, at least 1; one packet may always be in flight */
    void SetWindow(uint64_t windowBytes);

    /** Nothing at all may be sent, until SetWindow(): somebody else must bring that about. */
    void CloseWindow()
    {
        m_windowBytes = 0;
    }

    /** @return the number of the packet that was sent last */
    uint64_t GetSentNumber() const
    {
        return m_sentNumber;
    }

    /** @return whether nothing that was posted was left to send behind it */
    bool IsApplicationLimited() const
    {
        return m_applicationLimited;
    }

    /**
     * A window whose packets are spread over a round trip: rate = window / round trip.
     *
     * @param nowPs since when
     * @param windowBytes payload bytes, not negative
     * @param rttPs the round trip; not positive: no pacing, the line rate
     */
    void SetPacedWindow(int64_t nowPs, double windowBytes, int64_t rttPs);

    /** @return the bandwidth-delay product, line rate * base RTT, in bytes; at least one packet */
    uint64_t GetBdpBytes() const
    {
        return GetBdpBytes(m_context.baseRttPs);
    }

    /** @param rttPs in place of the base RTT @return as the other one */
    uint64_t GetBdpBytes(int64_t rttPs) const;

    /** @param given by an attribute; 0: not @return it, or the base RTT of the path; positive, in
     * ps */
    int64_t ChooseBaseRttPs(Time given) const;

    /** @param duePs when DoAdvance() must have run; NEVER_PS for no timer */
    void SetNextUpdate(int64_t duePs)
    {
        m_nextUpdatePs = duePs;
    }

  private:
    /** Start at line rate with an open window unless this says otherwise. */
    virtual void DoStart();

    /** Run every timer that is due at or before a time, in order. @param nowPs that time */
    virtual void DoAdvance(int64_t nowPs);
    virtual void DoNotifySent(int64_t nowPs, uint32_t wireBytes);
    virtual void DoNotifyAck(const AckEvent& event);
    virtual void DoNotifyCnp(int64_t nowPs);
    virtual void DoNotifyLoss(const LossEvent& event);
    virtual void DoNotifyControl(int64_t nowPs, uint64_t value);
    virtual void DoNotifyProbe(int64_t nowPs, int64_t rttPs);
    /** @return 0 by default */
    virtual uint16_t DoChooseSourcePort(int64_t nowPs, uint64_t number, bool startsMessage);
    /** @return 0 by default */
    virtual uint64_t DoMakeTag(int64_t nowPs, uint64_t leftBytes);
    virtual void DoNotifyNotice(const SwitchNotice& notice);
    /** @return 0 by default */
    virtual uint64_t DoGetDemand(uint64_t backlogBytes) const;
    /** @return null by default */
    virtual Ptr<CongestionReceiver> DoMakeReceiver() const;
    /** @return 0 by default */
    virtual int64_t DoAssignStreams(int64_t stream);
    /** @return none by default */
    virtual CongestionNeeds DoGetNeeds() const;
    /** Accepts all by default. */
    virtual void DoValidate() const;

    /** Runs what is due. */
    void Advance(int64_t nowPs)
    {
        if (nowPs >= m_nextUpdatePs)
        {
            DoAdvance(nowPs);
        }
    }

    CongestionContext m_context{0, 0, 0, 0};
    uint64_t m_ratebps{0};                           //!< at present
    int64_t m_ratePs{0};                             //!< since when
    Uint128 m_allowance{0};                          //!< at that time
    TracedValue<uint64_t> m_windowBytes{UINT64_MAX}; //!< of payload; UINT64_MAX: open
    int64_t m_nextUpdatePs{NEVER_PS};                //!< when DoAdvance() is due
    uint64_t m_sentNumber{0};                        //!< see GetSentNumber()
    bool m_applicationLimited{false};                //!< when the last packet was sent
    TracedCallback<int64_t, uint64_t> m_rateTrace;
};

} // namespace ns3

#endif // AI_FABRIC_RDMA_CONGESTION_CONTROL_H
