// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_BYTE_IMAGE_H
#define AI_FABRIC_BYTE_IMAGE_H

#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-core
 * Writes a value for another process of the same program on a machine of the same kind.
 *
 * @tparam T type of plain values without pointers
 * @param to string to which the value is appended
 * @param value value to write
 */
template <typename T>
void
SaveValue(std::string& to, const T& value)
{
    static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>);
    to.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

/**
 * @ingroup ai-fabric-core
 * @tparam T type of the value written by SaveValue()
 * @param from position of the value; is moved behind it
 * @return the value
 */
template <typename T>
T
LoadValue(const char*& from)
{
    T value;
    std::memcpy(&value, from, sizeof(value));
    from += sizeof(value);
    return value;
}

/**
 * @ingroup ai-fabric-core
 * The same as SaveValue() for a vector, with its length.
 *
 * @tparam T type of plain values without pointers
 * @param to string to which the values are appended
 * @param values values to write
 */
template <typename T>
void
SaveValues(std::string& to, const std::vector<T>& values)
{
    SaveValue<uint64_t>(to, values.size());
    for (const auto& value : values)
    {
        SaveValue<T>(to, value);
    }
}

/**
 * @ingroup ai-fabric-core
 * @tparam T type of the values written by SaveValues()
 * @param from position of the values; is moved behind them
 * @return the values
 */
template <typename T>
std::vector<T>
LoadValues(const char*& from)
{
    std::vector<T> values(LoadValue<uint64_t>(from));
    for (auto& value : values)
    {
        value = LoadValue<T>(from);
    }
    return values;
}

/**
 * @ingroup ai-fabric-core
 * @param to string to which the text is appended
 * @param text text to write
 */
inline void
SaveText(std::string& to, const std::string& text)
{
    SaveValue<uint64_t>(to, text.size());
    to += text;
}

/**
 * @ingroup ai-fabric-core
 * @param from position of the text written by SaveText(); is moved behind it
 * @return the text
 */
inline std::string
LoadText(const char*& from)
{
    const auto size = LoadValue<uint64_t>(from);
    std::string text(from, size);
    from += size;
    return text;
}

} // namespace ns3

#endif // AI_FABRIC_BYTE_IMAGE_H
