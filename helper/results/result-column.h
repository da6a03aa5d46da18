// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RESULT_COLUMN_H
#define AI_FABRIC_RESULT_COLUMN_H

#include "fabric-result.h"
#include "result-format.h"

#include "ns3/csv-text.h"
#include "ns3/scenario.h"

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace ns3
{

/** Content of one field of a table: nothing, a whole number, a fraction or a text. */
class ResultCell
{
  public:
    /** Makes an empty field: the column has no meaning in the row. */
    ResultCell() = default;

    /** @param number a whole number in the unit of ResultFormat, at least 0 */
    template <typename T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
    ResultCell(T number)
        : m_value(static_cast<uint64_t>(number))
    {
    }

    /** @param number a fraction in the unit of ResultFormat */
    ResultCell(double number)
        : m_value(number)
    {
    }

    /** @param text text that outlives the field */
    ResultCell(const char* text)
        : m_value(std::string_view(text))
    {
    }

    /** @param text text that outlives the field */
    ResultCell(const std::string& text)
        : m_value(std::string_view(text))
    {
    }

    /** @param text text that the field keeps */
    ResultCell(std::string&& text)
        : m_value(std::move(text))
    {
    }

    /** @param out gets the field @param format format of its column */
    void Write(RowWriter& out, ResultFormat format) const;

    /** @return the number in the unit of ResultFormat; empty: not a number */
    std::optional<double> GetNumber() const;

  private:
    std::variant<std::monostate, uint64_t, double, std::string_view, std::string> m_value;
};

/** Part of a column in printed tables, reports and plots. */
struct ResultMetric
{
    /** Judgement of a number. */
    enum Better : uint8_t
    {
        NEITHER,
        LESS,
        MORE
    };

    const char* label{""};  //!< name of the row or axis; empty: in no report
    Better better{NEITHER}; //!< the best fabric has the least or the greatest number
};

/** Description of a column, without its values. */
struct ColumnFacts
{
    const char* name;    //!< name in the first line, with its unit
    ResultFormat format; //!< unit and decimals
    const char* help;    //!< meaning; PAGE.rst is a page of doc/
    ResultMetric metric; //!< part in printed tables, reports and plots
};

/**
 * A column of a table of results. The first line of the file, the rows, --list columns,
 * columns.json, the printed table, reports, plots and the tables of the pages are made from it.
 */
template <typename Row>
struct ResultColumn
{
    const char* name;                    //!< name in the first line, with its unit
    ResultFormat format;                 //!< unit and decimals
    const char* help;                    //!< meaning; PAGE.rst is a page of doc/
    ResultCell (*value)(const Row& row); //!< field of a row
    ResultMetric metric{};               //!< part in printed tables, reports and plots

    /** @return true if the file of a run has the column; null: it always has */
    bool (*isPresent)(const FabricScenario& scenario, const FabricResult& result){nullptr};

    /** @return true if the printed table shows the number of a row; null: it never does */
    bool (*isPrinted)(const Row& row){nullptr};

    /** Name of the column whose number is printed above; null: that of the column before. */
    const char* printedBelow{nullptr};
};

/** @return column with the name of the fabric, of rows with a member "result" */
template <typename Row>
ResultColumn<Row>
MakeFabricColumn()
{
    return {"fabric", ResultFormat::TEXT, "name of the fabric", [](auto& row) -> ResultCell {
                return row.result.label;
            }};
}

/** @return column with the name of the job, of rows with a member "job" */
template <typename Row>
ResultColumn<Row>
MakeJobColumn()
{
    return {"job", ResultFormat::TEXT, "name of the job", [](auto& row) -> ResultCell {
                return row.job.name;
            }};
}

/** A table of results: a CSV file with rows of one fabric. */
struct ResultTable
{
    std::string name; //!< name of the file; with FABRIC, each fabric has a file of its own
    std::string help; //!< meaning of the rows; PAGE.rst is a page of doc/
    std::vector<ColumnFacts> columns; //!< all columns that the file may have, in their order

    /** @return true if a run has the file; null: every run has */
    std::function<bool(const FabricScenario& scenario, const FabricResult& result)> isWanted;

    /** Writes the file. */
    std::function<
        void(std::ostream& out, const FabricScenario& scenario, const FabricResult& result)>
        write;
};

/**
 * @param name name of the file
 * @param help meaning of the rows
 * @param isWanted see ResultTable
 * @param columns columns in their order
 * @param forEach function of the scenario, the result of a fabric, and a function that writes a Row
 * @return the table
 */
template <typename Row, typename ForEach>
ResultTable
MakeResultTable(const std::string& name,
                const std::string& help,
                bool (*isWanted)(const FabricScenario&, const FabricResult&),
                const std::vector<ResultColumn<Row>>& columns,
                ForEach forEach)
{
    std::vector<ColumnFacts> facts;
    for (const auto& column : columns)
    {
        facts.push_back({column.name, column.format, column.help, column.metric});
    }
    const auto write = [columns, forEach](std::ostream& out,
                                          const FabricScenario& scenario,
                                          const FabricResult& result) {
        RowWriter rows(out);
        std::vector<ResultColumn<Row>> present;
        for (const auto& column : columns)
        {
            if (!column.isPresent || column.isPresent(scenario, result))
            {
                rows.Add(present.empty() ? "" : ",");
                rows.Add(column.name);
                present.push_back(column);
            }
        }
        rows.Add('\n');
        forEach(scenario, result, [&](const Row& row) {
            for (const auto& column : present)
            {
                if (&column != &present.front())
                {
                    rows.Add(',');
                }
                column.value(row).Write(rows, column.format);
            }
            rows.Add('\n');
        });
    };
    return {name, help, std::move(facts), isWanted, write};
}

} // namespace ns3

#endif // AI_FABRIC_RESULT_COLUMN_H
