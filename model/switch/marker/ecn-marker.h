// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ECN_MARKER_H
#define AI_FABRIC_ECN_MARKER_H

#include "ns3/frozen-attributes.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rate-profiles.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{

class FabricNetDevice;
class SwitchContext;
struct FabricPacket;

/**
 * @ingroup ai-fabric-switch
 * A packet at its egress queue, as markers see it. A switch sets every field; the first two are
 * enough for a marker that reads only the queue.
 */
struct MarkingEvent
{
    uint64_t queueBytes; //!< bytes of frames or cells in the queue, without the packet
    uint64_t ratebps;    //!< rate of the egress port, in bit/s
    const FabricNetDevice* port{nullptr}; //!< the egress port
    const FabricPacket* packet{nullptr};  //!< the packet
    int64_t nowPs{0};                     //!< current time, in ps
};

/**
 * @ingroup ai-fabric-switch
 * Decides which packets are marked as having met congestion.
 *
 * A packet is judged once per switch, by the instantaneous queue of its lane at its egress port. By
 * default a packet is judged when it leaves, by the bytes left behind it, so that the mark is as
 * recent as possible; with AtEnqueue it is judged when it comes, by the bytes in front of it. A
 * TagMarker is called for every packet that comes. If the buffer of the switch is made of cells,
 * the length of a queue is the sum of its cells, as in switch chips; packets kept by a SwitchStage
 * count with their frame lengths.
 */
class EcnMarker : public Object, public FrozenAttributes
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param event packet to judge; a packet that leaves an empty queue behind is never marked
     * @return true if the packet is to be marked
     */
    bool ShouldMark(const MarkingEvent& event)
    {
        return event.queueBytes > 0 && !(m_skipsHosts && IsToHost(event)) && DoShouldMark(event);
    }

    /**
     * Called when all ports of the switch exist.
     *
     * @param context switch of this marker; outlives this object
     * @throw InputError if the switch is not what the marker needs
     */
    void Attach(SwitchContext& context);

    /** @return true if Judge() is called for every packet that comes, instead of ShouldMark() */
    bool SeesEveryPacket() const
    {
        return DoSeesEveryPacket();
    }

    /**
     * Called for every packet that comes to a queue if this marker SeesEveryPacket().
     *
     * @param event packet and queue; its packet is the parameter below
     * @param packet packet of any kind and lane; its tag may be changed
     * @return true if the packet is to be marked
     */
    bool Judge(const MarkingEvent& event, FabricPacket& packet)
    {
        return DoJudgePacket(event, packet);
    }

    /** @return true: packets are judged when they come to the queue; false: when they leave it */
    bool IsAtEnqueue() const
    {
        return m_atEnqueue;
    }

    /** @return true if ports to hosts do not mark */
    bool SkipsHosts() const
    {
        return m_skipsHosts;
    }

    /** @return false if this marker never marks a packet */
    bool CanMark() const
    {
        return DoCanMark();
    }

    /**
     * @return values that replace attributes at ports of certain rates; null: this marker has no
     * profiles
     */
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
     * @param draws by port: HashDraw() of the device at the other end; before this call the port
     * number is used instead
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
    /** @param stream number from which the stream of each port is derived, see GetRandom() */
    void AssignPortStreams(int64_t stream);

    /**
     * Each port has its own random variable, so the traffic of one port does not change the marks
     * of another.
     *
     * @param event packet to judge
     * @return random variable of the packet's port; GetValue() is uniform in [0, 1)
     */
    UniformRandomVariable& GetRandom(const MarkingEvent& event);

  private:
    bool IsToHost(const MarkingEvent& event) const;

    virtual bool DoShouldMark(const MarkingEvent& event) = 0;
    /** @return true by default */
    virtual bool DoCanMark() const;
    /** Accepts all attributes by default. */
    virtual void DoValidate() const;
    /** @return null by default */
    virtual const RateProfiles* DoGetRateProfiles() const;
    /** @return 0 by default */
    virtual int64_t DoAssignStreams(int64_t stream);
    /** Does nothing by default. */
    virtual void DoAttach(SwitchContext& context);
    /** @return false by default */
    virtual bool DoSeesEveryPacket() const;
    /** @return false by default */
    virtual bool DoJudgePacket(const MarkingEvent& event, FabricPacket& packet);

    bool m_atEnqueue;
    bool m_skipsHosts;                  //!< ports to hosts do not mark
    std::vector<bool> m_toHost;         //!< by port; empty unless m_skipsHosts
    std::vector<uint64_t> m_drawOfPort; //!< see NamePorts()
    int64_t m_stream{-1};               //!< see AssignPortStreams(); -1: not assigned
    std::vector<Ptr<UniformRandomVariable>> m_randoms; //!< by port; null until its first use
};

} // namespace ns3

#endif // AI_FABRIC_ECN_MARKER_H
