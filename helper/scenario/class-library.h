// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CLASS_LIBRARY_H
#define AI_FABRIC_CLASS_LIBRARY_H

#include <string>

namespace ns3
{

/**
 * Loads a shared library for the rest of the process. Its classes register their TypeIds, from then
 * on scenarios can name them. It has to be compiled by the same compiler against the headers of
 * this build, and says so: by "ns3/header-mark.h", which CMake writes and which it includes. What
 * it needs of ns-3 and of ai-fabric is found in the program.
 *
 * A library that registers nothing is loaded with a note on stderr: another may need it.
 *
 * @param file path
 * @throw InputError if it cannot be loaded, has classes and was compiled against other headers or
 *        does not say against which, or has a TypeId of a name that is taken
 */
void LoadClassLibrary(const std::string& file);

} // namespace ns3

#endif // AI_FABRIC_CLASS_LIBRARY_H
