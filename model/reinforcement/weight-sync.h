// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_WEIGHT_SYNC_H
#define AI_FABRIC_WEIGHT_SYNC_H

#include "loop-messages.h"
#include "weight-pieces.h"

#include "ns3/validated-object.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-reinforcement
 * Sends the weights from the training ranks to the rollout replicas after an update. A new way is a
 * subclass with a TypeId.
 */
class WeightSync : public ValidatedObject
{
  public:
    /** Pieces and places; the same for all updates of a job. */
    struct Layout
    {
        std::vector<WeightPiece> pieces;             //!< pieces of the model
        std::vector<std::vector<uint32_t>> replicas; //!< ranks by replica and GPU
        /** Makes the graph of a broadcast. @param ranks root and the other ranks @param bytes
         * length @return its graph */
        std::function<CommunicationGraph(const std::vector<uint32_t>& ranks, uint64_t bytes)>
            broadcast;
    };

    /** The transfer after one update. */
    struct Transfer
    {
        LoopMessages& messages;      //!< gets the messages
        std::vector<uint32_t> begin; //!< by rank of the job: node after which it may begin, or NONE
        bool waits{true}; //!< true: senders wait until their receivers may begin; false: receivers
                          //!< have spare memory and may begin at any time
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * Adds the messages of a transfer.
     *
     * @param layout pieces and places
     * @param transfer the transfer
     * @return by rank of the job: node that completes when the rank has sent and received its part
     *         and has begun, or NONE
     * @throw InputError if this way does not fit the layout
     */
    std::vector<uint32_t> Add(const Layout& layout, const Transfer& transfer) const;

  protected:
    /** Messages from one rank to others. */
    struct Stream
    {
        uint32_t from;            //!< rank that sends
        std::vector<uint32_t> to; //!< ranks that get the same bytes, in order
        uint64_t bytes;           //!< length, at least 1
    };

    /** A transfer with the nodes that each rank has waited for so far. */
    struct Progress
    {
        const Transfer& transfer;                //!< the transfer
        std::vector<std::vector<uint32_t>> done; //!< by rank: nodes of its part
    };

    /**
     * Sends a message.
     *
     * @param progress gets the nodes
     * @param from rank that sends
     * @param to another rank
     * @param bytes length, at least 1
     * @return node of the receiver that completes when the message has arrived
     */
    static uint32_t Send(Progress& progress, uint32_t from, uint32_t to, uint64_t bytes);

    /**
     * Sends the same bytes to several ranks.
     *
     * @param progress gets the nodes
     * @param layout has the broadcast
     * @param stream root, receivers and bytes
     * @param after further node of the root to wait for, or NONE
     * @throw InputError if the root is one of the receivers
     */
    void Broadcast(Progress& progress,
                   const Layout& layout,
                   const Stream& stream,
                   uint32_t after) const;

  private:
    /**
     * @param progress gets the messages
     * @param layout pieces and places
     */
    virtual void DoAdd(Progress& progress, const Layout& layout) const = 0;

    /** @return node of the sender to wait for: it and a receiver may begin */
    static uint32_t MakeReady(Progress& progress, uint32_t from, uint32_t to);
};

} // namespace ns3

#endif // AI_FABRIC_WEIGHT_SYNC_H
