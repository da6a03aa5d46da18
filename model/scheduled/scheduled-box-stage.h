// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SCHEDULED_BOX_STAGE_H
#define AI_FABRIC_SCHEDULED_BOX_STAGE_H

#include "credited-voq-stage.h"
#include "fixed-delay-queue.h"
#include "voq-grant-arbiter.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-scheduled
 * A switch that is a scheduled fabric by itself, as a chassis of line cards (Arista 7800, the
 * cluster switches of Llama 3). Its neighbours see an Ethernet switch and need not be scheduled.
 *
 *     packet arrives   the path selector names its port; the packet waits in the virtual output
 *                      queue of its input, output and lane; the output hears of it LocalDelay later
 *     output           grants CreditBytes at a time, to lanes and queues in turn (VoqGrantArbiter);
 *                      the input hears of the grant LocalDelay later
 *     granted          the packet moves to the egress queue: the fabric between line cards is ideal
 *
 * So a packet that arrives at an idle box waits 2 LocalDelay longer than in another switch. A busy
 * or paused output does not delay packets for other outputs. Lanes are granted as fast as the
 * port's arbiter empties their egress queues.
 *
 * Packets are also marked by the bytes of their virtual output queue, where most of them wait.
 *
 * Invariants: the bytes sent by a queue are fewer than its granted bytes plus one packet; packets
 * of a queue leave in the order of their arrival.
 */
class ScheduledBoxStage final : public CreditedVoqStage
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    ~ScheduledBoxStage() override;

  protected:
    void DoDispose() override;

  private:
    /** State of a virtual output queue at its input and its output. */
    struct Voq
    {
        VoqKey key;               //!< numbers of input and output take the place of hosts
        bool waits{false};        //!< the queue waits for its turn to get a credit
        Fill fill{};              //!< state of the pause of its input
        uint64_t queuedBytes{0};  //!< bytes that ever came
        uint64_t toldBytes{0};    //!< bytes of queuedBytes that were reported to the output
        uint64_t knownBytes{0};   //!< bytes of queuedBytes that the output has heard of
        uint64_t givenBytes{0};   //!< bytes that the output has granted
        uint64_t grantedBytes{0}; //!< bytes of givenBytes that the input has heard of and may send
        uint64_t sentBytes{0};    //!< bytes that the input has sent
        PacketFifo packets;       //!< waiting packets
    };

    /** State of a port as an output. */
    struct Output
    {
        Output(ScheduledBoxStage* stage, uint16_t number);
        void Turn();

        ScheduledBoxStage* owner;
        uint16_t port;          //!< port number
        int64_t nextPs{0};      //!< earliest time of the next grant
        int64_t turnPs{0};      //!< time of the event
        VoqGrantArbiter turns;  //!< queues that wait for a credit
        Ptr<FabricEvent> event; //!< calls Turn()
    };

    /** A request or a grant on its way. */
    struct Word
    {
        int64_t atPs;
        uint32_t queue; //!< number of the virtual output queue
        bool isGrant;
        uint64_t totalBytes;
    };

    friend class FixedDelayQueue<ScheduledBoxStage, Word>;

    void StopEvents();
    void DoStart() override;
    bool DoHold(FabricPacketPtr& packet, uint16_t egress) override;
    PacketFifo DoTakeHeld(uint16_t egress, uint8_t lane) override;
    bool DoRestoresOrder() const override;

    FabricPacketPtr Take(Voq& voq);
    void SendAll(uint32_t number, int64_t nowPs);
    void RequestIfDue(uint32_t number, int64_t nowPs);
    void LearnQueued(uint32_t number, uint64_t queuedBytes, int64_t nowPs);
    void ArmTurn(Output& output, int64_t ps) const;
    void Grant(Output& output, int64_t nowPs);
    /** Delivers a request to its output or a grant to its input. @param word request or grant */
    void HearLocal(const Word& word);

    VoqTable<Voq> m_voqs;
    std::vector<std::unique_ptr<Output>> m_outputs; //!< by port
    FixedDelayQueue<ScheduledBoxStage, Word> m_local{*this};
};

} // namespace ns3

#endif // AI_FABRIC_SCHEDULED_BOX_STAGE_H
