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
 * Data that an EntropyPolicy gets at the start.
 */
struct EntropyContext
{
    int64_t nowPs;        //!< time of the connection, in ps
    int64_t baseRttPs;    //!< round trip of one full packet and its ACK in an idle network, in ps
    uint16_t port;        //!< UDP source port of the connection
    uint64_t draw;        //!< hash value that differs between connections
    uint32_t mtuBytes{0}; //!< payload of a full packet
};

/**
 * @ingroup ai-fabric-entropy
 * An ACK or NAK for an EntropyPolicy.
 */
struct EntropyAck
{
    int64_t nowPs;                    //!< time of arrival at the sender, in ps
    uint16_t port;                    //!< UDP source port of the answered packet
    bool congestionMarked;            //!< an answered packet was marked, or did not arrive whole
    uint64_t ackedBytes;              //!< newly acknowledged payload; 0: none
    int64_t sentPs;                   //!< sending time of the answered packet, in ps
    uint64_t outstandingBytes;        //!< payload sent and not acknowledged
    bool refused{false};              //!< a NACK: the packet was trimmed, or had no room
    uint64_t windowBytes{UINT64_MAX}; //!< limit of outstanding payload from now on
};

/**
 * @ingroup ai-fabric-entropy
 * Chooses the UDP source port of each packet of a queue pair, and thereby its path where switches
 * hash (ECMP): the sender chooses paths without knowing them. Each queue pair has one such object,
 * beside its congestion control. The object does not access queue pairs, ports or switches.
 *
 * An ACK carries the port of the answered packet, in existing bits of the ACK: no byte is added to
 * any packet.
 */
class EntropyPolicy : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * Called once, before anything else.
     *
     * @param context data of the connection
     */
    void Start(const EntropyContext& context)
    {
        m_context = context;
        DoStart();
    }

    /**
     * @param nowPs current time, in ps
     * @return UDP source port of the packet to be sent
     */
    uint16_t ChoosePort(int64_t nowPs)
    {
        return DoChoosePort(nowPs);
    }

    /** @param ack acknowledgement that has come */
    void NotifyAck(const EntropyAck& ack)
    {
        DoNotifyAck(ack);
    }

    /** @param event detected loss of a packet */
    void NotifyLoss(const LossEvent& event)
    {
        DoNotifyLoss(event);
    }

    /** @return true if it ever chooses another port than that of the connection */
    bool IsNeeded() const
    {
        return DoIsNeeded();
    }

    /** @return true if all packets of a queue pair take one path, so that they stay in order */
    bool KeepsOrder() const
    {
        return DoKeepsOrder();
    }

    /**
     * @return true if many consecutive packets have one port, as switches with flow tables need it;
     * for them a flow is the packets of one port
     */
    bool KeepsFlows() const
    {
        return DoKeepsFlows();
    }

    /** @return true if it uses marks: switches must set them and ACKs must report them */
    bool NeedsMarks() const
    {
        return DoNeedsMarks();
    }

  protected:
    /** @return context of Start() */
    const EntropyContext& GetContext() const
    {
        return m_context;
    }

    /** @return hash that differs from all other draws of all connections, except by chance */
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
    uint64_t m_draws{0}; //!< number of draws so far
};

} // namespace ns3

#endif // AI_FABRIC_ENTROPY_POLICY_H
