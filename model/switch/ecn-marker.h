// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ECN_MARKER_H
#define AI_FABRIC_ECN_MARKER_H

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
 * A packet at its egress queue. In a switch all of it is there; a marker that goes by the queue
 * alone can be asked with the first two.
 */
struct MarkingEvent
{
    uint64_t queueBytes;                  //!< what the queue holds without the packet
    uint64_t ratebps;                     //!< of the egress port
    const FabricNetDevice* port{nullptr}; //!< the egress port
    const FabricPacket* packet{nullptr};  //!< the packet
    int64_t nowPs{0};                     //!< the time
};

/**
 * @ingroup ai-fabric-switch
 * Decides which packets are marked as having met congestion.
 *
 * A packet is judged once per switch, by the instantaneous queue of its lane in its egress
 * port: when it leaves, by what it leaves behind, so that the mark is as fresh as can be; with
 * AtEnqueue when it comes, by what waits before it.
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

    /** @throw InputError if its attributes contradict each other */
    void Validate() const
    {
        DoValidate();
    }

    /** @param draws by port: HashDraw() of what it leads to; without, the number of the port */
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
    /** @param stream that those of the ports are derived from, see GetRandom() */
    void AssignPortStreams(int64_t stream);

    /**
     * Ports draw for themselves: what one sends has no part in what another marks.
     *
     * @param event a packet
     * @return of its port, from 0 to 1 by GetValue()
     */
    UniformRandomVariable& GetRandom(const MarkingEvent& event);

  private:
    virtual bool DoShouldMark(const MarkingEvent& event) = 0;
    virtual bool DoCanMark() const;
    virtual void DoValidate() const;
    virtual int64_t DoAssignStreams(int64_t stream);

    bool m_atEnqueue;
    std::vector<uint64_t> m_drawOfPort;                //!< of NamePorts()
    int64_t m_stream{-1};                              //!< of AssignPortStreams(); -1: none
    std::vector<Ptr<UniformRandomVariable>> m_randoms; //!< by port; null where none was drawn
};

} // namespace ns3

#endif // AI_FABRIC_ECN_MARKER_H
