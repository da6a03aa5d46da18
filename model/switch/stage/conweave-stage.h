// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CONWEAVE_STAGE_H
#define AI_FABRIC_CONWEAVE_STAGE_H

#include "conweave-queues.h"
#include "switch-stage.h"

#include "ns3/conweave-answer.h"
#include "ns3/fabric-event.h"
#include "ns3/nstime.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * Attributes of ConweavePathSelector, which describes them.
 */
struct ConweaveSettings
{
    Time extraReply;            //!< a REPLY is late after the least round trip and this time
    Time pathPause;             //!< pause of a path on which a packet was marked
    Time inactive;              //!< a flow that paused for longer begins an epoch
    Time extraFlush;            //!< a TAIL is overdue after its expected arrival and this time
    Time defaultWait;           //!< wait for a TAIL without a packet before it, or for a free queue
    uint32_t samples{0};        //!< number of paths that are drawn
    uint32_t variants{0};       //!< paths behind an uplink
    uint32_t queuesPerPort{0};  //!< reordering queues of each port to a host
    uint8_t controlPriority{0}; //!< priority of ConWeave's own packets
};

/**
 * @ingroup ai-fabric-switch
 * The last leaf of ConWeave: restores the order of flows to its hosts (ConweaveQueues) and answers
 * the first leaf. ConweavePathSelector, which describes the algorithm, is the first leaf and brings
 * this stage.
 */
class ConweaveStage final : public SwitchStage
{
  public:
    /** Receiver of the answers to a first leaf. */
    class Listener
    {
      public:
        virtual ~Listener() = default;

        /**
         * Handles an answer.
         *
         * @param packet packet that has come
         * @param answer header of the packet
         */
        virtual void Hear(const FabricPacket& packet, const ConweaveAnswer& answer) = 0;
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param settings settings, which outlive this object
     * @param listener receiver of the answers to this leaf, which outlives this object
     */
    ConweaveStage(const ConweaveSettings& settings, Listener& listener);
    ~ConweaveStage() override;

    /**
     * Signature of the trace source Hold.
     *
     * @param packet packet that has overtaken others
     * @param egress number of the port by which the packet will leave
     */
    typedef void (*HoldTracedCallback)(const FabricPacket& packet, uint16_t egress);

    /**
     * Signature of the trace source Answer.
     *
     * @param answer answer that this leaf sends to another leaf, or receives from it
     * @param sent true: this leaf sends it; false: this leaf has received it
     */
    typedef void (*AnswerTracedCallback)(const FabricPacket& answer, bool sent);

    /** @return reordering queues of the packets to hosts of this leaf */
    const ConweaveQueues& GetQueues() const
    {
        return m_queues;
    }

  protected:
    void DoDispose() override;

  private:
    std::string DoGetName() const override;
    void DoStart() override;
    bool DoArrive(FabricPacket& packet, uint16_t egress) override;
    bool DoHold(FabricPacketPtr& packet, uint16_t egress) override;
    PacketFifo DoTakeHeld(uint16_t egress, uint8_t lane) override;

    void Answer(const FabricPacket& packet, uint16_t egress);
    void Tell(ConweaveAnswer::Kind kind,
              const FabricPacket& packet,
              const ConweaveTag& tag,
              uint16_t egress);
    void ScheduleFlush();
    void Flush();

    const ConweaveSettings& m_settings;
    Listener& m_listener;
    ConweaveQueues m_queues;
    Ptr<FabricEvent> m_flush;
    std::vector<uint8_t> m_hosts; //!< by port: 1 if a host is behind it
    bool m_waits{false};          //!< the present packet will be held
    uint8_t m_transport;          //!< transport number of its packets
    TickClock m_clock;
    TracedCallback<const FabricPacket&, uint16_t> m_holdTrace;
    TracedCallback<const FabricPacket&, bool> m_answerTrace;
};

} // namespace ns3

#endif // AI_FABRIC_CONWEAVE_STAGE_H
