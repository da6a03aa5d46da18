// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "nccl-triple.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

NcclTriple
ReadNcclTriple(const char* type, const char* attribute, const std::string& text)
{
    std::istringstream in(text);
    NcclTriple triple{};
    std::string rest;
    if (!(in >> triple[0] >> triple[1] >> triple[2]) || in >> rest ||
        *std::min_element(triple.begin(), triple.end()) < 0)
    {
        throw InputError(type,
                         0,
                         attribute,
                         "is \"" + text + "\"; expected three times in us such as \"2.7 4 14\"");
    }
    return triple;
}

} // namespace ns3
