// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SCHEDULED_BOX_PATH_SELECTOR_H
#define AI_FABRIC_SCHEDULED_BOX_PATH_SELECTOR_H

#include "granting-path-selector.h"
#include "lane-turns.h"
#include "local-words.h"

#include "ns3/drop-reason.h"
#include "ns3/object-factory.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-scheduled
 * A switch that is a scheduled fabric by itself, as a chassis of line cards (Arista 7800, the
 * cluster switches of Llama 3): to its neighbours, which need not be scheduled, an Ethernet switch.
 *
 *     a packet comes   PathSelector names its port; it waits in the virtual output queue of its
 *                      input, output and lane, and the output hears of it LocalDelay later
 *     output           grants CreditBytes at a time, to lanes and queues in turn (LaneTurns);
 *                      heard LocalDelay later
 *     granted          the packet is in the egress queue: what connects line cards is ideal
 *
 * So a packet that comes to an idle box waits 2 LocalDelay longer than in another switch, and an
 * output that is busy or paused keeps no packet for another one waiting. Lanes are granted as fast
 * as the port's arbiter empties their egress queues.
 *
 * Packets are marked by the bytes of their virtual output queue, too, where most wait.
 *
 * Invariants: what a queue has sent is below what it was granted plus one packet; packets of a
 * queue leave in the order in which they came.
 */
class ScheduledBoxPathSelector final : public GrantingPathSelector
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    ~ScheduledBoxPathSelector() override;

  protected:
    void DoDispose() override;

  private:
    /** A virtual output queue, as its input and its output know it. */
    struct Voq
    {
        VoqKey key;               //!< numbers of input and output take the place of hosts
        bool waits{false};        //!< for its turn to be granted a credit
        Fill fill{};              //!< whether its input is paused
        uint64_t queuedBytes{0};  //!< that ever came
        uint64_t toldBytes{0};    //!< of which the output is told
        uint64_t knownBytes{0};   //!< of which the output has heard
        uint64_t givenBytes{0};   //!< that the output has granted
        uint64_t grantedBytes{0}; //!< of which the input has heard: it may send so many
        uint64_t sentBytes{0};    //!< that it sent
        PacketFifo packets;       //!< that wait
    };

    /** A port, as an output. */
    struct Output
    {
        Output(ScheduledBoxPathSelector* selector, uint16_t number);
        void Turn();

        ScheduledBoxPathSelector* owner;
        uint16_t port;          //!< number
        int64_t nextPs{0};      //!< when it may grant again
        int64_t turnPs{0};      //!< of the event
        LaneTurns turns;        //!< queues to be granted a credit
        Ptr<FabricEvent> event; //!< Turn()
    };

    /** A request or a grant on its way. */
    struct Word
    {
        int64_t atPs;
        uint32_t queue; //!< its number
        bool isGrant;
        uint64_t totalBytes;
    };

    friend class LocalWords<ScheduledBoxPathSelector, Word>;

    uint16_t DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports) override;
    bool DoKeepsOrder() const override;
    int64_t DoAssignStreams(int64_t stream) override;
    void DoStart() override;
    bool DoConsume(const FabricPacket& packet, uint16_t egress) override;
    bool DoHold(FabricPacketPtr& packet, uint16_t egress) override;
    PacketFifo DoTakeHeld(uint16_t egress, uint8_t lane) override;
    bool DoRestoresOrder() const override;

    Ptr<PathSelector> CreatePaths() const;
    FabricPacketPtr Take(Voq& voq);
    void SendAll(uint32_t number, int64_t nowPs);
    void RequestIfDue(uint32_t number, int64_t nowPs);
    void LearnQueued(uint32_t number, uint64_t queuedBytes, int64_t nowPs);
    void ArmTurn(Output& output, int64_t ps) const;
    void Grant(Output& output, int64_t nowPs);
    /** Outputs hear requests, and inputs grants. @param word one */
    void HearLocal(const Word& word);

    ObjectFactory m_pathsFactory;
    Ptr<PathSelector> m_paths; //!< null before Start()
    VoqTable<Voq> m_voqs;
    std::vector<std::unique_ptr<Output>> m_outputs; //!< by port
    LocalWords<ScheduledBoxPathSelector, Word> m_local{*this};
};

} // namespace ns3

#endif // AI_FABRIC_SCHEDULED_BOX_PATH_SELECTOR_H
