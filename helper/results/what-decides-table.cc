// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "what-decides-table.h"

#include "csv-table.h"
#include "what-decides.h"

#include "ns3/csv-text.h"
#include "ns3/parse-number.h"
#include "ns3/safe-file.h"
#include "ns3/text-table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <utility>

namespace ns3
{

namespace
{

constexpr size_t PAIRS_SHOWN = 4; //!< up to this number of fabrics all pairs are shown; above it
                                  //!< only neighbours

const std::array<const char*, 4> VERDICTS = {"holds", "turned", "open", "decided"};
const std::array<const char*, 4> STATES = {"run", "refused", "same", "left"};

/** @return name and setting of a variant */
std::string
NameVariant(const SweepPlan& plan, size_t point)
{
    const auto& labels = plan.points[point].labels;
    return labels[0] + (labels[1].empty() ? "" : ", " + labels[1]);
}

/** @return difference of a ratio from one, as text */
std::string
FormatChange(const std::optional<double>& ratio)
{
    char text[40] = "";
    if (ratio)
    {
        const double percent = 100 * (*ratio - 1);
        std::snprintf(text,
                      sizeof(text),
                      std::abs(percent) < 9.95 ? ", %+.1f %%" : ", %+.0f %%",
                      percent);
    }
    return text;
}

/** @return text such as "4 of 5, +20 %" */
std::string
FormatPair(const ComparedPair& pair)
{
    return std::to_string(pair.draws.less) + " of " + std::to_string(pair.draws.GetCount()) +
           FormatChange(pair.GetRatio());
}

/** @return a cell of the table of orders */
std::string
FormatOrder(const DecidedOrder& order)
{
    const bool isPlain = order.verdict == DecidedOrder::HOLDS ||
                         (order.point == 0 && order.verdict == DecidedOrder::OPEN);
    return (isPlain ? "" : std::string(VERDICTS[order.verdict]) + ": ") + FormatPair(order.variant);
}

/** @return median, smallest and largest ratio of a pair, in the form of the files */
std::string
FormatRatios(const ComparedPair& pair)
{
    constexpr int DECIMALS = 6;
    return pair.ratios.empty() ? ",,"
                               : FormatDecimal(*pair.GetRatio(), DECIMALS) + ',' +
                                     FormatDecimal(pair.ratios.front(), DECIMALS) + ',' +
                                     FormatDecimal(pair.ratios.back(), DECIMALS);
}

/** @return the columns of a pair in what-decides.csv */
std::string
FormatColumns(const ComparedPair& pair)
{
    const auto& draws = pair.draws;
    return std::to_string(draws.GetCount()) + ',' + std::to_string(draws.less) + ',' +
           std::to_string(draws.greater) + ',' + std::to_string(draws.equal) + ',' +
           FormatRatios(pair);
}

/** Reads the completion times of all jobs. @return effects of the variants */
WhatDecides
ReadRuns(const std::filesystem::path& folder,
         const SweepPlan& plan,
         const std::vector<SweepRun>& runs)
{
    WhatDecides decides(plan, plan.variants[0].fabrics);
    for (const auto& run : runs)
    {
        const CsvTable summary(folder / run.folder / "summary.csv");
        for (size_t row = 0; row < summary.GetSize(); ++row)
        {
            const bool isComplete = summary.Get(row, "complete") == "1";
            const auto time = ParseNumber<double>(summary.Get(row, "completion_ns"));
            decides.Set(run.point,
                        run.seed,
                        summary.Get(row, "fabric"),
                        summary.Get(row, "job"),
                        isComplete ? time : std::nullopt);
        }
    }
    return decides;
}

/** @return jobs to show: "all" only if no single job equals it */
std::vector<std::string>
GetShown(const WhatDecides& decides)
{
    const auto& jobs = decides.GetJobs();
    std::vector<std::string> shown;
    for (const auto& job : jobs)
    {
        const bool isOther =
            job == "all" && std::any_of(jobs.begin(), jobs.end(), [&](const auto& other) {
                return other != job && decides.AreSame(job, other);
            });
        if (!isOther)
        {
            shown.push_back(job);
        }
    }
    return shown;
}

/** @return "A", "B", ... by place in an order */
std::string
GetLetter(size_t place)
{
    constexpr size_t LETTERS = 26;
    const auto letter = static_cast<char>('A' + place % LETTERS);
    return std::string(1, letter) + (place < LETTERS ? "" : std::to_string(place / LETTERS));
}

/** The form in which the orders of one job are shown. */
class OrderTable
{
  public:
    OrderTable(const SweepPlan& plan, const WhatDecides& decides, const std::string& job)
        : m_plan(plan),
          m_job(job),
          m_order(decides.GetOrder(job))
    {
        for (auto& order : decides.GetOrders())
        {
            if (order.job == job && IsShown(order))
            {
                if (order.point == 0)
                {
                    m_pairs.emplace_back(order.fabric, order.other);
                }
                m_orders.push_back(std::move(order));
            }
        }
    }

