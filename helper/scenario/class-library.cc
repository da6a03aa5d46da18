// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "class-library.h"

#include "ns3/input-error.h"
#include "ns3/type-id.h"

#include <cstdlib>
#include <cxxabi.h>
#include <dlfcn.h>
#include <filesystem>
#include <iostream>
#include <memory>
#include <set>

namespace ns3
{

namespace
{

/** @return what the dynamic linker says, without the path, the name of a symbol as in C++ */
std::string
Explain(std::string message, const std::string& path)
{
    const std::string start = path + ": ";
    if (message.compare(0, start.size(), start) == 0)
    {
        message.erase(0, start.size());
    }
    const size_t symbol = message.find("_Z");
    if (symbol != std::string::npos)
    {
        int status = 0;
        const std::unique_ptr<char, decltype(&std::free)> name(
            abi::__cxa_demangle(message.c_str() + symbol, nullptr, nullptr, &status),
            &std::free);
        if (status == 0)
        {
            message.replace(symbol, std::string::npos, name.get());
        }
    }
    return message;
}

} // namespace

void
LoadClassLibrary(const std::string& file)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error))
    {
        throw InputError(file, 0, "", "is no file; expected a shared library");
    }
    // With a slash in it, or the linker would search the folders of the system.
    const std::string path = std::filesystem::absolute(file).string();
    if (dlopen(path.c_str(), RTLD_NOW | RTLD_NOLOAD))
    {
        return; // a second time
    }
    std::set<std::string> names;
    const uint16_t before = TypeId::GetRegisteredN();
    for (uint16_t i = 0; i < before; ++i)
    {
        names.insert(TypeId::GetRegistered(i).GetName());
    }
    if (!dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL))
    {
        throw InputError(file,
                         0,
                         "",
                         "cannot be loaded: " + Explain(dlerror(), path) +
                             "; expected a shared library compiled against this build");
    }
    for (uint16_t i = before; i < TypeId::GetRegisteredN(); ++i)
    {
        const std::string name = TypeId::GetRegistered(i).GetName();
        if (!names.insert(name).second)
        {
            throw InputError(file, 0, "", "registers " + name + ", which exists; expected another");
        }
    }
    if (before == TypeId::GetRegisteredN())
    {
        std::cerr << file << ": registers no class; NS_OBJECT_ENSURE_REGISTERED does, of a class "
                  << "whose name is not taken\n";
    }
}

} // namespace ns3
