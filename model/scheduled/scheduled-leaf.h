// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SCHEDULED_LEAF_H
#define AI_FABRIC_SCHEDULED_LEAF_H

#include "credited-voq-stage.h"
#include "fixed-delay-queue.h"
#include "scheduled-path-selector.h"

#include "ns3/drop-reason.h"
#include "ns3/fabric-event.h"
#include "ns3/voq-table.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-scheduled
 * A switch of a scheduled fabric, with its links to other switches and the messages between leaves.
 * ScheduledStage describes the fabric.
 */
class ScheduledLeaf : public CreditedVoqStage
{
  protected:
    /** Kind of message between leaves. */
    enum class Word : uint8_t
    {
        REQUEST, //!< totalBytes bytes have come to the queue, ever
        AGAIN,   //!< as REQUEST, from a queue without a grant
        GRANT,   //!< the queue may send totalBytes bytes, ever
        CELL     //!< cell of the packet with number totalBytes
    };

    /** Header of the packets of this transport. */
    struct Header
    {
        uint64_t totalBytes; //!< on the wire
        uint8_t lane;        //!< of the queue
        Word word;           //!< kind of the packet
    };

    /** Timers of the halves of a leaf, in the order in which simultaneous ones fire. */
    enum class Timer : uint8_t
    {
        SEND,   //!< the links may have room for a packet
        GRANT,  //!< the links may have room for a grant
        REPEAT, //!< queues without a grant ask again
        GIVE_UP //!< packets out of order are no longer held
    };

    ScheduledLeaf();

    void DoDispose() override;
    /** Clears all events; the list of events may outlive the stage. */
    void StopEvents();
    void DoStart() override;

    /** Called by the constructor of a half. @param timer timer @param event its event */
    void SetTimer(Timer timer, const Ptr<FabricEvent>& event)
    {
        m_timers[static_cast<std::size_t>(timer)] = event;
    }

    /** @param timer timer that was set @return its event */
    FabricEvent& GetTimer(Timer timer) const
    {
        return *m_timers[static_cast<std::size_t>(timer)];
    }

    /** @param port port number @return true if the port leads to a host */
    bool IsOutput(uint16_t port) const
    {
        return m_paths->IsOutput(port);
    }

    /** @param host host index @return true if the host is behind a port of this leaf */
    bool LeadsTo(uint32_t host) const
    {
        return m_paths->LeadsTo(host);
    }

    /** @param host index of a host of another leaf @return links to the host as they are now */
    ScheduledPathSelector::Ways& GetWays(uint32_t host) const
    {
        return m_paths->GetWays(host);
    }

    /** @param host host index @return numbers of the ports that lead to it now, ascending */
    const std::vector<uint16_t>& GetPortsTo(uint32_t host) const
    {
        return GetSwitch().GetPortsTo(host);
    }

    /** @param wireBytes bytes on the wire of a host @return bytes of them on the wires in between
     */
    uint64_t GetCarriedBytes(uint64_t wireBytes) const;

    /**
     * Tells the other end of a queue.
     *
     * @param key key of the queue
     * @param word kind of message
     * @param totalBytes count of the message
     * @param ingress port that a packet for it is charged to
     * @param nowPs current time, in ps
     */
    void Tell(const VoqKey& key, Word word, uint64_t totalBytes, uint16_t ingress, int64_t nowPs);

    /** @return transport number of this fabric's control packets */
    uint8_t GetTransport() const
    {
        return m_paths->GetTransport();
    }

    /** @return reason of a drop: no credit for CreditWatchdog */
    DropReason GetForgotten() const
    {
        return m_forgotten;
    }

    /** @return reason of a drop: a cell is missing */
    DropReason GetBroken() const
    {
        return m_broken;
    }

    uint32_t m_cellBytes;       //!< attribute; 0: packets are not cut
    uint32_t m_cellHeaderBytes; //!< attribute
    uint8_t m_controlPriority;  //!< attribute

  private:
    /** Message that is on its way within the leaf. */
    struct LocalWord
    {
        int64_t atPs;
        VoqKey key;
        Word word;
        uint64_t totalBytes;
    };

    friend class FixedDelayQueue<ScheduledLeaf, LocalWord>;

    /**
     * A message has come.
     *
     * @param key key of the queue
     * @param word kind of message
     * @param totalBytes count of the message
     * @param nowPs current time, in ps
     */
    virtual void Hear(const VoqKey& key, Word word, uint64_t totalBytes, int64_t nowPs) = 0;
    /** Delivers a message within the leaf. @param word message */
    void HearLocal(const LocalWord& word);
    PathSelector* DoGetPathSelector() final;

    std::array<Ptr<FabricEvent>, 4> m_timers; //!< by Timer
    Ptr<ScheduledPathSelector> m_paths;       //!< links to other leaves
    FixedDelayQueue<ScheduledLeaf, LocalWord> m_local{*this};
    DropReason m_forgotten;
    DropReason m_broken;
};

} // namespace ns3

#endif // AI_FABRIC_SCHEDULED_LEAF_H
