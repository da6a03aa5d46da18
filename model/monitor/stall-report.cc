// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "stall-report.h"

#include "deadlock-finder.h"

#include "ns3/port-name.h"

#include <sstream>

namespace ns3
{

namespace
{

/** Lines up to a limit; the rest is counted. */
class LimitedLines
{
  public:
    explicit LimitedLines(uint64_t limit)
        : m_limit(limit)
    {
    }

    void Add(const std::string& line)
    {
        if (m_count++ < m_limit)
        {
            m_text += "  " + line + "\n";
        }
    }

    std::string GetText() const
    {
        return m_count > m_limit
                   ? m_text + "  ... and " + std::to_string(m_count - m_limit) + " more\n"
                   : m_text;
    }

  private:
    uint64_t m_limit;
    uint64_t m_count{0};
    std::string m_text;
};

std::string
DescribePort(const FabricNetDevice& port)
{
    std::string text;
    for (uint8_t lane = 0; lane < port.GetLaneCount(); ++lane)
    {
        const std::string block = port.GetFlowControl().DescribeBlock(lane);
        if (!block.empty() && port.GetQueueBytes(lane) > 0)
        {
            text += (text.empty() ? "" : "; ") + std::string("priority ") +
                    std::to_string(lane) + ", " + std::to_string(port.GetQueueBytes(lane)) +
                    " B queued, " + block + " by node " +
                    std::to_string(port.GetPeer()->GetNode()->GetId());
        }
    }
    return text;
}

} // namespace

std::string
StallReport(const std::vector<Ptr<GraphExecutor>>& jobs,
            const FabricParts& parts,
            uint64_t maxLines)
{
    std::ostringstream out;
    for (const auto& job : jobs)
    {
        if (!job->IsFinished())
        {
            out << "job " << job->GetJob().name << ": " << job->GetCompletedNodes();
            if (!job->GetJob().driver)
            {
                out << " of " << job->GetNodeCount();
            }
            out << " operations complete\n";
            job->DescribeWaits(out, maxLines);
        }
    }
    LimitedLines queuePairs(maxLines);
    for (const auto& nic : parts.nics)
    {
        for (const auto& queuePair : nic->GetQueuePairs())
        {
            if (queuePair->HasWork())
            {
                queuePairs.Add(queuePair->GetName() + ": " + queuePair->DescribeWait());
            }
        }
    }
    LimitedLines ports(maxLines);
    for (const auto& channel : parts.channels)
    {
        for (std::size_t side = 0; side < channel->GetNDevices(); ++side)
        {
            const auto port = StaticCast<FabricNetDevice>(channel->GetDevice(side));
            const std::string blocked = DescribePort(*port);
            if (!blocked.empty())
            {
                ports.Add(PortName(*port) + ": " + blocked);
            }
        }
    }
    out << "queue pairs with work:\n" << queuePairs.GetText();
    if (!ports.GetText().empty())
    {
        out << "ports kept back by flow control:\n" << ports.GetText();
    }
    const DeadlockFinder deadlock(parts);
    if (!deadlock.GetCycle().empty())
    {
        out << "deadlock: " << deadlock.GetCycle().size()
            << " queues wait for each other in a ring\n"
            << deadlock.Describe();
    }
    return out.str();
}

} // namespace ns3
