// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_STEPWISE_MRC_H
#define AI_FABRIC_STEPWISE_MRC_H

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace ns3
{

/**
 * The entropy values of an MRC connection written down once more, as an oracle: sets of names, one
 * rule after the other as the text has them. It does not choose, as the order is pseudo-random; it
 * judges a choice.
 */
class StepwiseMrc
{
  public:
    /**
     * @param values values of a plane in the table
     * @param spares further values of a plane, numbered behind them
     * @param planes number of planes, whose values are numbered one plane after the other
     * @param answers answered probes that bring a value back
     */
    StepwiseMrc(int values, int spares, int planes, int answers)
        : m_size(values + spares),
          m_answers(answers)
    {
        for (int value = 0; value < planes * m_size; ++value)
        {
            if (value % m_size < values)
            {
                table.insert(value);
            }
            state[value] = "good";
        }
    }

    /** A packet was marked, or trimmed on its way. */
    void Mark(int value)
    {
        if (state[value] == "good")
        {
            state[value] = "skip";
        }
    }

    /** A packet was lost, and nobody said so. */
    void Lose(int value)
    {
        state[value] = "bad";
        answered[value] = 0;
    }

    /** A probe was answered. */
    void Answer(int value)
    {
        if (state[value] == "bad" && ++answered[value] == m_answers)
        {
            state[value] = "good";
        }
    }

    /** @return whether a value has turns: those of the table, or spares while half of it is bad */
    bool HasTurns(int value) const
    {
        int all = 0;
        int bad = 0;
        for (const int other : table)
        {
            all += other / m_size == value / m_size;
            bad += other / m_size == value / m_size && state.at(other) == "bad";
        }
        return table.count(value) > 0 || 2 * bad >= all;
    }

    /** @return whether the next packet may take the value; skips that were served are known then */
    bool Send(int value, const std::vector<int>& passed)
    {
        for (const int before : passed)
        {
            if (state[before] == "skip")
            {
                state[before] = "good";
            }
        }
        return HasTurns(value) && state[value] == "good";
    }

    /** @return number of values of a plane, or of all (-1), that are not bad */
    int GetUsable(int plane) const
    {
        int usable = 0;
        for (const auto& [value, name] : state)
        {
            usable += name != "bad" && (plane < 0 || value / m_size == plane);
        }
        return usable;
    }

    std::map<int, std::string> state; //!< good, skip or bad, by value
    std::map<int, int> answered;      //!< answered probes of bad values
    std::set<int> table;              //!< values with turns of their own

  private:
    int m_size; //!< values of a plane
    int m_answers;
};

} // namespace ns3

#endif // AI_FABRIC_STEPWISE_MRC_H
