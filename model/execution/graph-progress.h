// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GRAPH_PROGRESS_H
#define AI_FABRIC_GRAPH_PROGRESS_H

#include "node-span.h"

#include "ns3/byte-image.h"
#include "ns3/graph-cut.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-execution
 * Progress of the nodes of a running graph and, if recorded, the times of their work.
 */
class GraphProgress
{
  public:
    /** Progress of a node. */
    enum class State : uint8_t
    {
        BLOCKED, //!< waits for other nodes
        STARTED, //!< posted, given to the GPU, or a RECV that waits only for its message
        ARRIVED, //!< a RECV whose message has arrived and that waits for other nodes
        FAILED,  //!< a SEND that was given up
        DONE
    };

    /**
     * All nodes are blocked from now on.
     *
     * @param nodes number of nodes
     * @param recordSpans true: times are recorded
     */
    void Begin(std::size_t nodes, bool recordSpans)
    {
        m_states.assign(nodes, State::BLOCKED);
        m_spans.assign(recordSpans ? nodes : 0, NodeSpan());
    }

    /** Forgets the progress of all nodes, but not the recorded times. */
    void Forget()
    {
        m_states = std::vector<State>();
    }

    /** The node will run again: it is blocked and has no times. @param node number of a node */
    void Reset(uint32_t node)
    {
        m_states[node] = State::BLOCKED;
        if (!m_spans.empty())
        {
            m_spans[node] = NodeSpan(); // of the last time that it ran
        }
    }

    /** @return number of nodes; 0: not begun, or forgotten */
    uint32_t GetCount() const
    {
        return static_cast<uint32_t>(m_states.size());
    }

    /** @param node number of a node @return its progress */
    State Get(uint32_t node) const
    {
        return m_states[node];
    }

    /** @param node number of a node @param state its progress from now on */
    void Set(uint32_t node, State state)
    {
        m_states[node] = state;
    }

    /** @param node number of a node @param startPs time when it started, in ps */
    void MarkStart(uint32_t node, int64_t startPs)
    {
        if (!m_spans.empty())
        {
            m_spans[node].startPs = startPs;
        }
    }

    /** @param node number of a node @param endPs time when it ended, in ps */
    void MarkEnd(uint32_t node, int64_t endPs)
    {
        if (!m_spans.empty())
        {
            // A node that ended before the tick of its start took no time.
            m_spans[node].endPs = std::max(m_spans[node].startPs, endPs);
        }
    }

    /** @return times of each node's work, by node; empty: not recorded */
    const std::vector<NodeSpan>& GetSpans() const
    {
        return m_spans;
    }

    /** Takes nodes out. @param cut nodes that repeat those before them */
    void Cut(const GraphCut& cut)
    {
        CutList(m_states, cut);
        CutList(m_spans, cut);
    }

    /** @param spans times of each node's work, by node, in place of those recorded */
    void SetSpans(std::vector<NodeSpan> spans)
    {
        m_spans = std::move(spans);
    }

    /**
     * @param to string to which recorded times are appended
     * @param isMine callable: true if this process runs the node
     */
    template <typename IsMine>
    void Save(std::string& to, const IsMine& isMine) const
    {
        for (std::size_t node = 0; node < m_spans.size(); ++node)
        {
            if (isMine(node))
            {
                SaveValue(to, m_spans[node]);
            }
        }
    }

    /**
     * Reads the output of Save() of a process.
     *
     * @param from begin of the output; afterwards its end
     * @param isHis callable: true if that process runs the node
     */
    template <typename IsHis>
    void Load(const char*& from, const IsHis& isHis)
    {
        for (std::size_t node = 0; node < m_spans.size(); ++node)
        {
            if (isHis(node))
            {
                m_spans[node] = LoadValue<NodeSpan>(from);
            }
        }
    }

  private:
    std::vector<State> m_states;   //!< by node
    std::vector<NodeSpan> m_spans; //!< by node; empty: not recorded
};

} // namespace ns3

#endif // AI_FABRIC_GRAPH_PROGRESS_H
