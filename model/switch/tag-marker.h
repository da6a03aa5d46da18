// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TAG_MARKER_H
#define AI_FABRIC_TAG_MARKER_H

#include "ecn-marker.h"

#include "ns3/fabric-packet.h"

#include <cstdint>
#include <optional>

namespace ns3
{

class FabricSwitch;
struct TelemetryTag;

/**
 * @ingroup ai-fabric-switch
 * The switch's part of a congestion control whose packets carry a TelemetryTag.
 *
 * It is told of every packet that comes to the queue of an egress port, of any lane, and judges
 * those with payload and a tag: it reads and changes the tag, may mark the packet, and may answer
 * it. An answer is a packet of the switch's own, which goes at once to the endpoint that sent the
 * packet: a congestion notification of RoCEv2 with a tag, in the lane NoticePriority. It is charged
 * to the port by which the packet came, and lost where there is no room; so it needs a flow control
 * without credits and a lossy priority.
 */
class TagMarker : public EcnMarker
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param fabricSwitch whose packets these are; outlives this */
    void SetSwitch(FabricSwitch& fabricSwitch)
    {
        m_switch = &fabricSwitch;
    }

    /**
     * When all ports are there.
     *
     * @throw InputError if switches cannot make packets of NoticePriority
     */
    void Start();

    /** @return the name of the tags that it reads, CongestionNeeds::tags */
    const char* GetTags() const
    {
        return DoGetTags();
    }

    /**
     * A packet comes to its queue.
     *
     * @param event as of EcnMarker; its packet is the one below
     * @param packet any
     * @return whether it is marked
     */
    bool Judge(const MarkingEvent& event, FabricPacket& packet);

    /** @return packets that it has answered */
    uint64_t GetAnswers() const
    {
        return m_answers;
    }

  protected:
    /** @return ports of the switch */
    std::size_t GetPortCount() const;

    /** What becomes of a packet. */
    struct Verdict
    {
        bool mark{false};                 //!< it is marked
        std::optional<uint64_t> answer{}; //!< value of the tag of its answer; none: there is none
    };

  private:
    bool DoShouldMark(const MarkingEvent& event) final;
    void DoValidate() const override;

    /** Called by Start(). */
    virtual void DoStart() = 0;
    virtual const char* DoGetTags() const = 0;

    /** A packet comes. @param event of any packet */
    virtual void DoNotifyComing(const MarkingEvent& event) = 0;

    /**
     * The same packet has payload and a tag that says something.
     *
     * @param event of the packet
     * @param tag of it, to be changed
     * @return what becomes of it
     */
    virtual Verdict DoJudge(const MarkingEvent& event, TelemetryTag& tag) = 0;

    void Answer(const FabricPacket& packet, uint64_t value, int64_t nowPs);

    FabricSwitch* m_switch{nullptr};
    uint8_t m_noticePriority;
    uint8_t m_noticeDscp;
    uint64_t m_answers{0};
};

} // namespace ns3

#endif // AI_FABRIC_TAG_MARKER_H
