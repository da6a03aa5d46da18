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
    /** @param out stream to write to */
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
    /** @param key member name @param literal a number, true or false; written unchanged */
    void AddLiteral(const std::string& key, const std::string& literal);

  private:
    /** Begins an object or list. */
    void Open(const std::string& key, char bracket);
    /** Ends the innermost object or list. */
    void Close(char bracket);
    /**
     * Writes comma, indentation and key in front of a value.
     *
     * @param key key of the value; empty: none
     */
    void Begin(const std::string& key);

    std::ostream& m_out;
    int m_depth{0};     //!< number of open objects and lists
    bool m_first{true}; //!< true: the innermost object or list is empty
};

} // namespace ns3

#endif // AI_FABRIC_JSON_WRITER_H
