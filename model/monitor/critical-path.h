// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CRITICAL_PATH_H
#define AI_FABRIC_CRITICAL_PATH_H

#include "ns3/fabric-workload.h"
#include "ns3/node-span.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-monitor
 * The critical path of a job: the chain of operations and messages in which each was the last event
 * that the next one waited for. The chain makes up the duration of the job.
 *
 * The path is walked back from the node that ended last. A node waited for the event that ended
 * last among
 *     its predecessors in the graph,
 *     for a RECV that began to wait before its message arrived, the message,
 *     for an AGGREGATE, the member of its operation that started last,
 *     for an operation of a GPU, the operation before it on its stream.
 * A message lasts from its post to its arrival, or to its acknowledgement if the path waited for
 * that. Where none of these ended just before, the path has waited for something outside the graph:
 * a start time, or another job on the same GPU.
 *
 * Each segment is compared with similar ones: operations of the same kind, label, stream and
 * nominal length, or messages of the same label and size, of all ranks. The excess over their
 * median shows which rank held up the job.
 *
 * Invariant: segments follow one another without a gap from the start of the job to its end, so
 * their lengths add up to its duration exactly.
 */
class CriticalPath
{
  public:
    /** Kind of a segment of the path. */
    enum class Activity : uint8_t
    {
        COMPUTE,       //!< an operation on stream 0
        COMMUNICATION, //!< a message, or an operation on another stream
        WAIT           //!< waiting for something outside the graph
    };

    /** A segment of the path. */
    struct Segment
    {
        int64_t fromPs; //!< start, absolute, in ps
        int64_t toPs;   //!< end, absolute, in ps, not before fromPs
        int64_t ownPs;  //!< duration of the operation, or of the message until acknowledged, in ps
        int64_t medianPs;  //!< median of ownPs among similar segments; 0: a wait, or no similar
                           //!< segment
        uint64_t bytes;    //!< bytes of the node
        uint32_t node;     //!< number of the node; of a message, its SEND; of a wait, the node that
                           //!< waited
        uint32_t rank;     //!< rank of the node; of a message, the sender
        uint32_t peer;     //!< of a message, the receiver; else equal to rank
        uint16_t label;    //!< label of the node
        Activity activity; //!< kind of the segment

        /** @return ownPs minus the median, in ps, from 0 to the length of the segment */
        int64_t GetExcessPs() const;
    };

    /** A rank, or a pair of ranks, whose segments took longer than similar ones. */
    struct Culprit
    {
        uint32_t rank;    //!< rank of a GPU, or sender of messages
        uint32_t peer;    //!< receiver of messages; for a GPU, rank again
        int64_t excessPs; //!< excess, summed over the path, in ps
        int64_t ownPs;    //!< sum of ownPs over the segments with an excess
        int64_t medianPs; //!< sum of medianPs over the same segments
        size_t worst;     //!< index of the segment with the largest excess
    };

    CriticalPath() = default;

    /**
     * @param job valid job
     * @param spans times of its nodes, by node
     * @param startPs start of the job in ps
     */
    CriticalPath(const FabricJob& job, const std::vector<NodeSpan>& spans, int64_t startPs);

    /** @return segments from the start of the job to its end; empty if no node ended */
    const std::vector<Segment>& GetSegments() const
    {
        return m_segments;
    }

    /** @return sum of the segments' lengths in ps */
    int64_t GetTotalPs() const;

    /** @return purpose of a segment: "compute", "waiting", or the text of its label */
    std::string GetName(const Segment& segment) const;

    /** @return label of a segment's node; may be empty */
    const std::string& GetLabel(const Segment& segment) const
    {
        return m_labels[segment.label];
    }

    /** @return sum of lengths in ps by GetName(), in the order of first use */
    std::vector<std::pair<std::string, int64_t>> GetShares() const;

    /** @return ranks and pairs with an excess, the largest first */
    std::vector<Culprit> GetCulprits() const;

    /**
     * @param culprit an element of GetCulprits()
     * @return a text such as "operations of rank 5 (host 5) take 2.10 times as long as the median
     *         of their like, 120.000 us more on the critical path; most in 'forward layer 3'"
     */
    std::string Describe(const Culprit& culprit) const;

  private:
    /** Finds the segments from the last node back to the start of the job. */
    void Walk(const FabricJob& job, const std::vector<NodeSpan>& spans, int64_t startPs);
    void Compare(const FabricJob& job, const std::vector<NodeSpan>& spans);

    std::vector<Segment> m_segments;    //!< from the start of the job to its end
    std::vector<std::string> m_labels;  //!< labels of the graph, the empty one first
    std::vector<uint32_t> m_hostOfRank; //!< host index by rank of the job
};

} // namespace ns3

#endif // AI_FABRIC_CRITICAL_PATH_H