    void Write(std::ostream& out) const
    {
        const auto& fabrics = m_plan.variants[0].fabrics;
        out << '\n' << (m_job == "all" ? "all jobs" : "job " + m_job) << '\n';
        for (size_t i = 0; i < m_order.size(); ++i)
        {
            out << GetLetter(i) << "  " << fabrics[m_order[i]] << '\n';
        }
        std::vector<std::string> heads;
        for (const auto& [a, b] : m_pairs)
        {
            heads.push_back(FormatHead(a, b));
        }
        TextTable table("", heads);
        for (size_t point = 0; point < m_plan.points.size(); ++point)
        {
            std::vector<std::string> cells;
            for (const auto& [a, b] : m_pairs)
            {
                const auto* order = Find(point, a, b);
                cells.push_back(order ? FormatOrder(*order) : "");
            }
            if (std::any_of(cells.begin(), cells.end(), [](const auto& cell) {
                    return !cell.empty();
                }))
            {
                table.Add(NameVariant(m_plan, point), cells);
            }
        }
        table.Write(out);
        for (const auto& [a, b] : m_pairs)
        {
            WriteLine(out, a, b);
        }
    }

  private:
    /** @return true if a pair has a column */
    bool IsShown(const DecidedOrder& order) const
    {
        const size_t a = GetPlace(order.fabric);
        const size_t b = GetPlace(order.other);
        return m_order.size() <= PAIRS_SHOWN || std::max(a, b) - std::min(a, b) == 1;
    }

    size_t GetPlace(size_t fabric) const
    {
        return static_cast<size_t>(std::find(m_order.begin(), m_order.end(), fabric) -
                                   m_order.begin());
    }

    std::string FormatHead(size_t a, size_t b) const
    {
        return GetLetter(GetPlace(a)) + " before " + GetLetter(GetPlace(b));
    }

    const DecidedOrder* Find(size_t point, size_t a, size_t b) const
    {
        const auto place = std::find_if(m_orders.begin(), m_orders.end(), [&](const auto& order) {
            return order.point == point && order.fabric == a && order.other == b;
        });
        return place == m_orders.end() ? nullptr : &*place;
    }

    /** Writes the number of variants in which an order holds. */
    void WriteLine(std::ostream& out, size_t a, size_t b) const
    {
        size_t variants = 0;
        std::map<DecidedOrder::Verdict, std::vector<size_t>> points;
        for (const auto& order : m_orders)
        {
            if (order.point > 0 && order.fabric == a && order.other == b)
            {
                ++variants;
                points[order.verdict].push_back(order.point);
            }
        }
        const auto* base = Find(0, a, b);
        const auto& fabrics = m_plan.variants[0].fabrics;
        const bool hasOrder = base->base.IsBefore();
        out << fabrics[a] << (hasOrder ? " before " : " and ") << fabrics[b] << ": ";
        if (hasOrder)
        {
            out << "holds in " << points[DecidedOrder::HOLDS].size() << " of " << variants
                << " variants\n";
        }
        else
        {
            out << "no order in the base; " << points[DecidedOrder::DECIDED].size() << " of "
                << variants << " variants make one\n";
        }
        for (const auto verdict : {DecidedOrder::TURNED, DecidedOrder::DECIDED, DecidedOrder::OPEN})
        {
            for (const size_t point : points[verdict])
            {
                if (hasOrder || verdict != DecidedOrder::OPEN)
                {
                    out << "  " << VERDICTS[verdict] << ": " << NameVariant(m_plan, point) << '\n';
                }
            }
        }
    }

