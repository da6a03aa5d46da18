// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "rank-windows.h"

#include "ns3/abort.h"
#include "ns3/byte-image.h"
#include "ns3/input-error.h"

#include <algorithm>
#include <exception>
#include <new>
#include <string>
#include <tuple>

namespace ns3
{

namespace
{

/** EventDomain::Request as sent to another process. */
struct SharedRequest
{
    uint64_t ticks;
    uint64_t issuedTicks;
    uint64_t issuedOrder;
    uint32_t shared;
};

/** Header of each letter. */
struct LetterHead
{
    uint32_t route; //!< its place in DomainPlan::routes
    uint32_t bytes; //!< of the letter
};

/** Kind of an exception, as far as it decides how the run ends. */
enum class ErrorKind : uint8_t
{
    OTHER,
    INPUT, //!< InputError
    MEMORY //!< std::bad_alloc
};

/** Writes what another process needs to throw its like. @param error null: there is none */
void
SaveError(std::string& to, const std::exception_ptr& error)
{
    ErrorKind kind = ErrorKind::OTHER;
    std::string text;
    try
    {
        if (error)
        {
            std::rethrow_exception(error);
        }
    }
    catch (const InputError& problem)
    {
        kind = ErrorKind::INPUT;
        text = problem.what();
    }
    catch (const std::bad_alloc& problem)
    {
        kind = ErrorKind::MEMORY;
        text = problem.what();
    }
    catch (const std::exception& problem)
    {
        text = problem.what();
    }
    catch (...)
    {
        text = "an exception of an unknown type";
    }
    SaveValue(to, kind);
    SaveText(to, text);
}

} // namespace

RankWindows::RankWindows(const DomainPlan& plan, RankLink& link)
    : m_plan(plan),
      m_link(link),
      m_out(link.GetCount())
{
    for (uint32_t route = 0; route < plan.routes.size(); ++route)
    {
        plan.routes[route].mail->SetRoute(route);
    }
}

RankWindows::Agreement
RankWindows::Exchange(const std::vector<std::unique_ptr<EventDomain>>& domains,
                      const std::vector<uint32_t>& own,
                      EventDomain& home,
                      const Agreement& mine,
                      std::vector<EventDomain::Request>& requests)
{
    // What is said to all, behind room for when mail is felt, then the mail for each.
    std::vector<SharedRequest> shared;
    for (const auto& request : requests)
    {
        NS_ABORT_MSG_IF(request.event,
                        "Simulator::ScheduleWithContext() in an event of a node is not allowed "
                        "with several processes; use a FabricEvent, or one process");
        shared.push_back({request.ticks, request.issuedTicks, request.issuedOrder, request.shared});
    }
    Agreement agreed = mine;
    std::string head;
    SaveValues(head, shared);
    for (auto& out : m_out)
    {
        out.assign(sizeof(Agreement), '\0');
        out += head;
    }
    for (const uint32_t number : own)
    {
        SaveMail(*domains[number], agreed.nextTicks);
    }
    SaveMail(home, agreed.nextTicks);
    for (auto& out : m_out)
    {
        std::copy_n(reinterpret_cast<const char*>(&agreed), sizeof(agreed), out.begin());
    }
    m_letters.clear(); // should this throw, nothing has come
    m_isCutOff = true;
    const auto& in = m_link.ExchangeBetweenWindows(m_out);
    m_isCutOff = false;
    requests.clear();
    for (uint32_t rank = 0; rank < m_link.GetCount(); ++rank)
    {
        // So that requests of one instant and place come in the same order everywhere.
        const std::string& said = rank == m_link.GetRank() ? m_out[rank] : in[rank];
        const char* from = said.data();
        const auto other = LoadValue<Agreement>(from);
        for (const uint32_t side : {0, 1})
        {
            agreed.nextTicks[side] = std::min(agreed.nextTicks[side], other.nextTicks[side]);
        }
        agreed.stopped = agreed.stopped || other.stopped;
        agreed.failed = agreed.failed || other.failed;
        for (const auto& one : LoadValues<SharedRequest>(from))
        {
            requests.push_back({one.ticks,
                                Simulator::NO_CONTEXT,
                                nullptr,
                                one.issuedTicks,
                                one.issuedOrder,
                                one.shared});
        }
        if (rank != m_link.GetRank())
        {
            FindLetters(from, said.data() + said.size());
        }
    }
    return agreed;
}

/** Takes what a domain has sent to those of other processes. @param nextTicks by side */
void
RankWindows::SaveMail(EventDomain& sender, std::array<uint64_t, 2>& nextTicks)
{
    for (DomainMail* const mail : sender.mail)
    {
        const uint32_t to = m_plan.routes[mail->GetRoute()].to;
        std::string& out = m_out[m_plan.rankOfDomain[to]];
        LetterHead head{mail->GetRoute(), 0};
        const size_t place = out.size();
        SaveValue(out, head);
        uint64_t& next = nextTicks[m_plan.GetSide(to)];
        next = std::min(next, mail->Save(out));
        head.bytes = static_cast<uint32_t>(out.size() - place - sizeof(head));
        std::copy_n(reinterpret_cast<const char*>(&head), sizeof(head), out.begin() + place);
    }
    sender.mail.clear();
}

void
RankWindows::FindLetters(const char* from, const char* end)
{
    while (from != end)
    {
        const auto head = LoadValue<LetterHead>(from);
        const auto& route = m_plan.routes.at(head.route);
        m_letters.push_back({route.mail, route.to, from, from + head.bytes});
        from += head.bytes;
    }
}

void
RankWindows::ShareFailure(uint64_t ticks, uint64_t order, const std::exception_ptr& error)
{
    if (m_isCutOff)
    {
        return;
    }
    std::string image;
    SaveValue(image, ticks);
    SaveValue(image, order);
    SaveError(image, error);
    std::tuple<uint64_t, uint64_t, uint32_t> first{UINT64_MAX, UINT64_MAX, UINT32_MAX};
    auto kind = ErrorKind::OTHER;
    std::string text;
    const auto all = RankLink::Share(image);
    for (uint32_t rank = 0; rank < all.size(); ++rank)
    {
        const char* from = all[rank].data();
        const auto hisTicks = LoadValue<uint64_t>(from);
        const auto hisOrder = LoadValue<uint64_t>(from);
        if (std::tuple{hisTicks, hisOrder, rank} < first)
        {
            first = {hisTicks, hisOrder, rank};
            kind = LoadValue<ErrorKind>(from);
            text = LoadText(from);
        }
    }
    if (m_link.GetRank() > 0)
    {
        throw RankError(text); // the first one says it
    }
    if (std::get<2>(first) == 0)
    {
        return;
    }
    switch (kind)
    {
    case ErrorKind::INPUT:
        throw InputError(text);
    case ErrorKind::MEMORY:
        throw std::bad_alloc();
    case ErrorKind::OTHER:
        break;
    }
    throw RankError(text);
}

} // namespace ns3
