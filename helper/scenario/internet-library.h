// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_INTERNET_LIBRARY_H
#define AI_FABRIC_INTERNET_LIBRARY_H

namespace ns3
{

/**
 * Loads the classes that need ns-3's module internet. Other programs are linked with them. The
 * runner has them in a shared library, ai-fabric-internet.so, in its own folder or in the folder of
 * installation, and loads it only on demand: most runs need neither these classes nor the 8.5 MB of
 * that module and of its dependencies.
 *
 * @throw InputError if the library is missing or is of another build
 */
void LoadInternetLibrary();

} // namespace ns3

#endif // AI_FABRIC_INTERNET_LIBRARY_H
