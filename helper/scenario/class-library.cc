// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "class-library.h"

#include "ns3/header-mark.h"
#include "ns3/input-error.h"
#include "ns3/type-id.h"
#include "ns3/whole-file.h"

#include <cstdlib>
#include <cxxabi.h>
#include <dlfcn.h>
#include <exception>
#include <filesystem>
#include <iostream>
#include <memory>
#include <set>
#include <sstream>
#include <string>

namespace ns3
{

namespace
{

/** @return message of the dynamic linker, without the path, with the symbol's name as in C++ */
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

/**
 * Throws if a library was compiled against other headers than this program: its classes would call
 * functions at wrong places. Reads the file, because loading it would run it.
 *
 * @return true if the file says against which headers it was compiled
 */
bool
CheckHeaders(const std::string& file)
{
    const std::string mark = AI_FABRIC_HEADER_MARK;
    const std::string start = mark.substr(0, mark.rfind(' ') + 1);
    const std::string bytes = ReadWholeFile(file, uint64_t{1} << 30, "a shared library");
    size_t at = bytes.find(start);
    const bool marked = at != std::string::npos;
    for (; at != std::string::npos; at = bytes.find(start, at + 1))
    {
        if (bytes.compare(at, mark.size(), mark) != 0)
        {
            throw InputError(file,
                             0,
                             "",
                             "was compiled with other headers than this program; compile it again");
        }
    }
    return marked;
}

/** @return error text for a library that registers a type a second time */
std::string
DescribeTaken(const std::string& type)
{
    return "registers " + type + ", which exists already; expected another name";
}

/**
 * Since 3.41 ns-3 ends the program when a type is registered a second time. While an object of this
 * class exists, such a library is refused instead.
 */
class RegistrationGuard
{
  public:
    explicit RegistrationGuard(const std::string& file)
    {
        g_file = file;
        g_said.str("");
        g_cerr = std::cerr.rdbuf(g_said.rdbuf());
        g_handler = std::set_terminate(&RegistrationGuard::Refuse);
    }

    ~RegistrationGuard()
    {
        std::set_terminate(g_handler);
        std::cerr.rdbuf(g_cerr);
        std::cerr << g_said.str();
    }

    RegistrationGuard(const RegistrationGuard&) = delete;
    RegistrationGuard& operator=(const RegistrationGuard&) = delete;

  private:
    [[noreturn]] static void Refuse()
    {
        static const std::string TAKEN = "allocate twice the same uid: ";
        const std::string said = g_said.str();
        std::cerr.rdbuf(g_cerr);
        const auto at = said.find(TAKEN);
        if (at == std::string::npos)
        {
            std::cerr << said;
            g_handler();
            std::abort();
        }
        const auto begin = at + TAKEN.size();
        const std::string type = said.substr(begin, said.find('"', begin) - begin);
        std::cerr << InputError(g_file, 0, "", DescribeTaken(type)).what() << std::endl;
        std::_Exit(2);
    }

    static inline std::string g_file;                        //!< path of the library
    static inline std::ostringstream g_said;                 //!< output to std::cerr meanwhile
    static inline std::streambuf* g_cerr{nullptr};           //!< former buffer of std::cerr
    static inline std::terminate_handler g_handler{nullptr}; //!< former handler
};

} // namespace

void
LoadClassLibrary(const std::string& file)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error))
    {
        throw InputError(file, 0, "", "is not a file; expected a shared library");
    }
    // With a slash in the path; otherwise the linker would search the folders of the system.
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
    const bool marked = CheckHeaders(file);
    const bool loaded = [&] {
        const RegistrationGuard guard(file);
        return dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL) != nullptr;
    }();
    if (!loaded)
    {
        throw InputError(file,
                         0,
                         "",
                         "cannot be loaded: " + Explain(dlerror(), path) +
                             "; expected a shared library compiled with the headers of this build");
    }
    for (uint16_t i = before; i < TypeId::GetRegisteredN(); ++i)
    {
        const std::string name = TypeId::GetRegistered(i).GetName();
        if (!names.insert(name).second)
        {
            throw InputError(file, 0, "", DescribeTaken(name));
        }
    }
    if (before < TypeId::GetRegisteredN() && !marked)
    {
        throw InputError(file,
                         0,
                         "",
                         "does not say with which headers it was compiled; expected a library "
                         "compiled with -include ns3/header-mark.h");
    }
    if (before == TypeId::GetRegisteredN())
    {
        std::cerr << file
                  << ": does not register a class; use NS_OBJECT_ENSURE_REGISTERED with a class "
                  << "whose name is not in use\n";
    }
}

} // namespace ns3
