// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RELIABLE_CONNECTION_CHANNEL_H
#define AI_FABRIC_RELIABLE_CONNECTION_CHANNEL_H

#include "message-transport.h"
#include "pinned-ports.h"
#include "rdma-queue-pair.h"
#include "rdma-verbs.h"

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace ns3
{

class RdmaNic;

/**
 * @ingroup ai-fabric-transport
 * Sends each message as an RDMA write with immediate on a reliable connection.
 *
 * The channel is one queue pair, which keeps messages in order, or several queue pairs, each with
 * its own entropy, so that ECMP may assign them to different paths (NCCL_IB_QPS_PER_CONNECTION;
 * Meta, SIGCOMM'24, "E-ECMP + QP scaling"). Messages then use the queue pairs in turn: whole, or
 * with ChannelOptions::splitMessages (NCCL_IB_SPLIT_DATA_ON_QPS) in as many parts as there are
 * queue pairs,
 *     part = bytes / queue pairs, rounded up to a multiple of PART_UNIT_BYTES,
 * where the last part is shorter and empty parts are left out. A message has arrived when all its
 * parts have arrived, in any order, and has ended when all parts have ended; it fails if one part
 * fails.
 *
 * If the hosts have several ports, all its queue pairs are pinned to one of them, see PinnedPorts.
 *
 * Invariant: events of the sender touch only the sender's members and events of the receiver only
 * the receiver's, because different threads or processes may run them. The receiver computes the
 * number of parts of a message from its length (MessageClient::GetMessageBytes()).
 */
class ReliableConnectionChannel final : public MessageChannel, private RdmaQueuePair::Client
{
  public:
    static constexpr uint64_t PART_UNIT_BYTES =
        128; //!< in bytes; that of NCCL, for its LL128 protocol

    /**
     * @param bytes length of a message
     * @param queuePairs number of queue pairs over which it is split
     * @return bytes of each part except the last
     */
    static uint64_t GetPartBytes(uint64_t bytes, uint32_t queuePairs);

    /** Ports of hosts with several. */
    struct Bond
    {
        PinnedPorts::Ends ends; //!< near: of the sender
        uint32_t home;          //!< port of the channel
        int64_t failoverPs;     //!< see PinnedPorts
    };

    /**
     * @param from NIC of the sender
     * @param to NIC of the receiver
     * @param level service level of the data, unless the routing decides
     * @param options options of the channel; queue pair n has the draw HashDraw(draw, firstPath +
     * n)
     * @param bond ports of both hosts; null: the channel stays at its NICs
     */
    ReliableConnectionChannel(Ptr<RdmaNic> from,
                              Ptr<RdmaNic> to,
                              uint8_t level,
                              const ChannelOptions& options,
                              const Bond* bond);

  private:
    static constexpr int64_t NOT_YET = -1; //!< in place of a time: not yet known

    /** A message that has not ended at the sender, with several queue pairs. */
    struct Flight
    {
        uint32_t first;                         //!< index of the first part's queue pair
        uint32_t parts;                         //!< number of parts, at least 1
        uint32_t toEnd;                         //!< parts that have not ended
        uint32_t toDepart;                      //!< parts that have not left
        int64_t finishedPs{NOT_YET};            //!< end of the latest part so far, in ps
        RdmaStatus status{RdmaStatus::SUCCESS}; //!< status of the first part that failed
    };

    /** A message with several parts of which some have arrived at the receiver. */
    struct Landing
    {
        uint32_t toArrive;          //!< parts that have not arrived
        int64_t arrivedPs{NOT_YET}; //!< arrival of the latest part so far, in ps
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
    // Of messages and parts; arrivals at the receiver, the others at the sender.
    void OnCompletion(const RdmaCompletion& completion) override;
    void OnDeparture(uint64_t workId) override;
    void OnArrival(const RdmaArrival& arrival) override;

    /** A queue pair of each host, connected. */
    struct Connection
    {
        Ptr<RdmaQueuePair> sender;
        Ptr<RdmaQueuePair> receiver;
    };

    /** Messages of several connections. */
    struct Parts
    {
        std::unordered_map<uint32_t, Flight> flights;   //!< sender's, by immediate
        std::unordered_map<uint32_t, Landing> landings; //!< receiver's, by immediate
    };

    /** Ports of both ends. */
    struct Ports
    {
        PinnedPorts sender;
        PinnedPorts receiver;
    };

    std::vector<Connection> m_connections;
    std::unique_ptr<Ports> m_ports; //!< null: the channel stays at its NICs
    bool m_splitMessages;           //!< each message is split over all connections
    uint32_t m_next{0};             //!< sender's: index of the next connection
    std::unique_ptr<Parts> m_parts; //!< null with 1 connection
};

} // namespace ns3

#endif // AI_FABRIC_RELIABLE_CONNECTION_CHANNEL_H
