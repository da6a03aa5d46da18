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

class SwitchContext;
struct TelemetryTag;

/**
 * @ingroup ai-fabric-switch
 * The switch's part of a congestion control whose packets carry a TelemetryTag.
 *
 * The marker is notified of every packet that comes to an egress queue, of any lane. It judges the
 * packets with payload and a tag: it reads and changes the tag, may mark the packet, and may answer
 * it. An answer is a packet made by the switch, sent at once to the endpoint that sent the packet:
 * a congestion notification of RoCEv2 with a tag, in the lane NoticePriority. It is charged to the
 * ingress port of the packet, and lost if the buffer has no room; so the marker needs a flow
 * control without credits and a lossy priority.
 */
class TagMarker : public EcnMarker
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return name of the tags that this marker reads, CongestionNeeds::tags */
    const char* GetTags() const
    {
        return DoGetTags();
    }

    /** @return number of answered packets */
    uint64_t GetAnswers() const
    {
        return m_answers;
    }

  protected:
    /** @return number of ports of the switch */
    std::size_t GetPortCount() const;

    /** Decision about a packet. */
    struct Verdict
    {
        bool mark{false};                 //!< the packet is marked
        std::optional<uint64_t> answer{}; //!< tag value of the answer; none: no answer
    };

  private:
    bool DoShouldMark(const MarkingEvent& event) final;
    void DoValidate() const override;
    void DoAttach(SwitchContext& context) final;
    bool DoSeesEveryPacket() const final;
    bool DoJudgePacket(const MarkingEvent& event, FabricPacket& packet) final;

    /** Called when all ports of the switch exist. */
    virtual void DoStart() = 0;
    virtual const char* DoGetTags() const = 0;

    /**
     * Called when a packet comes.
     *
     * @param event packet of any kind and its queue
     */
    virtual void DoNotifyComing(const MarkingEvent& event) = 0;

    /**
     * Called after DoNotifyComing() if the packet has payload and a tag with a value.
     *
     * @param event packet and its queue
     * @param tag tag of the packet, may be changed
     * @return decision about the packet
     */
    virtual Verdict DoJudge(const MarkingEvent& event, TelemetryTag& tag) = 0;

    void Answer(const FabricPacket& packet, uint64_t value, int64_t nowPs);

    SwitchContext* m_switch{nullptr};
    uint8_t m_noticePriority;
    uint8_t m_noticeDscp;
    uint64_t m_answers{0};
};

} // namespace ns3

#endif // AI_FABRIC_TAG_MARKER_H
