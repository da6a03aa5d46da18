// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-summary.h"

#include <istream>
#include <ostream>
#include <stdexcept>
#include <type_traits>

namespace ns3
{

namespace
{

/** Writes numbers in their form in memory, and texts and lists behind their sizes. */
class Saver
{
  public:
    explicit Saver(std::ostream& out)
        : m_out(out)
    {
    }

    template <typename T>
    void Visit(const T& number)
    {
        static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
        m_out.write(reinterpret_cast<const char*>(&number), sizeof(number));
    }

    void Visit(const std::string& text)
    {
        Visit(text.size());
        m_out.write(text.data(), static_cast<std::streamsize>(text.size()));
    }

    template <typename T>
    void Visit(const std::optional<T>& value)
    {
        Visit(value.has_value());
        Visit(value.value_or(T()));
    }

    template <typename T, typename Each>
    void VisitList(const std::vector<T>& list, const Each& each)
    {
        Visit(list.size());
        for (const auto& element : list)
        {
            each(*this, element);
        }
    }

  private:
    std::ostream& m_out;
};

/** Reads the output of a Saver. */
class Loader
{
  public:
    explicit Loader(std::istream& in)
        : m_in(in)
    {
    }

    template <typename T>
    void Visit(T& number)
    {
        static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
        Read(reinterpret_cast<char*>(&number), sizeof(number));
    }

    void Visit(std::string& text)
    {
        size_t size = 0;
        Visit(size);
        text.resize(size);
        Read(text.data(), size);
    }

    template <typename T>
    void Visit(std::optional<T>& value)
    {
        bool has = false;
        T held{};
        Visit(has);
        Visit(held);
        value = has ? std::optional<T>(held) : std::nullopt;
    }

    template <typename T, typename Each>
    void VisitList(std::vector<T>& list, const Each& each)
    {
        size_t size = 0;
        Visit(size);
        for (size_t i = 0; i < size; ++i)
        {
            list.emplace_back();
            each(*this, list.back());
        }
    }

  private:
    void Read(char* to, size_t bytes)
    {
        if (!m_in.read(to, static_cast<std::streamsize>(bytes)))
        {
            throw std::runtime_error("the summary of a run ends within");
        }
    }

    std::istream& m_in;
};

/**
 * Visits all fields; only this function knows their order.
 *
 * @param archive Saver or Loader
 * @param summary summary to save or load
 */
template <typename Archive, typename Summary>
void
VisitSummary(Archive& archive, Summary& summary)
{
    const auto one = [](auto& a, auto& value) { a.Visit(value); };
    archive.Visit(summary.label);
    archive.Visit(summary.seed);
    archive.VisitList(summary.sections, [&](auto& a, auto& section) {
        a.Visit(section.title);
        a.VisitList(section.rows, [](auto& inner, auto& row) {
            inner.Visit(row.name);
            inner.Visit(row.separator);
            inner.Visit(row.absent);
            inner.VisitList(row.values, [](auto& innermost, auto& value) {
                innermost.Visit(value.name);
                innermost.Visit(value.format);
                innermost.Visit(value.unit);
                innermost.Visit(value.value);
                innermost.Visit(value.compared);
            });
        });
        a.VisitList(section.remarks, one);
    });
    archive.VisitList(summary.problems, one);
    archive.VisitList(summary.warnings, one);
    archive.VisitList(summary.notes, one);
    archive.VisitList(summary.findings, [](auto& a, auto& finding) {
        a.Visit(finding.rule);
        a.Visit(finding.text);
    });
    archive.Visit(summary.stallReport);
    archive.Visit(summary.interrupted);
    archive.VisitList(summary.figures, [](auto& a, auto& job) {
        a.Visit(job.job);
        a.VisitList(job.figures, [](auto& inner, auto& figure) {
            inner.Visit(figure.name);
            inner.Visit(figure.value);
            inner.Visit(figure.unit);
        });
    });
}

} // namespace

void
SaveSummary(std::ostream& out, const FabricSummary& summary)
{
    Saver saver(out);
    VisitSummary(saver, summary);
}

FabricSummary
LoadSummary(std::istream& in)
{
    FabricSummary summary;
    Loader loader(in);
    VisitSummary(loader, summary);
    return summary;
}

} // namespace ns3
