// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RDMA_CONGESTION_CONTROL_H
#define AI_FABRIC_RDMA_CONGESTION_CONTROL_H

#include "congestion-receiver.h"

#include "ns3/fabric-units.h"
#include "ns3/frozen-attributes.h"
#include "ns3/object.h"
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
 * Data about the path that a congestion control gets at the start.
 */
struct CongestionContext
{
    int64_t nowPs;        //!< time of the connection, in ps
    uint64_t lineRatebps; //!< rate of the sending port, in bit/s
    /** Round trip of one full packet and its ACK in an idle network, in ps. */
    int64_t baseRttPs;
    uint32_t mtuBytes;          //!< payload of a full packet
    bool receiverGrants{false}; //!< credits of the receiver protect its link from overrun
};

/**
 * @ingroup ai-fabric-congestion-control
 * An ACK or NAK. Each one is reported once, whether or not it acknowledges new data: under
 * reordering many do not, but their marks, delay and telemetry are not repeated by others.
 */
struct AckEvent
{
    int64_t nowPs;                   //!< time of arrival at the sender, in ps
    int64_t rttPs;                   //!< time since the answered packet was sent, in ps
    uint64_t ackedBytes;             //!< newly acknowledged payload; 0: none
    uint64_t inflightBytes;          //!< payload sent and not acknowledged after this ACK
    bool congestionMarked;           //!< an answered packet was marked
    const TelemetryStack* telemetry; //!< telemetry of the last answered packet; null: no stack
    uint64_t number{0};              //!< number of the answered packet, from 0
    bool applicationLimited{false};  //!< all posted data was on its way when the ACK came
    /**
     * Value sent by the receiver's half, or the tag of the answered packet as switches left it; 0:
     * none.
     */
    uint64_t field{0};
    const TelemetryDigest* digest{nullptr}; //!< telemetry of the last answered packet; null: none
};

/**
 * @ingroup ai-fabric-congestion-control
 * The answer of a switch to a packet with a tag.
 */
struct SwitchNotice
{
    int64_t nowPs;  //!< time of arrival of the answer, in ps
    int64_t rttPs;  //!< time since the packet was sent, in ps
    uint64_t value; //!< value of the switch's TelemetryTag
};

/**
 * @ingroup ai-fabric-congestion-control
 * The features that an algorithm needs from NIC, transport and switches.
 */
struct CongestionNeeds
{
    bool marks{false};     //!< switches must mark packets (ECN or FECN)
    bool telemetry{false}; //!< switches must fill a TelemetryStack
    /** Switches must fill a TelemetryDigest with these settings; not together with telemetry. */
    std::optional<DigestSettings> digest{};
    /**
     * Packets must carry a TelemetryTag, and switches must have a TagMarker for tags of this name;
     * null: no tags. Not together with telemetry.
     */
    const char* tags{nullptr};
    /**
     * The algorithm slows down only by acknowledgements, so it cannot control responses to READs.
     */
    bool acknowledgements{false};
    /**
     * One object must serve all queue pairs of a NIC and service level; it starts with the first
     * queue pair.
     */
    bool perServiceLevel{false};
    bool delay{false};  //!< the algorithm interprets a longer round trip as a queue on the path
    bool demand{false}; //!< packets must carry the demand of their sender, see GetDemand()
    /** Interval of round-trip probes while there is work, in ps; 0: no probes. */
    int64_t probePs{0};
    /** The receiver's half sends notifications of marks; the NIC must not send any. */
    bool ownNotifications{false};
};

/**
 * @ingroup ai-fabric-congestion-control
 * The detected loss of a packet.
 */
struct LossEvent
{
    int64_t nowPs; //!< time of detection, in ps
    /** True: no answer came in time; false: the receiver requested the packet (NAK). */
    bool timeout;
    uint64_t bytes{0};         //!< payload of the packet; 0: unknown, assume a full packet
    uint64_t inflightBytes{0}; //!< payload sent and neither acknowledged nor known to be lost
    bool lastHop{false}; //!< the receiver, or the switch of its link, had no room for the packet
    /** Timeouts in a row, including this one; the packets of one window count as one timeout. */
    uint32_t timeouts{0};
};

