// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RESULT_DRAWS_H
#define AI_FABRIC_RESULT_DRAWS_H

#include "fabric-summary.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/** How two fabrics compare in one number, over the draws that both have done. */
struct PairedDraws
{
    size_t less{0};    //!< draws in which the first has the smaller number
    size_t greater{0}; //!< draws in which the second has
    size_t equal{0};   //!< draws in which they have the same

    /** @return draws that both fabrics have done */
    size_t GetCount() const
    {
        return less + greater + equal;
    }
};

/** One number of the table on all fabrics in all draws. */
class DrawsRow
{
  public:
    /** @param fabrics how many @param draws how many */
    DrawsRow(size_t fabrics, size_t draws);

    /** Notes the number of one draw on one fabric. */
    void Set(size_t fabric, size_t draw, std::optional<double> number);

    /** @param fabric its index @return its numbers, sorted, of the draws that have one */
    std::vector<double> GetSorted(size_t fabric) const;

    /**
     * @param a index of a fabric
     * @param b index of another one
     * @return how they compare in the draws in which both have a number; what ends is before
     *         what does not
     */
    PairedDraws Compare(size_t a, size_t b) const;

    /**
     * @param a index of a fabric
     * @param b index of another one
     * @return the second number over the first one, of the draws that have both, sorted
     */
    std::vector<double> GetRatios(size_t a, size_t b) const;

    std::string section;    //!< title of its table
    ResultValue value;      //!< name, format and unit
    bool completion{false}; //!< the time to the end; without a number it has not come to that

  private:
    /** What is known of one draw on one fabric. */
    struct Cell
    {
        bool done{false};             //!< the draw has ended
        std::optional<double> number; //!< none: it came to none
    };

    std::vector<std::vector<Cell>> m_cells; //!< by fabric and draw
};

/**
 * @param labels of the fabrics, in order
 * @param seeds of the draws, in order
 * @param all results of fabrics and draws; some may be missing, and interrupted ones do not count
 * @return the rows of all tables, in their order; those that no draw has are left out
 */
std::vector<DrawsRow> CollectDraws(const std::vector<std::string>& labels,
                                   const std::vector<uint32_t>& seeds,
                                   const std::vector<FabricSummary>& all);

/**
 * Brings the names of several lists together, each list in its order as far as they agree.
 *
 * @param lists of names; a name may stand several times in a list
 * @return all of them
 */
std::vector<std::string> MergeNames(const std::vector<std::vector<std::string>>& lists);

/**
 * @param names a list
 * @param name in it
 * @param nth of that name, from 0
 * @return its index, or the size
 */
size_t FindNth(const std::vector<std::string>& names, const std::string& name, size_t nth);

} // namespace ns3

#endif // AI_FABRIC_RESULT_DRAWS_H
