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
 * Values of ports with certain rates, in place of attributes that hold for all ports, like the
 * lines of SONiC's pg_profile_lookup.ini and the maps of HPCC's config.txt.
 *
 * The text has one row per rate. Commas separate rows, and colons separate the values of a row:
 *     rate=100Gbps:alpha=0.125:headroomBytes=40000,rate=400Gbps:alpha=0.5
 * A port whose rate equals the rate of a row, to the bit per second, has the values of this row.
 * The attributes hold for values that the row does not have, and for ports of other rates.
 */
class RateProfiles
{
  public:
    /** A value that a row may have. */
    struct Key
    {
        const char* name; //!< key in the text
        double least;     //!< smallest allowed value
        double most;      //!< largest allowed value
        bool whole;       //!< only whole numbers are allowed
    };

    /** Values of ports of one rate. */
    struct Row
    {
        uint64_t ratebps;                     //!< rate of the ports, in bit/s
        std::map<std::string, double> values; //!< by key; only the keys in the text

        /**
         * @param key name of a value
         * @return the value; nothing: the attribute holds
         */
        std::optional<double> Find(const std::string& key) const;
    };

    /** Largest value in bytes. */
    static constexpr double MAX_BYTES = 0x1p40;

    /** Creates a table without rows. */
    RateProfiles() = default;

    /**
     * @param text text as above; may be empty
     * @param keys keys that a row may have besides its rate; a row needs at least one of them
     * @param name name of the table in the InputError for malformed text
     */
    RateProfiles(const std::string& text, const std::vector<Key>& keys, const std::string& name);

    /**
     * @param ratebps rate of a port, in bit/s
     * @return row with this rate; null: none
     */
    const Row* Find(uint64_t ratebps) const;

    /** @return rows in the order of the text, one per rate */
    const std::vector<Row>& GetRows() const
    {
        return m_rows;
    }

    /** @return text of the constructor */
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
