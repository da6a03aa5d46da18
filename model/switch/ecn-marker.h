// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ECN_MARKER_H
#define AI_FABRIC_ECN_MARKER_H

#include "rate-profiles.h"

#include "ns3/object.h"
#include "ns3/random-variable-stream.h"
#include "ns3/read-once.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{

class FabricNetDevice;
struct FabricPacket;

/**
 * @ingroup ai-fabric-switch
 * A packet at its egress queue. A switch sets every field; for a marker that looks at the queue
 * alone the first two are enough.
 */
struct MarkingEvent
{
    uint64_t queueBytes; //!< bytes in the queue without the packet, of frames or cells
    uint64_t ratebps;    //!< of the egress port
    const FabricNetDevice* port{nullptr}; //!< the egress port
    const FabricPacket* packet{nullptr};  //!< the packet
    int64_t nowPs{0};                     //!< the time
};

/**
 * @ingroup ai-fabric-switch
 * Decides which packets are marked as having met congestion.
 *
 * A packet is judged once per switch, by the instantaneous queue of its lane in its egress port. By
 * default it is judged when it leaves, by the bytes that it leaves behind, so that the mark is as
 * recent as possible; with AtEnqueue when it comes, by the bytes that wait before it. A TagMarker
 * is told of every packet that comes instead. If the buffer of the switch is made of cells, a queue
 * is as long as the cells that it takes, as queues of switch chips are; those that a
 * HoldingPathSelector keeps are as long as their frames.
 */
class EcnMarker : public Object, public ReadOnceAttributes
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param event the packet; one that leaves an empty queue behind is never marked
     * @return whether to mark it
     */
    bool ShouldMark(const MarkingEvent& event)
    {
        return event.queueBytes > 0 && DoShouldMark(event);
    }

    /** @return whether packets are judged when they come to the queue, not when they leave it */
    bool IsAtEnqueue() const
    {
        return m_atEnqueue;
    }

    /** @return whether it ever marks a packet */
    bool CanMark() const
    {
        return DoCanMark();
    }

    /** @return what ports of certain rates have in place of its attributes; null: it has no such */
    const RateProfiles* GetRateProfiles() const
    {
        return DoGetRateProfiles();
    }

    /** @throw InputError if its attributes contradict each other */
    void Validate() const
    {
        DoValidate();
    }

    /**
     * @param draws by port: HashDraw() of the device at its other end; before the call the number
     *        of the port takes its place
     */
    void NamePorts(std::vector<uint64_t> draws)
    {
        m_drawOfPort = std::move(draws);
    }

    /**
     * @param stream the first stream to use
     * @return how many streams were used
     */
    int64_t AssignStreams(int64_t stream)
    {
        return DoAssignStreams(stream);
    }

  protected:
    /** @param stream number from which the streams of the ports are derived, see GetRandom() */
    void AssignPortStreams(int64_t stream);

    /**
     * Each port has a random variable of its own, so the traffic of one port does not change what
     * another one marks.
     *
     * @param event a packet
     * @return random variable of its port, uniform in [0, 1) by GetValue()
     */
    UniformRandomVariable& GetRandom(const MarkingEvent& event);

  private:
    virtual bool DoShouldMark(const MarkingEvent& event) = 0;
    /** @return true by default */
    virtual bool DoCanMark() const;
    /** Accepts all by default. */
    virtual void DoValidate() const;
    /** @return null by default */
    virtual const RateProfiles* DoGetRateProfiles() const;
    /** @return 0 by default */
    virtual int64_t DoAssignStreams(int64_t stream);

    bool m_atEnqueue;
    std::vector<uint64_t> m_drawOfPort; //!< see NamePorts()
    int64_t m_stream{-1};               //!< see AssignPortStreams(); -1: not assigned
    std::vector<Ptr<UniformRandomVariable>> m_randoms; //!< by port; null until it is first used
};

} // namespace ns3

#endif // AI_FABRIC_ECN_MARKER_H
