// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RATE_PROFILES_H
#define AI_FABRIC_RATE_PROFILES_H

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * What ports of certain rates have in place of attributes that hold for all, as the lines of
 * SONiC's pg_profile_lookup.ini and the maps of HPCC's config.txt.
 *
 * In text a row for each rate, with commas in between, and in each row its values with colons in
 * between:
 *     rate=100Gbps:alpha=0.125:headroomBytes=40000,rate=400Gbps:alpha=0.5
 * A port whose rate is that of a row, to the bit per second, has what this row says; what it does
 * not say, and ports of other rates, have the attributes.
 */
class RateProfiles
{
  public:
    /** A value that a row may have. */
    struct Key
    {
        const char* name; //!< as it is written
        double least;     //!< that is allowed
        double most;      //!< that is allowed
        bool whole;       //!< a whole number
    };

    /** What ports of a rate have. */
    struct Row
    {
        uint64_t ratebps;                     //!< of the ports [bit/s]
        std::map<std::string, double> values; //!< by key; those that are written

        /** @param key of a value @return it; nothing: the attribute holds */
        std::optional<double> Find(const std::string& key) const;
    };

    /** The most bytes that a value may be. */
    static constexpr double MAX_BYTES = 0x1p40;

    /** Makes a table without rows. */
    RateProfiles() = default;

    /**
     * @param text see above; may be empty
     * @param keys that a row may have besides its rate, at least one of them
     * @param name what to call it in the InputError if it is malformed
     */
    RateProfiles(const std::string& text, const std::vector<Key>& keys, const std::string& name);

    /** @param ratebps of a port @return the row of its rate; null: there is none */
    const Row* Find(uint64_t ratebps) const;

    /** @return as written, one for each rate */
    const std::vector<Row>& GetRows() const
    {
        return m_rows;
    }

    /** @return the text that it was made of */
    const std::string& ToString() const
    {
        return m_text;
    }

  private:
    std::string m_text;
    std::vector<Row> m_rows;
};

} // namespace ns3

#endif // AI_FABRIC_RATE_PROFILES_H
