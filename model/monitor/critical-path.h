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
 * What the duration of a job was made of: the chain of operations and messages of which each was
 * the last thing that the next one waited for.
 *
 * Walked back from the node that ended last. What a node waited for is that one which ended last of
 *     its predecessors in the graph,
 *     for a RECV that began to wait before its message was there, the message,
 *     for an AGGREGATE, the member of its operation that started last,
 *     for an operation of a GPU, the operation before it on its stream.
 * A message lasts from when it was posted to when it arrived, or was acknowledged if that is what
 * the path waited for. Where none of these ended just before, the path has waited for something
 * outside the graph: a start time, or another job on the same GPU.
 *
 * Each segment is compared with its like: operations of the same kind, label, stream and nominal
 * length, or messages of the same label and size, of all ranks. What exceeds their median is the
 * excess, and it names who held up the job.
 *
 * Invariant: segments follow one another without a gap from the start of the job to its end, so
 * their lengths add up to its duration exactly.
 */
class CriticalPath
{
  public:
    /** What a part of the path is. */
    enum class Activity : uint8_t
    {
        COMPUTE,       //!< an operation on stream 0
        COMMUNICATION, //!< a message, or an operation on another stream
        WAIT           //!< none of these
    };

    /** A part of the path. */
    struct Segment
    {
        int64_t fromPs;    //!< absolute
        int64_t toPs;      //!< absolute, not before fromPs
        int64_t ownPs;     //!< how long the operation took, or the message until acknowledged
        int64_t medianPs;  //!< of that among its like; 0: it waits, or there is none like it
        uint64_t bytes;    //!< of the node
        uint32_t node;     //!< which: of a message, its SEND; of a wait, who waited
        uint32_t rank;     //!< who: of a message, the sender
        uint32_t peer;     //!< of a message, the receiver; else the rank
        uint16_t label;    //!< of the node
        Activity activity; //!< what was done

        /** @return how much longer than its like it took, in ps, not negative */
        int64_t GetExcessPs() const;
    };

    /** Who took longer than others with the same to do. */
    struct Culprit
    {
        uint32_t rank;    //!< a GPU, or the sender of messages
        uint32_t peer;    //!< receiver of messages; of a GPU, the rank again
        int64_t excessPs; //!< sum over the path
        int64_t ownPs;    //!< sum over those of its segments that have an excess
        int64_t medianPs; //!< sum of the medians of these
        size_t worst;     //!< index of the segment with the largest excess
    };

    CriticalPath() = default;

    /**
     * @param job a valid one
     * @param spans of its nodes, by node
     * @param startPs when the job started
     */
    CriticalPath(const FabricJob& job, const std::vector<NodeSpan>& spans, int64_t startPs);

    /** @return from the start of the job to its end; none if nothing ended */
    const std::vector<Segment>& GetSegments() const
    {
        return m_segments;
    }

    /** @return sum of the lengths, in ps */
    int64_t GetTotalPs() const;

    /** @return what a segment is for: "compute", "waiting", or what its label says */
    std::string GetName(const Segment& segment) const;

    /** @return the label of a segment's node, or nothing */
    const std::string& GetLabel(const Segment& segment) const
    {
        return m_labels[segment.label];
    }

    /** @return length in ps by GetName(), in the order of first use */
    std::vector<std::pair<std::string, int64_t>> GetShares() const;

    /** @return those with an excess, the largest first */
    std::vector<Culprit> GetCulprits() const;

    /**
     * @param culprit one of GetCulprits()
     * @return such as "operations of rank 5 (host 5) take 2.10 times as long as the median of their
     *         like, 120.000 us more on the critical path; most in 'forward layer 3'"
     */
    std::string Describe(const Culprit& culprit) const;

  private:
    /** Finds the segments from the last node back to the start of the job. */
    void Walk(const FabricJob& job, const std::vector<NodeSpan>& spans, int64_t startPs);
    void Compare(const FabricJob& job, const std::vector<NodeSpan>& spans);

    std::vector<Segment> m_segments;    //!< from the start of the job on
    std::vector<std::string> m_labels;  //!< of the graph, the empty one first
    std::vector<uint32_t> m_hostOfRank; //!< of the job
};

} // namespace ns3

#endif // AI_FABRIC_CRITICAL_PATH_H
