// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-test.h"
#include "scripted-link.h"

#include "ns3/byte-image.h"
#include "ns3/domain-windows.h"
#include "ns3/fabric-event.h"
#include "ns3/fabric-simulator-impl.h"
#include "ns3/global-value.h"
#include "ns3/input-error.h"
#include "ns3/rank-windows.h"
#include "ns3/string.h"

#include <algorithm>
#include <array>
#include <exception>
#include <memory>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** @return as it would be said by a process that is at another place */
std::string
SayElsewhere(std::string what)
{
    ++what.back();
    return what;
}

/** Mail that nobody reads. */
struct UnreadMail final : public DomainMail
{
    void Deliver(EventDomain&, void*) override
    {
    }

    uint64_t Save(std::string&) override
    {
        return UINT64_MAX;
    }

    void Load(EventDomain&, const char*, const char*) override
    {
    }
};

class RankWindowsTest : public FabricTest
{
  protected:
    ScriptedLink m_link;
};

} // namespace

TEST_F(RankWindowsTest, WhatAllKnowIsWhatEachKnows)
{
    m_link.answer = [](const std::string&) {
        std::string image;
        SaveValue(image, uint64_t{5});
        return image + 'e'; // in an event
    };
    EXPECT_EQ(RankLink::Sum(7), 12u);
    EXPECT_EQ(RankLink::Max(7), 7);
    EXPECT_EQ(RankLink::Max(3), 5);
    EXPECT_TRUE(RankLink::Any(false));
    RankLink::SetActive(nullptr); // one process knows it alone
    EXPECT_EQ(RankLink::Sum(7), 7u);
    EXPECT_EQ(RankLink::Max(3), 3);
    EXPECT_FALSE(RankLink::Any(false));
    EXPECT_TRUE(RankLink::Any(true));
}

TEST_F(RankWindowsTest, AnEventFailsThatAnotherProcessDoesNotRun)
{
    m_link.answer = [](const std::string& said) { return said; };
    EXPECT_EQ(m_link.Exchange({"", "news"})[1], "news");
    m_link.answer = SayElsewhere;
    EXPECT_THROW(m_link.Exchange({"", "news"}), RankError);
}

TEST_F(RankWindowsTest, BetweenWindowsOneWaitsForThoseInAnEvent)
{
    m_link.answer = [this](const std::string& said) {
        return m_link.said.size() < 3 ? SayElsewhere(said) : said;
    };
    std::vector<std::string> out{"", "news"};
    EXPECT_EQ(m_link.ExchangeBetweenWindows(out)[1], "news");
    ASSERT_EQ(m_link.said.size(), 3U);
    EXPECT_EQ(m_link.said[0], m_link.said[2]);
    EXPECT_EQ(out[1], "news");
}

TEST_F(RankWindowsTest, EventsOfAnInstantTakeOneExchange)
{
    GlobalValue::Bind("SimulatorImplementationType", StringValue("ns3::FabricSimulatorImpl"));
    GlobalValue::Bind("SchedulerType", StringValue("ns3::FabricScheduler"));
    Simulator::Now(); // makes the engine
    DomainPlan plan;
    plan.domainOfNode = {0, 1};
    plan.domains = 2;
    plan.rankOfDomain = {0, 1};
    plan.lookAheadTicks = 100;
    FabricSimulatorImpl::GetActive()->SetDomains(plan);
    // The other rank requests the same as this one, and sends nothing else.
    m_link.answer = [](const std::string& said) { return said; };
    std::vector<int64_t> times;
    const auto note = [&times] { times.push_back(NowTicks()); };
    for (int event = 0; event < 100; ++event)
    {
        Simulator::Schedule(TimeStep(10), note);
        Simulator::Schedule(TimeStep(30), note);
    }
    Simulator::Run();
    EXPECT_EQ(std::count(times.begin(), times.end(), 10), 100);
    EXPECT_EQ(std::count(times.begin(), times.end(), 30), 100);
    EXPECT_EQ(m_link.said.size(), 3U); // before the first, between the two and at the end
}

TEST_F(RankWindowsTest, TheFirstErrorOfAnInstantIsSaid)
{
    const DomainPlan plan;
    const auto error = std::make_exception_ptr(InputError("is wrong"));
    // The other process has the same error at another place of the instant.
    uint64_t place = 1;
    m_link.answer = [&place](std::string said) {
        const char* const begin = reinterpret_cast<const char*>(&place);
        std::copy(begin, begin + sizeof(place), said.begin() + sizeof(uint64_t));
        return said;
    };
    EXPECT_THROW(RankWindows(plan, m_link).ShareFailure(10, 2, error), InputError);
    place = 3; // this process throws its own
    EXPECT_NO_THROW(RankWindows(plan, m_link).ShareFailure(10, 2, error));
}

TEST_F(RankWindowsTest, NothingHasComeOnceAnotherProcessIsGone)
{
    UnreadMail mail;
    DomainPlan plan;
    plan.domains = 2;
    plan.rankOfDomain = {0, 1};
    plan.routes = {{&mail, 1, 0}};
    RankWindows windows(plan, m_link);
    // The other one says what this one says, and sends a letter over the first route.
    m_link.answer = [](std::string said) {
        const char where = said.back();
        said.pop_back();
        SaveValue(said, std::array<uint32_t, 2>{0, 4});
        return said + "news" + where;
    };
    std::vector<std::unique_ptr<EventDomain>> domains;
    domains.push_back(std::make_unique<EventDomain>());
    domains.push_back(std::make_unique<EventDomain>());
    EventDomain home;
    std::vector<EventDomain::Request> requests;
    const RankWindows::Agreement mine{{UINT64_MAX, UINT64_MAX}, false, false};
    windows.Exchange(domains, {0}, home, mine, requests);
    ASSERT_EQ(windows.GetLetters().size(), 1U);
    const auto& letter = windows.GetLetters().front();
    EXPECT_EQ(std::string(letter.begin, letter.end), "news");
    EXPECT_EQ(letter.to, 0U);
    m_link.answer = [](const std::string&) -> std::string { throw RankError("gone"); };
    EXPECT_THROW(windows.Exchange(domains, {0}, home, mine, requests), RankError);
    EXPECT_TRUE(windows.GetLetters().empty());
}
