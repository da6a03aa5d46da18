// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CLASS_LIBRARY_H
#define AI_FABRIC_CLASS_LIBRARY_H

#include <string>

namespace ns3
{

/**
 * Loads a shared library for the rest of the process. Its classes register their TypeIds, so
 * scenarios can name them from then on. The library must be compiled by the same compiler against
 * the headers of this build. It records that by including "ns3/header-mark.h", which CMake writes.
 * The symbols of ns-3 and of ai-fabric that it needs are in the program.
 *
 * A library that registers nothing is loaded with a note on stderr: another library may need it.
 *
 * @param file path of the library
 * @throw InputError if it cannot be loaded, if it has classes and was compiled against other
 *         headers or does not say which, or if the name of a TypeId is taken
 */
void LoadClassLibrary(const std::string& file);

} // namespace ns3

#endif // AI_FABRIC_CLASS_LIBRARY_H
