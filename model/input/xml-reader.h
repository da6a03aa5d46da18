// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_XML_READER_H
#define AI_FABRIC_XML_READER_H

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-input
 * An element of an XML text, with the line where its start tag ends.
 */
struct XmlElement
{
    std::string name;                                            //!< without a name space
    uint64_t line{0};                                            //!< counted from 1
    std::vector<std::pair<std::string, std::string>> attributes; //!< name and value, as written
    std::vector<XmlElement> children;                            //!< in the order of the text

    /** @param attribute its name @return its value, or null */
    const std::string* Find(std::string_view attribute) const;
};

/**
 * @ingroup ai-fabric-input
 * Reads XML with libxml2. Text between elements is left out; nothing is fetched from elsewhere.
 *
 * @param source file, for errors
 * @param text what it holds
 * @return the root
 * @throw InputError with source and line if the text is no XML, or nests more than 64 deep; or if
 *        libxml2 is not built in
 */
XmlElement ParseXml(const std::string& source, const std::string& text);

} // namespace ns3

#endif // AI_FABRIC_XML_READER_H
