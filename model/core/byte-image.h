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
 * @tparam T of plain values, without pointers
 * @param to where it is appended
 * @param value it
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
 * @tparam T that SaveValue() wrote
 * @param from where it is; is moved behind it
 * @return it
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
 * As SaveValue(), with its length.
 *
 * @tparam T of plain values, without pointers
 * @param to where they are appended
 * @param values them
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
 * @tparam T that SaveValues() wrote
 * @param from where they are; is moved behind them
 * @return them
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

/** @ingroup ai-fabric-core @param to where it is appended @param text it */
inline void
SaveText(std::string& to, const std::string& text)
{
    SaveValue<uint64_t>(to, text.size());
    to += text;
}

/**
 * @ingroup ai-fabric-core
 * @param from where SaveText() wrote; is moved behind it
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
