// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_INTERNET_LIBRARY_H
#define AI_FABRIC_INTERNET_LIBRARY_H

namespace ns3
{

/**
 * Sees to it that the classes are there which need ns-3's module internet. Programs have them. The
 * runner has them in a shared library, ai-fabric-internet.so, in its own folder or where it was
 * installed, and loads it when it is to know them: most runs have no use for them, nor for the
 * 8.5 MB of that module and of what it needs.
 *
 * @throw InputError if there is no such library, or it is of another build
 */
void LoadInternetLibrary();

} // namespace ns3

#endif // AI_FABRIC_INTERNET_LIBRARY_H
