// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Effects of variants on the orders of a base, with hand-made tables.

#include "ns3/what-decides.h"

#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

using Times = std::vector<std::optional<double>>;

/** Five draws of one job on fabrics a, b and c. */
class WhatDecidesTest : public testing::Test
{
  protected:
    WhatDecidesTest()
    {
        m_plan.seeds = {1, 2, 3, 4, 5};
        Add("", {"a", "b", "c"});
    }

    /** Adds a point. @param fabrics fabrics that it changes @param cause cause that it removes */
    size_t Add(const std::string& name,
               const std::vector<std::string>& fabrics,
               const std::string& cause = "")
    {
        m_plan.points.push_back({{name, ""}, {}, name});
        SweepVariant variant{"assumed", cause, "", SweepVariant::RUN};
        variant.fabrics = fabrics;
        m_plan.variants.push_back(variant);
        return m_plan.points.size() - 1;
    }

    /** Notes the times of a fabric at a point. */
    void Note(size_t point, const std::string& fabric, const Times& times)
    {
        m_noted.push_back({point, fabric, times});
    }

    WhatDecides Get() const
    {
        WhatDecides decides(m_plan, {"a", "b", "c"});
        for (const auto& [point, fabric, times] : m_noted)
        {
            for (size_t draw = 0; draw < times.size(); ++draw)
            {
                decides.Set(point, m_plan.seeds[draw], fabric, "ring", times[draw]);
            }
        }
        return decides;
    }

    /** @return the order of two fabrics at a point, as the base has them; fails unless it is there
     */
    DecidedOrder Find(size_t point, size_t fabric, size_t other) const
    {
        for (const auto& order : Get().GetOrders())
        {
            if (order.point == point && order.fabric == fabric && order.other == other)
            {
                return order;
            }
        }
        ADD_FAILURE() << "no order of " << fabric << " and " << other << " at " << point;
        return {};
    }

    struct Noted
    {
        size_t point;
        std::string fabric;
        Times times;
    };

    SweepPlan m_plan;
    std::vector<Noted> m_noted;
};

TEST_F(WhatDecidesTest, HoldsIsTurnedIsOpen)
{
    Note(0, "a", {10, 10, 10, 10, 10});
    Note(0, "b", {12, 12, 13, 11, 9}); // a is before b in four of five: just enough
    Note(0, "c", {20, 20, 20, 20, 20});
    const size_t holds = Add("holds", {"b"});
    Note(holds, "b", {15, 15, 15, 15, 15});
    const size_t turned = Add("turned", {"b"});
    Note(turned, "b", {9, 9, 9, 9, 11});
    const size_t open = Add("open", {"b"});
    Note(open, "b", {9, 9, 9, 11, 11});
    const size_t together = Add("together", {"a", "b"});
    Note(together, "a", {5, 5, 5, 5, 5});
    Note(together, "b", {5, 5, 6, 6, 6});

    const auto base = Find(0, 0, 1);
    EXPECT_EQ(base.variant.draws.less, 4u);
    EXPECT_EQ(base.variant.draws.greater, 1u);
    EXPECT_DOUBLE_EQ(base.variant.GetRatio().value_or(0), 1.2);
    EXPECT_EQ(base.variant.ratios, (std::vector<double>{0.9, 1.1, 1.2, 1.2, 1.3}));
    EXPECT_EQ(base.verdict, DecidedOrder::HOLDS);
    EXPECT_EQ(Find(holds, 0, 1).verdict, DecidedOrder::HOLDS);
    EXPECT_DOUBLE_EQ(Find(holds, 0, 1).variant.GetRatio().value_or(0), 1.5);
    EXPECT_EQ(Find(turned, 0, 1).verdict, DecidedOrder::TURNED);
    EXPECT_EQ(Find(turned, 0, 1).variant.draws.less, 1u);
    EXPECT_EQ(Find(turned, 0, 1).base.draws.less, 4u);
    EXPECT_EQ(Find(open, 0, 1).verdict, DecidedOrder::OPEN) << "two of five";
    EXPECT_EQ(Find(together, 0, 1).verdict, DecidedOrder::OPEN) << "equal draws are of neither";
    EXPECT_EQ(Find(together, 0, 1).variant.draws.equal, 2u);
    EXPECT_EQ(Find(turned, 1, 2).verdict, DecidedOrder::HOLDS) << "c is as in the base";
}

