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
 * What a receiver's half knows of its host at the start.
 */
struct ReceiverContext
{
    int64_t nowPs;        //!< the time
    uint64_t lineRatebps; //!< of the port that packets come through
    uint32_t mtuBytes;    //!< payload of a full packet
    uint32_t wireBytes;   //!< the longest packet on the wire
};

/**
 * @ingroup ai-fabric-congestion-control
 * A packet of a message that came, in order or not, whole or, of transports that say so, without
 * its payload.
 */
struct CongestionArrival
{
    int64_t nowPs;         //!< when it came
    uint64_t messageBytes; //!< of the message that begins with it; 0: none, or it does not say
    uint32_t flow;         //!< of which flow, see CongestionReceiver::AddFlow()
    uint32_t number;       //!< of the packet in its flow, 24 bit
    uint32_t payloadBytes; //!< of the message
    uint32_t wireBytes;    //!< its length on the wire
    uint32_t entropy;      //!< which tells the path that it came by
    bool congestionMarked; //!< a switch marked it
    uint64_t demand{0};    //!< what its sender wants to send, RdmaCongestionControl::GetDemand()
    bool trimmed{false};   //!< a switch has cut its payload, so it will be sent again
    bool lastHop{false};   //!< trimmed: by the switch of the receiver, or the receiver itself
};

/**
 * @ingroup ai-fabric-congestion-control
 * The receiver's half of a congestion control: one per host, made by the first sender's half that
 * has one (RdmaCongestionControl::DoMakeReceiver()).
 *
 * It sees what comes and may answer in two ways: a number of its own to a flow's sender, at any
 * time, in a packet of its own (credits, grants, rates); and a number with each acknowledgement.
 * Both are there for the sender's half, DoNotifyControl() and AckEvent::field. It sees no queue
 * pair, port or switch, and of its host what waits for memory, where that is slower than the link.
 *
 * Other than those of a sender's half its timers are events: DoAdvance() is called at the time that
 * SetNextUpdate() said, as nobody else looks at a receiver that waits.
 */
class CongestionReceiver : public Object
{
  public:
    /** What carries its packets and rings its alarm. */
    class Outlet
    {
      public:
        virtual ~Outlet() = default;

        /**
         * @param flow to whose sender
         * @param value what to tell
         * @param nowPs current time, in ps
         */
        virtual void SendControl(uint32_t flow, uint64_t value, int64_t nowPs) = 0;

        /** @param duePs when Advance() is called; NEVER_PS: not at all */
        virtual void SetAlarm(int64_t duePs) = 0;

        /** @return frames that wait for the memory of the host, in parts of the NIC's buffer */
        virtual double GetFill() const
        {
            return 0;
        }

        /** @return how long the packet that is told of has waited for that memory, in ps */
        virtual int64_t GetWaitedPs() const
        {
            return 0;
        }
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * Once, before anything else.
     *
     * @param context the host
     * @param outlet outlives its use
     */
    void Start(const ReceiverContext& context, Outlet& outlet);

    /** @param flow a small number; of one that was added before: it begins anew */
    void AddFlow(uint32_t flow)
    {
        DoAddFlow(flow);
    }

    /** @param arrival a packet with payload */
    void NotifyArrival(const CongestionArrival& arrival)
    {
        DoNotifyArrival(arrival);
    }

    /** @param flow whose acknowledgement goes out @return what it is to say, if anything */
    std::optional<uint64_t> GetField(uint32_t flow)
    {
        return DoGetField(flow);
    }

    /** The alarm rings. @param nowPs current time, in ps */
    void Advance(int64_t nowPs)
    {
        DoAdvance(nowPs);
    }

  protected:
    void DoDispose() override;

    /** @return what Start() was told */
    const ReceiverContext& GetContext() const
    {
        return m_context;
    }

    /**
     * @param flow to whose sender
     * @param value what to tell
     * @param nowPs current time, in ps
     */
    void SendControl(uint32_t flow, uint64_t value, int64_t nowPs)
    {
        m_outlet->SendControl(flow, value, nowPs);
    }

    /** @return frames that wait for the memory of the host, in parts of the NIC's buffer */
    double GetFill() const
    {
        return m_outlet->GetFill();
    }

    /** @return how long the packet that DoNotifyArrival() is told of has waited for it, in ps */
    int64_t GetWaitedPs() const
    {
        return m_outlet->GetWaitedPs();
    }

    /** @param duePs when DoAdvance() is to run; NEVER_PS for no timer */
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
