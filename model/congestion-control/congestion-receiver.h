// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CONGESTION_RECEIVER_H
#define AI_FABRIC_CONGESTION_RECEIVER_H

#include "ns3/fabric-units.h"
#include "ns3/object.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup ai-fabric-congestion-control
 * Data that a receiver's half gets about its host at the start.
 */
struct ReceiverContext
{
    int64_t nowPs;        //!< current time, in ps
    uint64_t lineRatebps; //!< rate of the receiving port, in bit/s
    uint32_t mtuBytes;    //!< payload of a full packet
    uint32_t wireBytes;   //!< length of the longest packet on the wire
};

/**
 * @ingroup ai-fabric-congestion-control
 * A packet of a message that arrived, in order or not. Transports may report packets without their
 * payload, too.
 */
struct CongestionArrival
{
    int64_t nowPs; //!< time of arrival, in ps
    /**
     * Length of the message that begins with this packet; 0: none begins, or its length is unknown.
     */
    uint64_t messageBytes;
    uint32_t flow;         //!< number of the flow, see CongestionReceiver::AddFlow()
    uint32_t number;       //!< number of the packet in its flow, 24 bit
    uint32_t payloadBytes; //!< payload of the packet, in bytes
    uint32_t wireBytes;    //!< length of the packet on the wire
    uint32_t entropy;      //!< identifies the path of the packet
    bool congestionMarked; //!< a switch has marked the packet
    /** Bytes that its sender wants to send, RdmaCongestionControl::GetDemand(). */
    uint64_t demand{0};
    bool trimmed{false}; //!< a switch has cut its payload, so the packet will be sent again
    bool lastHop{false}; //!< if trimmed: by the switch of the receiver, or by the receiver itself
};

/**
 * @ingroup ai-fabric-congestion-control
 * The receiver's half of a congestion control: one object per host, made by the first sender's half
 * that needs it (RdmaCongestionControl::DoMakeReceiver()).
 *
 * It is notified of arriving packets and may answer in two ways: with a value for a flow's sender,
 * at any time, in a packet of its own (credits, grants, rates); and with a value in each
 * acknowledgement. The sender's half gets the values by DoNotifyControl() and AckEvent::field. The
 * receiver's half does not access queue pairs, ports or switches. It sees the fill of the NIC's
 * buffer if host memory is slower than the link.
 *
 * Its timers are events, unlike those of a sender's half: DoAdvance() is called at the time set by
 * SetNextUpdate(), because no other event would reach an idle receiver.
 */
class CongestionReceiver : public Object
{
  public:
    /** Sends its values and runs its alarm. */
    class Outlet
    {
      public:
        virtual ~Outlet() = default;

        /**
         * @param flow flow whose sender gets the value
         * @param value value to send
         * @param nowPs current time, in ps
         */
        virtual void SendControl(uint32_t flow, uint64_t value, int64_t nowPs) = 0;

        /** @param duePs time of the next Advance() in ps; NEVER_PS: none */
        virtual void SetAlarm(int64_t duePs) = 0;

        /** @return bytes of frames that wait for host memory, divided by the NIC's buffer */
        virtual double GetFill() const
        {
            return 0;
        }

        /** @return wait of the current packet for host memory, in ps */
        virtual int64_t GetWaitedPs() const
        {
            return 0;
        }
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * Called once, before anything else.
     *
     * @param context data of the host
     * @param outlet outlet; must outlive this object
     */
    void Start(const ReceiverContext& context, Outlet& outlet);

    /** @param flow number of the flow, a small number; a flow that was added before starts again */
    void AddFlow(uint32_t flow)
    {
        DoAddFlow(flow);
    }

    /** @param arrival arrival of a packet with payload */
    void NotifyArrival(const CongestionArrival& arrival)
    {
        DoNotifyArrival(arrival);
    }

    /**
     * @param flow flow whose acknowledgement is about to be sent
     * @return value for the acknowledgement; nothing: none
     */
    std::optional<uint64_t> GetField(uint32_t flow)
    {
        return DoGetField(flow);
    }

    /**
     * Called when the alarm is due.
     *
     * @param nowPs current time, in ps
     */
    void Advance(int64_t nowPs)
    {
        DoAdvance(nowPs);
    }

  protected:
    void DoDispose() override;

    /** @return context of Start() */
    const ReceiverContext& GetContext() const
    {
        return m_context;
    }

    /**
     * @param flow flow whose sender gets the value
     * @param value value to send
     * @param nowPs current time, in ps
     */
    void SendControl(uint32_t flow, uint64_t value, int64_t nowPs)
    {
        m_outlet->SendControl(flow, value, nowPs);
    }

    /** @return bytes of frames that wait for host memory, divided by the NIC's buffer */
    double GetFill() const
    {
        return m_outlet->GetFill();
    }

    /** @return wait of the packet of DoNotifyArrival() for host memory, in ps */
    int64_t GetWaitedPs() const
    {
        return m_outlet->GetWaitedPs();
    }

    /** @param duePs time of the next DoAdvance() in ps; NEVER_PS: none */
    void SetNextUpdate(int64_t duePs)
    {
        m_outlet->SetAlarm(duePs);
    }

  private:
    /** Does nothing by default. */
    virtual void DoStart();
    /** Does nothing by default. */
    virtual void DoAddFlow(uint32_t flow);
    virtual void DoNotifyArrival(const CongestionArrival& arrival) = 0;
    /** @return nothing by default */
    virtual std::optional<uint64_t> DoGetField(uint32_t flow);
    /** Does nothing by default. */
    virtual void DoAdvance(int64_t nowPs);

    ReceiverContext m_context{0, 0, 0, 0};
    Outlet* m_outlet{nullptr}; //!< null before the start
};

} // namespace ns3

#endif // AI_FABRIC_CONGESTION_RECEIVER_H
