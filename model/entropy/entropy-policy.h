// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ENTROPY_POLICY_H
#define AI_FABRIC_ENTROPY_POLICY_H

#include "ns3/object.h"
#include "ns3/rdma-congestion-control.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-entropy
 * What an EntropyPolicy knows at the start.
 */
struct EntropyContext
{
    int64_t nowPs;        //!< when the queue pair was connected
    int64_t baseRttPs;    //!< round trip of one full packet and its ACK in an idle network
    uint16_t port;        //!< UDP source port of the connection
    uint64_t draw;        //!< to hash with: other connections have another one
    uint32_t mtuBytes{0}; //!< payload of a full packet
};

/**
 * @ingroup ai-fabric-entropy
 * An ACK or NAK, as an EntropyPolicy sees it.
 */
struct EntropyAck
{
    int64_t nowPs;             //!< when it arrived at the sender
    uint16_t port;             //!< UDP source port of the packet that it answers
    bool congestionMarked;     //!< a packet that it answers was marked, or did not come whole
    uint64_t ackedBytes;       //!< payload newly acknowledged; 0: nothing
    int64_t sentPs;            //!< when the packet that it answers was sent
    uint64_t outstandingBytes; //!< payload that was sent and is not acknowledged
    bool refused{false};       //!< it is a NACK: the packet was trimmed, or found no room
    uint64_t windowBytes{UINT64_MAX}; //!< payload that may be outstanding from now on
};

/**
 * @ingroup ai-fabric-entropy
 * Which UDP source port each packet of a queue pair has, and so which path it takes where switches
 * hash (ECMP): the sender chooses paths without knowing them. One of each queue pair, beside its
 * congestion control; it sees no queue pair, port or switch.
 *
 * An ACK tells the port of the packet that it answers. It is taken to be in bits of the ACK that
 * are there anyway: no byte is added to any packet.
 */
class EntropyPolicy : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** Called once, before anything else. @param context of the connection */
    void Start(const EntropyContext& context)
    {
        m_context = context;
        DoStart();
    }

    /**
     * @param nowPs current time, in ps
     * @return UDP source port of the packet that is made
     */
    uint16_t ChoosePort(int64_t nowPs)
    {
        return DoChoosePort(nowPs);
    }

    /** @param ack that came */
    void NotifyAck(const EntropyAck& ack)
    {
        DoNotifyAck(ack);
    }

    /** @param event a packet was found to be lost */
    void NotifyLoss(const LossEvent& event)
    {
        DoNotifyLoss(event);
    }

    /** @return whether it ever chooses another port than that of the connection */
    bool IsNeeded() const
    {
        return DoIsNeeded();
    }

    /** @return whether the packets of a queue pair have one path, so that none overtakes another */
    bool KeepsOrder() const
    {
        return DoKeepsOrder();
    }

    /**
     * @return whether many packets in sequence have one port, as switches that remember flows need
     *         it, which to them are packets of one port
     */
    bool KeepsFlows() const
    {
        return DoKeepsFlows();
    }

    /** @return whether it looks at marks, so that switches must set them and ACKs tell of them */
    bool NeedsMarks() const
    {
        return DoNeedsMarks();
    }

  protected:
    /** @return what Start() was told */
    const EntropyContext& GetContext() const
    {
        return m_context;
    }

    /** @return a number that no other draw of any connection has, but for chance */
    uint64_t Draw();

  private:
    /** Does nothing by default. */
    virtual void DoStart();
    virtual uint16_t DoChoosePort(int64_t nowPs) = 0;
    /** Does nothing by default. */
    virtual void DoNotifyAck(const EntropyAck& ack);
    /** Does nothing by default. */
    virtual void DoNotifyLoss(const LossEvent& event);
    /** @return true by default */
    virtual bool DoIsNeeded() const;
    /** @return false by default */
    virtual bool DoKeepsOrder() const;
    /** @return false by default */
    virtual bool DoKeepsFlows() const;
    /** @return false by default */
    virtual bool DoNeedsMarks() const;

    EntropyContext m_context{0, 0, 0, 0};
    uint64_t m_draws{0}; //!< so far
};

} // namespace ns3

#endif // AI_FABRIC_ENTROPY_POLICY_H
