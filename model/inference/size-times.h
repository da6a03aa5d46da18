// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SIZE_TIMES_H
#define AI_FABRIC_SIZE_TIMES_H

#include <cstdint>
#include <functional>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-inference
 * Time of communication by its size: a polygon through times that were computed before the run.
 *
 * Sizes are two octaves apart at first. An interval is divided as long as the time in its middle is
 * more than TOLERANCE away from the polygon, and its ends are more than 5 % apart, so that
 * algorithms that change with the size have a step. A pure value.
 */
class SizeTimes
{
  public:
    static constexpr double TOLERANCE = 0.002; //!< largest relative error in the middle

    /** No times: Get() returns 0. */
    SizeTimes() = default;

    /**
     * @param least smallest size, above 0
     * @param most largest size, at least the smallest
     * @param getPs called with a size; returns its time in ps
     */
    SizeTimes(double least, double most, const std::function<int64_t(double)>& getPs);

    /**
     * @param size size; below the smallest one its time counts, beyond the largest one the last
     *        interval is extended
     * @return time in ps
     */
    int64_t Get(double size) const;

    /** @return number of times that were computed */
    size_t GetCount() const
    {
        return m_points.size();
    }

  private:
    /** A size and its time. */
    struct Point
    {
        double size;
        double timePs;
    };

    /** @return time on the line through two points */
    static double Interpolate(const Point& low, const Point& high, double size);
    /** Appends the points behind the first one up to the last one. */
    void Divide(const Point& low, const Point& high, const std::function<int64_t(double)>& getPs);

    std::vector<Point> m_points; //!< by size, ascending
};

} // namespace ns3

#endif // AI_FABRIC_SIZE_TIMES_H
