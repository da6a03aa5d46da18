// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RELIABLE_CONNECTION_CHANNEL_H
#define AI_FABRIC_RELIABLE_CONNECTION_CHANNEL_H

#include "message-transport.h"
#include "rdma-verbs.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace ns3
{

class RdmaQueuePair;

/**
 * @ingroup ai-fabric-transport
 * Sends each message as an RDMA write with immediate on a reliable connection.
 *
 * The channel is one queue pair, which keeps messages in order, or several queue pairs, each with
 * an entropy of its own, so that ECMP may lay them on different paths (NCCL_IB_QPS_PER_CONNECTION;
 * Meta, SIGCOMM'24, "E-ECMP + QP scaling"). Messages then take the queue pairs in turn: whole, or
 * with ChannelOptions::splitMessages (NCCL_IB_SPLIT_DATA_ON_QPS) in as many parts as there are
 * queue pairs,
 *     part = bytes / queue pairs, rounded up to a multiple of PART_UNIT_BYTES,
 * the last one shorter and those that would be empty left out. A message has arrived when all its
 * parts have, in whatever order, and has ended when all have ended; it fails if one of them does.
 *
 * Invariant: events of the sender touch only the sender's members and events of the receiver only
 * the receiver's, as threads or processes of their own may run them. The receiver counts the parts
 * of a message from its length (MessageClient::GetMessageBytes()).
 */
class ReliableConnectionChannel final : public MessageChannel
{
  public:
    static constexpr uint64_t PART_UNIT_BYTES =
        128; //!< in bytes; that of NCCL, for its LL128 protocol

    /**
     * @param bytes of a message
     * @param queuePairs over which it is split
     * @return bytes of each part but the last one
     */
    static uint64_t GetPartBytes(uint64_t bytes, uint32_t queuePairs);

    /**
     * @param from NIC of the sender
     * @param to NIC of the receiver
     * @param level service level of the data, unless the routing decides
     * @param options what it is for; queue pair n has the draw HashDraw(draw, firstPath + n)
     */
    ReliableConnectionChannel(Ptr<RdmaNic> from,
                              Ptr<RdmaNic> to,
                              uint8_t level,
                              const ChannelOptions& options);

  private:
    static constexpr int64_t NOT_YET = -1; //!< in place of a time

    /** A message that has not ended at the sender, where there are several queue pairs. */
    struct Flight
    {
        uint32_t first;                         //!< index of the queue pair of the first part
        uint32_t parts;                         //!< how many parts, at least 1
        uint32_t toEnd;                         //!< parts that have not ended
        uint32_t toDepart;                      //!< parts that have not left
        int64_t finishedPs{NOT_YET};            //!< of the latest part so far
        RdmaStatus status{RdmaStatus::SUCCESS}; //!< of the first part that failed
    };

    /** A message of several parts of which some have arrived at the receiver. */
    struct Landing
    {
        uint32_t toArrive;          //!< parts that have not arrived
        int64_t arrivedPs{NOT_YET}; //!< of the latest part so far
    };

    void DoPost(uint64_t bytes, uint32_t immediate) override;
    uint8_t DoGetServiceLevel() const override;
    std::string DoDescribeWait(uint32_t immediate) const override;
    std::vector<Ptr<const Object>> DoGetSenders() const override;
    void DoRetire() override;

    uint64_t GetPartBytes(uint64_t bytes) const;
    void PostParts(uint64_t bytes, uint32_t immediate);
    bool EndPart(uint32_t immediate, RdmaCompletion& completion);
    bool ArrivePart(uint32_t immediate, int64_t& arrivedPs);
    /** A queue pair of ours has completed a message or a part. */
    void OnCompletion(const RdmaCompletion& completion);
    /** The last packet of a message or a part has left. */
    void OnDeparture(uint64_t workId);
    /** A queue pair at the other end has received a message or a part. */
    void OnArrival(const RdmaArrival& arrival);

    std::vector<Ptr<RdmaQueuePair>> m_queuePairs; //!< at the sending end
    std::vector<Ptr<RdmaQueuePair>> m_otherEnds;  //!< of these, in their order
    bool m_splitMessages;                         //!< each over all queue pairs

    std::unordered_map<uint32_t, Flight> m_flights; //!< sender's, by immediate; none with 1 queue
                                                    //!< pair
    uint32_t m_next{0};                             //!< sender's: queue pair whose turn it is

    std::unordered_map<uint32_t, Landing> m_landings; //!< receiver's, by immediate
};

} // namespace ns3

#endif // AI_FABRIC_RELIABLE_CONNECTION_CHANNEL_H
