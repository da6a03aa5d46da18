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

/** Comparison of two fabrics by one number, over the draws that both have done. */
struct PairedDraws
{
    size_t less{0};    //!< draws in which the first fabric has the smaller number
    size_t greater{0}; //!< draws in which the second fabric has the smaller number
    size_t equal{0};   //!< draws in which both have the same number

    /** @return draws that both fabrics have done */
    size_t GetCount() const
    {
        return less + greater + equal;
    }
};

/** One number of the table, for all fabrics in all draws. */
class DrawsRow
{
  public:
    /** @param fabrics number of fabrics @param draws number of draws */
    DrawsRow(size_t fabrics, size_t draws);

    /** Stores the number of one draw on one fabric. */
    void Set(size_t fabric, size_t draw, std::optional<double> number);

    /** @param fabric index of a fabric @return sorted numbers of the draws that have one */
    std::vector<double> GetSorted(size_t fabric) const;

    /**
     * @param a index of a fabric
     * @param b index of another fabric
     * @return comparison over the draws that both have done; a run that ends counts as less than a
     *         run that does not
     */
    PairedDraws Compare(size_t a, size_t b) const;

    /**
     * @param a index of a fabric
     * @param b index of another fabric
     * @return second number divided by the first, for the draws that have both, sorted
     */
    std::vector<double> GetRatios(size_t a, size_t b) const;

    std::string section;    //!< title of its table
    ResultValue value;      //!< name, format and unit
    bool completion{false}; //!< true: time to completion; a draw without a number has not completed

  private:
    /** Result of one draw on one fabric. */
    struct Cell
    {
        bool done{false};             //!< true: the draw has ended
        std::optional<double> number; //!< empty: the draw has no number
    };

    std::vector<std::vector<Cell>> m_cells; //!< by fabric and draw
};

/**
 * @param labels labels of the fabrics, in order
 * @param seeds seeds of the draws, in order
 * @param all results of fabrics and draws; some may be missing, and interrupted ones do not count
 * @return rows of all tables, in their order; rows that no draw has are left out
 */
std::vector<DrawsRow> CollectDraws(const std::vector<std::string>& labels,
                                   const std::vector<uint32_t>& seeds,
                                   const std::vector<FabricSummary>& all);

/**
 * Merges several lists of names; the order of each list is kept as far as the lists agree.
 *
 * @param lists lists of names; a name may occur several times in a list
 * @return merged list
 */
std::vector<std::string> MergeNames(const std::vector<std::vector<std::string>>& lists);

/**
 * @param names a list of names
 * @param name a name in the list
 * @param nth occurrence of the name, from 0
 * @return index of that occurrence; names.size() if there is none
 */
size_t FindNth(const std::vector<std::string>& names, const std::string& name, size_t nth);

} // namespace ns3

#endif // AI_FABRIC_RESULT_DRAWS_H
