# SPDX-License-Identifier: GPL-2.0-only
#
# waf, against an installed ns-3 (found with pkg-config):  waf configure build
# File lists are globs: a new file belongs to the build at once.

import hashlib
import os

top = '.'
out = 'build-waf'

BRIDGE = 'test/ns3-test-bridge.cc'  # is for an ns-3 tree
SUPPORT = 'test/support'
RUNNER = ['helper/results/*', 'helper/run/*']
READERS = [('LIBXML2', 'libxml-2.0'), ('PROTOBUF', 'protobuf-lite')]
USED = ['DL', 'RUNNER'] + [store for store, package in READERS]
OWN = 'examples/own-congestion-control/own-congestion-control.cc'


def options(opt):
    opt.load('compiler_cxx')


def configure(conf):
    conf.load('compiler_cxx')
    # The user's own CXXFLAGS come behind, so that they win. Doubles are the same on every processor.
    version = conf.check_cfg(modversion='ns3-core')
    standard = get_standard(version)
    conf.env.prepend_value('CXXFLAGS', ['-std=c++%d' % standard, '-O3', '-Wall', '-Wextra',
                                        '-ffp-contract=off'])
    conf.env.append_value('DEFINES', ['NDEBUG', 'AI_FABRIC_NS3_VERSION="%s"' % version,
                                      'AI_FABRIC_VERSION="%s"' % read_version(conf)])
    conf.env.append_value('LINKFLAGS', '-pthread')
    conf.check_cfg(package='ns3-core ns3-network ns3-internet ns3-applications', uselib_store='NS3',
                   args=['--cflags', '--libs'])
    # Debian's pkg-config files name a folder "/usr;".
    conf.env.INCLUDES_NS3 = [path for path in conf.env.INCLUDES_NS3
                             if not path.endswith(';')]
    conf.check_cxx(header_name='boost/graph/adjacency_list.hpp')
    conf.check_cxx(lib='dl', uselib_store='DL')
    conf.check_cxx(lib=['boost_json', 'boost_program_options'], uselib_store='RUNNER',
                   header_name='boost/json.hpp', mandatory=False)
    if conf.env.LIB_RUNNER:
        conf.env.append_value('DEFINES_RUNNER', 'AI_FABRIC_BOOST_JSON')
    # What single readers need; without it they say so when they are asked to read.
    for store, package in READERS:
        if conf.check_cfg(package=package, uselib_store=store, args=['--cflags', '--libs'],
                          mandatory=False):
            conf.env.append_value('DEFINES_' + store, 'AI_FABRIC_' + store)
    conf.check_cxx(lib='gtest', uselib_store='GTEST', header_name='gtest/gtest.h',
                   mandatory=False)


def read_version(conf):
    return conf.path.find_node('VERSION').read().strip()


def get_standard(version):
    """What ns-3's headers ask for."""
    if 'dev' in version:
        return 23
    release = tuple(int(part) for part in version.split('.')[:2])
    return 23 if release >= (3, 46) else 20 if release >= (3, 41) else 17


def programs(bld):
    """A program is one file examples/<name>.cc, or a folder of them with a main.cc."""
    sources = {}
    for node in bld.path.ant_glob('examples/*.cc examples/*/*.cc'):
        if node.parent.name != 'examples' and not node.parent.find_node('main.cc'):
            continue  # for --load
        name = node.path_from(bld.path.find_node('examples')).split(os.sep)[0]
        sources.setdefault(name[:-3] if name.endswith('.cc') else name, []).append(node)
    for name in ('ai-fabric-mpi', 'ns3-mpi-example'):
        del sources[name]  # CMakeLists.txt knows where MPI is
    if not bld.env.LIB_RUNNER:
        del sources['ai-fabric-run'], sources['own-congestion-control']
    return sources.items()


def test_defines(bld, ns3_headers):
    """Tests read the sources and ns-3's header names."""
    return ['AI_FABRIC_SOURCE_DIR="%s"' % bld.path.abspath(),
            'AI_FABRIC_NS3_INCLUDE_DIR="%s"' % ns3_headers]


def write_changed(node, text):
    """Writes a file, unless it holds that text."""
    if not node.exists() or node.read() != text:
        node.write(text)


def header_mark(bld, headers):
    """What a class library for --load includes, to be known by; as CMakeLists.txt has it."""
    digest = hashlib.sha256(' '.join(bld.env.INCLUDES_NS3).encode())
    for header in headers:
        digest.update(header.name.encode() + b' ' + header.read('rb'))
    return ('#ifndef AI_FABRIC_HEADER_MARK_H\n#define AI_FABRIC_HEADER_MARK_H\n'
            '[[gnu::used]] static const char AI_FABRIC_HEADER_MARK[] = "ai-fabric headers %s";\n'
            '#endif\n' % digest.hexdigest())


def build(bld):
    # Helpers are linked behind the models, whose TypeIds their defaults name.
    # The scenario runner is a function of the library, so that any program can be one.
    without = [] if bld.env.LIB_RUNNER else RUNNER
    sources = (bld.path.ant_glob('model/**/*.cc') +
               bld.path.ant_glob('helper/*.cc helper/*/*.cc', excl=without))
    headers = (bld.path.ant_glob('model/**/*.h') +
               bld.path.ant_glob('helper/*.h helper/*/*.h', excl=without))
    # What stands for a user's own class is tested, but no part of the library.
    tests = bld.path.ant_glob(['test/**/*.cc', OWN], excl=[BRIDGE])
    # Headers flat in ns3/, as everywhere with ns-3: one stub each.
    flat = bld.bldnode.make_node('include/ns3')
    flat.mkdir()
    for header in headers:
        stub = flat.make_node(header.name)
        text = '#include "%s"\n' % header.abspath()
        write_changed(stub, text)
    write_changed(flat.make_node('header-mark.h'), header_mark(bld, headers))
    write_changed(flat.make_node('ai-fabric-module.h'),
                  ''.join('#include "%s"\n' % header.name for header in headers))

    # Objects, not an archive: a TypeId registers even if nothing names its class.
    bld.objects(source=sources, target='ai-fabric', includes=flat.parent.abspath(),
                export_includes=flat.parent.abspath(), use=['NS3'] + USED)
    for name, files in programs(bld):
        # Shared libraries of --load find the symbols of ai-fabric in the runner.
        bld.program(source=files, target=name, linkflags='-rdynamic',
                    use=['ai-fabric', 'NS3'] + USED)
    if bld.env.LIB_GTEST and tests:
        ns3_headers = next(path + '/ns3' for path in bld.env.INCLUDES_NS3 + ['/usr/include']
                           if os.path.exists(path + '/ns3/simulator.h'))
        bld.program(source=tests, target='ai-fabric-test', includes=SUPPORT,
                    defines=test_defines(bld, ns3_headers),
                    lib='gtest_main', use=['ai-fabric', 'NS3', 'GTEST'] + USED)