TEST_F(WhatDecidesTest, PairsThatAVariantDoesNotChangeDoNotCount)
{
    Note(0, "a", {1, 1, 1, 1, 1});
    Note(0, "b", {2, 2, 2, 2, 2});
    Note(0, "c", {3, 3, 3, 3, 3});
    const size_t point = Add("c alone", {"c"});
    Note(point, "c", {0.5, 0.5, 0.5, 0.5, 0.5});
    size_t rows = 0;
    for (const auto& order : Get().GetOrders())
    {
        rows += order.point == point ? 1 : 0;
        EXPECT_FALSE(order.point == point && order.fabric == 0 && order.other == 1);
    }
    EXPECT_EQ(rows, 2u);
    EXPECT_EQ(Find(point, 0, 2).verdict, DecidedOrder::TURNED);
    EXPECT_EQ(Find(point, 1, 2).verdict, DecidedOrder::TURNED);
}

TEST_F(WhatDecidesTest, WhatDoesNotEndIsBehind)
{
    Note(0, "a", {1, 1, 1, 1, 1});
    Note(0, "b", {2, 2, 2, 2, 2});
    const size_t point = Add("stalls", {"a"});
    Note(point, "a", {std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt});
    EXPECT_EQ(Find(point, 0, 1).verdict, DecidedOrder::TURNED);
    EXPECT_FALSE(Find(point, 0, 1).variant.GetRatio());
}

TEST_F(WhatDecidesTest, ABaseWithoutAnOrderMayBeDecided)
{
    Note(0, "a", {1, 1, 1, 3, 3});
    Note(0, "b", {2, 2, 2, 2, 2});
    const size_t decided = Add("decided", {"b"});
    Note(decided, "b", {4, 4, 4, 4, 4});
    const size_t open = Add("open", {"b"});
    Note(open, "b", {2.5, 2.5, 2.5, 2.5, 2.5});
    EXPECT_EQ(Find(0, 0, 1).verdict, DecidedOrder::OPEN);
    EXPECT_EQ(Find(decided, 0, 1).verdict, DecidedOrder::DECIDED);
    EXPECT_EQ(Find(open, 0, 1).verdict, DecidedOrder::OPEN);
}

TEST_F(WhatDecidesTest, DrawsThatHaveNotRunDoNotCount)
{
    Note(0, "a", {1, 1, 1, 1, 1});
    Note(0, "b", {2, 2, 2, 2, 2});
    const size_t point = Add("partial", {"b"});
    Note(point, "b", {0.5, 0.5});
    EXPECT_EQ(Find(point, 0, 1).variant.draws.GetCount(), 2u);
    EXPECT_EQ(Find(point, 0, 1).verdict, DecidedOrder::TURNED);
    Add("missing", {"b"});
    EXPECT_EQ(Get().GetOrders().back().point, point) << "nothing is said of what has no draw";
}

TEST_F(WhatDecidesTest, ACauseIsConfirmedIfTheJobIsFasterWithout)
{
    Note(0, "a", {10, 10, 10, 10, 10});
    Note(0, "b", {10, 10, 10, 10, 10});
    const size_t faster = Add("faster", {"a", "b"}, "PFC");
    Note(faster, "a", {8, 8, 9, 8, 11});
    Note(faster, "b", {9, 9, 10, 11, 9});
    const auto causes = Get().GetCauses();
    ASSERT_EQ(causes.size(), 2u);
    EXPECT_EQ(causes[0].draws.draws.less, 4u);
    EXPECT_DOUBLE_EQ(causes[0].draws.GetRatio().value_or(0), 0.8);
    EXPECT_TRUE(causes[0].isConfirmed);
    EXPECT_EQ(causes[1].draws.draws.less, 3u);
    EXPECT_FALSE(causes[1].isConfirmed);
    for (const auto& order : Get().GetOrders())
    {
        EXPECT_EQ(order.point, 0u) << "what takes a cause away says nothing of orders";
    }
}

} // namespace
