// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_JSON_WRITER_H
#define AI_FABRIC_JSON_WRITER_H

#include <cstdint>
#include <ostream>
#include <string>

namespace ns3
{

/** Writes indented JSON in the order of the calls. The caller pairs Begin...() and End...(). */
class JsonWriter
{
  public:
    /** @param out where to */
    explicit JsonWriter(std::ostream& out);

    /** @param key member name; empty in a list and for the outermost object */
    void BeginObject(const std::string& key = "");
    /** Ends the innermost object. */
    void EndObject();
    /** @param key member name */
    void BeginList(const std::string& key);
    /** Ends the innermost list. */
    void EndList();
    /** @param key member name @param text value */
    void Add(const std::string& key, const std::string& text);
    /** @param key member name @param number value */
    void Add(const std::string& key, uint64_t number);
    /** @param key member name @param literal a number, true or false, as it is */
    void AddLiteral(const std::string& key, const std::string& literal);

  private:
    /** Begins an object or list. */
    void Open(const std::string& key, char bracket);
    /** Ends the innermost object or list. */
    void Close(char bracket);
    /**
     * Writes what is before a value: comma, indentation and key.
     *
     * @param key of the value; empty: it has none
     */
    void Begin(const std::string& key);

    std::ostream& m_out;
    int m_depth{0};     //!< objects and lists that are open
    bool m_first{true}; //!< nothing is in the innermost object or list yet
};

} // namespace ns3

#endif // AI_FABRIC_JSON_WRITER_H