/**
 * @ingroup ai-fabric-congestion-control
 * The congestion control of one queue pair, or with perServiceLevel of several queue pairs. Its
 * inputs are events; its outputs are a rate and a window.
 *
 * The class does not access queue pairs, ports or switches. The sender may send a packet when
 *     inflight + payload <= window   and   allowance(now) >= allowance(start of the last packet) +
 *                                                            its wire bits,
 * where the allowance is the integral of the rate over time: the bits of a packet are paid at the
 * rates since its start. With a constant rate the next start is: start of the last packet + wire
 * bits / rate.
 *
 * Timers run lazily: an algorithm sets by SetNextUpdate() the time of its first due timer.
 * DoAdvance() is called before the rate is read or an event is handled at or after that time, never
 * by an event of its own. The results must not depend on how often the rate is read. A sender that
 * waits for the allowance reads the rate at the time set by SetNextUpdate() and after every event,
 * so no increase of the rate is missed. An object that serves several queue pairs (perServiceLevel)
 * may raise the rate only by its timers.
 *
 * It has many methods because each event that an algorithm may use is one. Most algorithms override
 * two or three of them.
 *
 * Invariants: 0 < rate <= line rate at all times; window >= 1 byte except after CloseWindow().
 */
class RdmaCongestionControl : public Object, public FrozenAttributes
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * Called once, before any other event.
     *
     * @param context data about the path
     */
    void Start(const CongestionContext& context);

    /**
     * @param nowPs current time in ps, never decreasing
     * @return sending rate on the wire, in bit/s
     */
    uint64_t GetRatebps(int64_t nowPs)
    {
        Advance(nowPs);
        return m_ratebps;
    }

    /**
     * Amount that a sender could have sent since the start at the given rates: the integral of the
     * rate over time.
     *
     * @param nowPs current time in ps, never decreasing
     * @return amount in bit/s * ps, which is 1e-12 bit
     */
    Uint128 GetAllowance(int64_t nowPs)
    {
        Advance(nowPs);
        return m_allowance + static_cast<Uint128>(nowPs - m_ratePs) * m_ratebps;
    }

    /** @return due time of its first timer, in ps; NEVER_PS if it has none */
    int64_t GetNextUpdatePs() const
    {
        return m_nextUpdatePs;
    }

    /** @return limit of unacknowledged payload in bytes; 0: sending is not allowed */
    uint64_t GetWindowBytes() const
    {
        return m_windowBytes;
    }

    /**
     * Called when a packet was put on the wire.
     *
     * @param nowPs current time, in ps
     * @param wireBytes length of the packet on the wire, in bytes
     * @param number number of the packet, from 0; a repetition has the same number
     * @param applicationLimited true if no posted data is left to send after the packet
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

    /** @param event acknowledgement */
    void NotifyAck(const AckEvent& event)
    {
        Advance(event.nowPs);
        DoNotifyAck(event);
    }

    /**
     * Called when a congestion notification packet has come.
     *
     * @param nowPs current time, in ps
     */
    void NotifyCnp(int64_t nowPs)
    {
        Advance(nowPs);
        DoNotifyCnp(nowPs);
    }

    /**
     * Called when a value of the receiver's half has come.
     *
     * @param nowPs current time, in ps
     * @param value value of the receiver's half
     */
    void NotifyControl(int64_t nowPs, uint64_t value)
    {
        Advance(nowPs);
        DoNotifyControl(nowPs, value);
    }

    /**
     * With CongestionNeeds::probePs: called when a probe has been answered. Probes may be lost.
     *
     * @param nowPs arrival of the answer, in ps
     * @param rttPs time since the probe was sent, in ps
     */
    void NotifyProbe(int64_t nowPs, int64_t rttPs)
    {
        Advance(nowPs);
        DoNotifyProbe(nowPs, rttPs);
    }

    /**
     * Called with CongestionNeeds::tags.
     *
     * @param nowPs current time, in ps
     * @param leftBytes posted payload, from the packet to be sent on
     * @return value of its tag
     */
    uint64_t MakeTag(int64_t nowPs, uint64_t leftBytes)
    {
        Advance(nowPs);
        return DoMakeTag(nowPs, leftBytes);
    }

    /**
     * Called with CongestionNeeds::tags.
     *
     * @param notice notice of a switch; notices may be lost
     */
    void NotifyNotice(const SwitchNotice& notice)
    {
        Advance(notice.nowPs);
        DoNotifyNotice(notice);
    }

    /**
     * Called with CongestionNeeds::demand.
     *
     * @param backlogBytes bytes on the wire, or slightly more, of all data waiting to be sent or
     * sent again
     * @return demand for the packet to be sent, CongestionArrival::demand
     */
    uint64_t GetDemand(uint64_t backlogBytes) const
    {
        return DoGetDemand(backlogBytes);
    }

    /**
     * @return receiver's half for a host that does not have one; null if the algorithm needs none
     */
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

    /** @return needs of the algorithm */
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
     * @param ratebps new rate, in bit/s
     */
    typedef void (*RateTracedCallback)(int64_t nowPs, uint64_t ratebps);

  protected:
    /** @return context of Start() */
    const CongestionContext& GetContext() const
    {
        return m_context;
    }

    /**
     * @param nowPs time of the change in ps, never decreasing; within DoAdvance() the time of the
     * timer
     * @param ratebps rate in bit/s, clamped to [1, line rate]
     */
    void SetRate(int64_t nowPs, uint64_t ratebps);

    /**
     * @param windowBytes window in bytes of payload, at least 1; one packet may always be in flight
     */
    void SetWindow(uint64_t windowBytes);

    /** Forbids sending completely until SetWindow(), which another event must cause. */
    void CloseWindow()
    {
        m_windowBytes = 0;
    }

    /** @return number of the last sent packet */
    uint64_t GetSentNumber() const
    {
        return m_sentNumber;
    }

    /** @return true if no posted data was left to send after that packet */
    bool IsApplicationLimited() const
    {
        return m_applicationLimited;
    }

    /**
     * Sets a window whose packets are spread over a round trip: rate = window / round trip.
     *
     * @param nowPs time of the change, in ps
     * @param windowBytes window in bytes of payload, at least 0
     * @param rttPs round trip in ps; 0 or less: no pacing, the line rate
     */
    void SetPacedWindow(int64_t nowPs, double windowBytes, int64_t rttPs);

    /**
     * @return the bandwidth-delay product, line rate * base RTT, in bytes of payload, rounded up to
     * whole packets: a window of this size keeps an idle link busy
     */
    uint64_t GetBdpBytes() const
    {
        return GetBdpBytes(m_context.baseRttPs);
    }

    /**
     * @param rttPs round trip in ps
     * @return line rate * this round trip in bytes, rounded up to whole packets
     */
    uint64_t GetBdpBytes(int64_t rttPs) const;

    /**
     * @param given value of an attribute; 0: unset
     * @return this value, or the base RTT of the path if unset; positive, in ps
     */
    int64_t ChooseBaseRttPs(Time given) const;

    /** @param duePs time at which DoAdvance() must have run, in ps; NEVER_PS: no timer */
    void SetNextUpdate(int64_t duePs)
    {
        m_nextUpdatePs = duePs;
    }

  private:
    /** Starts at line rate with an open window by default. */
    virtual void DoStart();

    /**
     * Runs every timer that is due at or before a time, in order.
     *
     * @param nowPs that time, in ps
     */
    virtual void DoAdvance(int64_t nowPs);
    virtual void DoNotifySent(int64_t nowPs, uint32_t wireBytes);
    virtual void DoNotifyAck(const AckEvent& event);
    virtual void DoNotifyCnp(int64_t nowPs);
    virtual void DoNotifyLoss(const LossEvent& event);
    virtual void DoNotifyControl(int64_t nowPs, uint64_t value);
    virtual void DoNotifyProbe(int64_t nowPs, int64_t rttPs);
    /** @return 0 by default */
    virtual uint64_t DoMakeTag(int64_t nowPs, uint64_t leftBytes);
    virtual void DoNotifyNotice(const SwitchNotice& notice);
    /** @return 0 by default */
    virtual uint64_t DoGetDemand(uint64_t backlogBytes) const;
    /** @return null by default */
    virtual Ptr<CongestionReceiver> DoMakeReceiver() const;
    /** @return 0 by default */
    virtual int64_t DoAssignStreams(int64_t stream);
    /** @return no needs by default */
    virtual CongestionNeeds DoGetNeeds() const;
    /** Accepts all attributes by default. */
    virtual void DoValidate() const;

    /** Runs due timers. */
    void Advance(int64_t nowPs)
    {
        if (nowPs >= m_nextUpdatePs)
        {
            DoAdvance(nowPs);
        }
    }

    CongestionContext m_context{0, 0, 0, 0};
    uint64_t m_ratebps{0};                           //!< present rate
    int64_t m_ratePs{0};                             //!< time of the last change of the rate
    Uint128 m_allowance{0};                          //!< allowance at that time
    TracedValue<uint64_t> m_windowBytes{UINT64_MAX}; //!< window of payload; UINT64_MAX: open
    int64_t m_nextUpdatePs{NEVER_PS};                //!< due time of DoAdvance()
    uint64_t m_sentNumber{0};                        //!< see GetSentNumber()
    bool m_applicationLimited{false};                //!< state when the last packet was sent
    TracedCallback<int64_t, uint64_t> m_rateTrace;
};

} // namespace ns3

#endif // AI_FABRIC_RDMA_CONGESTION_CONTROL_H
