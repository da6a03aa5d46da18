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
    std::string name;                                            //!< name without a name space
    uint64_t line{0};                                            //!< line number, from 1
    std::vector<std::pair<std::string, std::string>> attributes; //!< name and value as written
    std::vector<XmlElement> children;                            //!< in the order of the text

    /**
     * @param attribute name of the attribute
     * @return its value, or null
     */
    const std::string* Find(std::string_view attribute) const;
};

/**
 * @ingroup ai-fabric-input
 * Reads XML with libxml2. Text between elements is ignored; external entities are not loaded.
 *
 * @param source file name, for error messages
 * @param text contents of the file
 * @return root of the text
 * @throw InputError with source and line if the text is not XML, or nests deeper than 64; or if
 * libxml2 is not built in
 */
XmlElement ParseXml(const std::string& source, const std::string& text);

} // namespace ns3

#endif // AI_FABRIC_XML_READER_H
