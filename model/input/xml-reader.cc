// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "xml-reader.h"

#include "ns3/input-error.h"

// libxml2 comes with ns-3's own packages, and reports lines, which Boost's parser does not.
#ifdef AI_FABRIC_LIBXML2
#include <algorithm>
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <memory>
#endif

namespace ns3
{

const std::string*
XmlElement::Find(std::string_view attribute) const
{
    for (const auto& [key, value] : attributes)
    {
        if (key == attribute)
        {
            return &value;
        }
    }
    return nullptr;
}

#ifdef AI_FABRIC_LIBXML2

namespace
{

constexpr size_t MAX_DEPTH = 64;

/** Callbacks of libxml2; libxml2 is C, so they must not throw. */
struct Listener
{
    xmlParserCtxt* context{nullptr};
    std::vector<XmlElement> open; //!< the root's parent, then open elements
    std::string problem;          //!< first problem
    uint64_t problemLine{0};

    void Fail(const std::string& text)
    {
        if (problem.empty())
        {
            problem = text;
            problemLine = static_cast<uint64_t>(std::max(1, xmlSAX2GetLineNumber(context)));
        }
        xmlStopParser(context);
    }
};

std::string
TextOf(const xmlChar* text)
{
    return text ? reinterpret_cast<const char*>(text) : "";
}

void
OnStart(void* data,
        const xmlChar* name,
        const xmlChar*,
        const xmlChar*,
        int,
        const xmlChar**,
        int attributeCount,
        int,
        const xmlChar** attributes)
{
    auto& listener = *static_cast<Listener*>(data);
    if (listener.open.size() > MAX_DEPTH)
    {
        listener.Fail("elements nest more than " + std::to_string(MAX_DEPTH) + " deep");
        return;
    }
    XmlElement element;
    element.name = TextOf(name);
    element.line = static_cast<uint64_t>(std::max(1, xmlSAX2GetLineNumber(listener.context)));
    constexpr int STRIDE = 5; // name, prefix, name space, start and end of the value
    for (int i = 0; i < attributeCount; ++i)
    {
        const xmlChar** attribute = attributes + STRIDE * i;
        element.attributes.emplace_back(TextOf(attribute[0]),
                                        std::string(reinterpret_cast<const char*>(attribute[3]),
                                                    reinterpret_cast<const char*>(attribute[4])));
    }
    listener.open.push_back(std::move(element));
}

void
OnEnd(void* data, const xmlChar*, const xmlChar*, const xmlChar*)
{
    auto& open = static_cast<Listener*>(data)->open;
    if (open.size() > 1)
    {
        auto element = std::move(open.back());
        open.pop_back();
        open.back().children.push_back(std::move(element));
    }
}

// Later releases of libxml2 return a constant error.
#if LIBXML_VERSION >= 21200
using ErrorArgument = const xmlError*;
#else
using ErrorArgument = xmlError*;
#endif

void
OnError(void* data, ErrorArgument error)
{
    if (error->level >= XML_ERR_ERROR)
    {
        std::string text = error->message ? error->message : "unknown error";
        text = text.substr(0, std::min(text.find('\n'), size_t{200}));
        std::replace_if(
            text.begin(),
            text.end(),
            [](char c) { return c < ' ' || c > '~'; },
            '?');
        static_cast<Listener*>(data)->Fail("is not XML: " + text);
    }
}

} // namespace

XmlElement
ParseXml(const std::string& source, const std::string& text)
{
    xmlSAXHandler handler{};
    handler.initialized = XML_SAX2_MAGIC;
    handler.startElementNs = &OnStart;
    handler.endElementNs = &OnEnd;
    handler.serror = &OnError;
    Listener listener;
    listener.open.emplace_back();
    const std::unique_ptr<xmlParserCtxt, void (*)(xmlParserCtxt*)> context(
        xmlCreatePushParserCtxt(&handler, &listener, nullptr, 0, nullptr),
        &xmlFreeParserCtxt);
    if (!context)
    {
        throw InputError(source, 0, "", "libxml2 cannot start");
    }
    listener.context = context.get();
    xmlCtxtUseOptions(context.get(), XML_PARSE_NONET);
    constexpr size_t CHUNK_BYTES = size_t{1} << 20; // sizes are int
    for (size_t begin = 0; begin < text.size() && listener.problem.empty(); begin += CHUNK_BYTES)
    {
        const size_t length = std::min(CHUNK_BYTES, text.size() - begin);
        xmlParseChunk(context.get(), text.data() + begin, static_cast<int>(length), 0);
    }
    if (listener.problem.empty())
    {
        xmlParseChunk(context.get(), nullptr, 0, 1);
    }
    if (listener.problem.empty() && listener.open.front().children.size() != 1)
    {
        listener.Fail("is not XML: it has no element");
    }
    if (!listener.problem.empty())
    {
        throw InputError(source, listener.problemLine, "", listener.problem);
    }
    return std::move(listener.open.front().children.front());
}

#else

XmlElement
ParseXml(const std::string& source, const std::string&)
{
    throw InputError(source,
                     0,
                     "",
                     "XML is not built in; install libxml2 (Debian: libxml2-dev) and build again");
}

#endif

} // namespace ns3
