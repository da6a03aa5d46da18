// SPDX-License-Identifier: GPL-2.0-only

#include "graph-messenger.h"

#include "ns3/callback.h"
#include "ns3/fabric-event.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace ns3
{

void
GraphMessenger::SetJob(const Job& job,
                       std::vector<HostNics> nicsOfRank,
                       GraphMessengerClient* client)
{
    m_job = &job;
    m_nics = std::move(nicsOfRank);
    m_client = client;
}

void
GraphMessenger::Dispose()
{
    m_queuePairs.clear();
    m_nics.clear();
}

/** The one place that decides which NICs and which priority carry a message. */
GraphMessenger::Ends
GraphMessenger::GetEnds(const CommunicationGraph::Node& send) const
{
    const HostNics& from = m_nics[send.rank];
    const HostNics& to = m_nics[send.peer];
    const auto& sender = from.GetNicTo(to, send.channel);
    // Priorities are of the network between servers: NVLink has its own.
    return {sender,
            to.GetNicTo(from, send.channel),
            sender->GetPriorityTo(m_job->hostOfRank[send.peer],
                                  from.IsScaleUp(to) ? int16_t{-1} : send.priority)};
}

void
GraphMessenger::Connect()
{
    const auto& nodes = m_job->graph.GetNodes();
    std::vector<uint32_t> sends;
    for (uint32_t number = 0; number < nodes.size(); ++number)
    {
        if (nodes[number].kind == CommunicationGraph::Kind::SEND && !IsLocal(nodes[number]))
        {
            sends.push_back(number);
        }
    }
    m_records.reserve(sends.size());
    m_index.assign(nodes.size(), 0);
    const auto key = [&](uint32_t number) {
        const auto& node = nodes[number];
        return std::make_tuple(node.rank, node.peer, node.channel, GetEnds(node).priority);
    };
    std::stable_sort(sends.begin(), sends.end(), [&](uint32_t a, uint32_t b) {
        return key(a) < key(b);
    });
    for (size_t i = 0; i < sends.size(); ++i)
    {
        if (i == 0 || key(sends[i]) != key(sends[i - 1]))
        {
            const Ends ends = GetEnds(nodes[sends[i]]);
            const auto [sender, receiver] =
                RdmaNic::Connect(ends.sender, ends.receiver, ends.priority);
            sender->SetCompletionCallback(MakeCallback(&GraphMessenger::OnCompletion, this));
            receiver->SetArrivalCallback(MakeCallback(&GraphMessenger::OnArrival, this));
            m_queuePairs.push_back(sender);
        }
        m_index[sends[i]] = static_cast<uint32_t>(m_queuePairs.size() - 1);
    }
}

void
GraphMessenger::Post(uint32_t send)
{
    const auto& node = m_job->graph.GetNodes()[send];
    m_index[node.match] = static_cast<uint32_t>(m_records.size());
    MessageRecord& record = m_records.emplace_back();
    record.bytes = node.bytes;
    record.startPs = m_clock.ToPs(NowTicks());
    record.job = m_job->index;
    record.sourceHost = m_job->hostOfRank[node.rank];
    record.destHost = m_job->hostOfRank[node.peer];
    record.channel = node.channel;
    record.priority = m_queuePairs[m_index[send]]->GetServiceLevel();
    m_queuePairs[m_index[send]]->PostWriteWithImmediate(node.bytes, node.match, send);
}

void
GraphMessenger::OnCompletion(const RdmaCompletion& completion)
{
    const auto send = static_cast<uint32_t>(completion.workId);
    MessageRecord& record = m_records[m_index[m_job->graph.GetNodes()[send].match]];
    if (record.finishedPs != MessageRecord::NOT_YET)
    {
        return;
    }
    record.startPs = completion.postedPs;
    record.finishedPs = completion.finishedPs;
    record.status = completion.status;
    m_client->OnMessageEnd(send, record);
}

void
GraphMessenger::OnArrival(const RdmaArrival& arrival)
{
    if (m_closed)
    {
        return;
    }
    const uint32_t recv = arrival.immediate;
    m_records[m_index[recv]].arrivedPs = arrival.finishedPs;
    m_client->OnMessageArrival(recv, arrival.finishedPs);
}

} // namespace ns3
