// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "stall-report.h"

#include "deadlock-finder.h"

#include "ns3/fabric-event.h"
#include "ns3/message-transport.h"
#include "ns3/port-name.h"

#include <sstream>

namespace ns3
{

namespace
{

/** Collects lines up to a limit and counts the rest. */
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
    uint64_t m_limit;    //!< lines that are kept
    uint64_t m_count{0}; //!< number of all lines
    std::string m_text;  //!< the lines that are kept
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
            text += (text.empty() ? "" : "; ") + std::string("priority ") + std::to_string(lane) +
                    ", " + std::to_string(port.GetQueueBytes(lane)) + " B queued, " + block +
                    " by node " + std::to_string(port.GetPeer()->GetNode()->GetId());
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
                out << " of " << job->GetJob().graph.GetNodes().size();
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
    LimitedLines channels(maxLines);
    const int64_t nowPs = TickClock().ToPs(NowTicks());
    for (const auto& nic : parts.nics)
    {
        const auto transport = nic->GetObject<MessageTransport>();
        const size_t count = transport ? transport->GetChannels().size() : 0;
        for (size_t i = 0; i < count; ++i)
        {
            const auto& channel = transport->GetChannels()[i];
            const auto activity = channel->GetActivity(nowPs);
            if (activity && activity->waitsFor)
            {
                channels.Add("host " + std::to_string(nic->GetHost()) + " to host " +
                             std::to_string(channel->GetDestHost()) + ": " +
                             std::to_string(activity->leftBytes) + " B left, waits for " +
                             activity->waitsFor);
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
    if (!queuePairs.GetText().empty() || channels.GetText().empty())
    {
        out << "queue pairs with work:\n" << queuePairs.GetText();
    }
    if (!channels.GetText().empty())
    {
        out << "channels with work:\n" << channels.GetText();
    }
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