    const SweepPlan& m_plan;
    std::string m_job;
    std::vector<size_t> m_order;                      //!< fabrics in the order of the base
    std::vector<std::pair<size_t, size_t>> m_pairs{}; //!< pairs with a column
    std::vector<DecidedOrder> m_orders{};             //!< orders that have a column
};

/** Writes the times of a job without each cause. */
void
WriteCauses(std::ostream& out,
            const SweepPlan& plan,
            const std::vector<CheckedCause>& causes,
            const std::string& job)
{
    const auto& fabrics = plan.variants[0].fabrics;
    std::map<size_t, std::vector<std::string>> rows; // by point
    for (const auto& cause : causes)
    {
        if (cause.job == job)
        {
            auto& cells = rows[cause.point];
            cells.resize(fabrics.size());
            cells[cause.fabric] = (cause.isConfirmed ? "confirmed: " : "") +
                                  std::to_string(cause.draws.draws.less) + " of " +
                                  std::to_string(cause.draws.draws.GetCount()) +
                                  FormatChange(cause.draws.GetRatio());
        }
    }
    if (rows.empty())
    {
        return;
    }
    TextTable table((job == "all" ? "all jobs" : "job " + job) + ", faster without", fabrics);
    for (const auto& [point, cells] : rows)
    {
        table.Add(plan.variants[point].cause + " (" + NameVariant(plan, point) + ")", cells);
    }
    out << '\n';
    table.Write(out);
}

/** @return the columns that name a variant */
std::string
FormatVariant(const SweepPlan& plan, size_t point)
{
    const auto& labels = plan.points[point].labels;
    return point == 0 ? "," : Quote(labels[0]) + ',' + Quote(labels[1]);
}

} // namespace

void
SayVariants(std::ostream& out, const SweepPlan& plan, const std::vector<SweepRun>& runs)
{
    std::array<size_t, STATES.size()> count{};
    std::set<std::string> settings;
    for (size_t point = 1; point < plan.points.size(); ++point)
    {
        ++count[plan.variants[point].state];
        if (plan.variants[point].state == SweepVariant::RUN)
        {
            settings.insert(plan.points[point].labels[0]);
        }
    }
    size_t fabrics = 0;
    for (const auto& run : runs)
    {
        fabrics += plan.variants[run.point].fabrics.size();
    }
    out << "what decides: " << count[SweepVariant::RUN] << " variants of " << settings.size()
        << " settings, " << plan.seeds.size() << " seeds: " << runs.size() << " runs, of "
        << fabrics << " fabrics in all; not run: " << count[SweepVariant::REFUSED] << " refused, "
        << count[SweepVariant::SAME] << " equal to the base or another variant, "
        << count[SweepVariant::LEFT] << " left" << std::endl;
}

void
SayNotRun(std::ostream& out, const SweepPlan& plan)
{
    std::string base; // variants that equal the base
    for (size_t point = 1; point < plan.points.size(); ++point)
    {
        const auto& [state, reason] =
            std::pair{plan.variants[point].state, plan.variants[point].reason};
        if (state == SweepVariant::SAME && reason == SweepVariant::IS_BASE)
        {
            base += (base.empty() ? "" : "; ") + NameVariant(plan, point);
        }
        else if (state != SweepVariant::RUN)
        {
            out << STATES[state] << ": " << NameVariant(plan, point) << ": " << reason << '\n';
        }
    }
    if (!base.empty())
    {
        out << "as in the base: " << base << '\n';
    }
}

void
WriteWhatDecides(const std::filesystem::path& folder,
                 const SweepPlan& plan,
                 const std::vector<SweepRun>& runs,
                 std::ostream* out)
{
    const auto decides = ReadRuns(folder, plan, runs);
    const auto& fabrics = plan.variants[0].fabrics;
    const auto orders = decides.GetOrders();
    const auto causes = decides.GetCauses();
    WriteSafely(folder / "what-decides.csv", [&](std::ostream& file) {
        file << "variation,setting,kind,state,reason,job,fabric,other,draws,before,behind,equal,"
                "ratio,least_ratio,greatest_ratio,base_draws,base_before,base_behind,base_equal,"
                "base_ratio,base_least_ratio,base_greatest_ratio,verdict\n";
        for (const auto& order : orders)
        {
            file << FormatVariant(plan, order.point) << ',' << plan.variants[order.point].kind
                 << ",run,," << Quote(order.job) << ',' << Quote(fabrics[order.fabric]) << ','
                 << Quote(fabrics[order.other]) << ',' << FormatColumns(order.variant) << ','
                 << FormatColumns(order.base) << ',' << VERDICTS[order.verdict] << '\n';
        }
        for (size_t point = 1; point < plan.points.size(); ++point)
        {
            const auto& variant = plan.variants[point];
            if (variant.state != SweepVariant::RUN)
            {
                file << FormatVariant(plan, point) << ',' << variant.kind << ','
                     << STATES[variant.state] << ',' << Quote(variant.reason)
                     << ",,,,,,,,,,,,,,,,,,\n";
            }
        }
    });
    WriteSafely(folder / "what-limits.csv", [&](std::ostream& file) {
        file << "cause,variation,setting,job,fabric,draws,faster,slower,ratio,least_ratio,greatest_"
                "ratio,verdict\n";
        for (const auto& cause : causes)
        {
            const auto& draws = cause.draws.draws;
            file << Quote(plan.variants[cause.point].cause) << ','
                 << FormatVariant(plan, cause.point) << ',' << Quote(cause.job) << ','
                 << Quote(fabrics[cause.fabric]) << ',' << draws.GetCount() << ',' << draws.less
                 << ',' << draws.greater << ',' << FormatRatios(cause.draws) << ','
                 << (cause.isConfirmed ? "confirmed" : "not confirmed") << '\n';
        }
    });
    if (!out)
    {
        return;
    }
    const auto shown = GetShown(decides);
    for (const auto& job : shown)
    {
        OrderTable(plan, decides, job).Write(*out);
    }
    for (const auto& job : shown)
    {
        WriteCauses(*out, plan, causes, job);
    }
    *out << '\n';
    SayNotRun(*out, plan);
}

} // namespace ns3
