#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""bpls and bpdump beside Debian's: every type and shape, in every way to look at them.

    run_listing.py --bin DIRECTORY --writer PROGRAM --workdir DIRECTORY [--data DIRECTORY]

Text must be equal, byte for byte. What the reference gets wrong (docs/formats/bp.md, section 27, docs/adios-tools.md) is
not asked of it; there we know what the text must be.
"""
import functools
import re

from adios_files import TESTS, Tool, check_damage, differences, main, run

CORPUS = TESTS.parent / "fuzz" / "corpus" / "bp"
SHOW = [["-l"], ["-la"], ["-lav"], ["-A"], ["-lA"], ["-d"], ["-ld"], ["-lda"], ["-dy"], ["-dS"], ["-dySn3"], ["-dn", "3"],
        ["-dn", "0"], ["-m"], ["-v"], ["-vvl"], ["-lg", "*"], ["--hidden_attrs", "-la"], ["--long", "--attrs"], ["--dump", "--noindex"]]
SLICES = [["-d", "-s", "1"], ["-d", "-s", "-1", "-c", "1"], ["-d", "-s", "0,1", "-c", "-1,1"], ["-d", "-s", "1;0x1", "-c", "2 1;1"]]
BLOCKS = [["-D"], ["-lD"], ["-dD"], ["-ldD"]]
ARRAYS = "/(local|global|joined)/.*"
# Of scalars in several steps the reference knows no statistics where squares are not exact, of texts and long doubles
# none at all.
SCALARS = ["rows", "/sizes/first", "/scalar/(byte|short)"]
GOOD = ["-e", ARRAYS, *SCALARS, "/values?/.*", "special", "packed"]
WITHOUT_LONG_DOUBLE = ["-e", "/(local|global|joined|timed)/([^l].*|long)", *SCALARS]
CONTENT = ["posix", "posix_full", "posix_none", "zlib", "mpi", "mpi_full", "sub_files", "aggregate"]
IN_EVERY_WAY = ["posix_full", "mpi"]  # the others differ from them in few things


def check_content(report, options, files):
    bpls = Tool(options, "bpls")
    for name in files.write_content(*CONTENT):
        file = files.path(name)
        problems = []
        ways = [*SHOW, *SLICES, *BLOCKS, ["-dD", "-s", "0,1", "-c", "-1,1"]] if name in IN_EVERY_WAY else [["-ldav"], ["-ldD"]]
        for words in ways:
            problems += bpls.same([*words, file, *GOOD])
        if name not in ("sub_files", "aggregate"):  # their processes are wrong there
            problems += bpls.same(["-lDv", file, *GOOD])
        problems += bpls.same(["-ld", file, "-e", "/timed/.*"])
        problems += bpls.same(["-lt", file, *WITHOUT_LONG_DOUBLE])
        if name in IN_EVERY_WAY:
            problems += check_formats(bpls, file)
        report.add(f"bpls shows {file.name} as the original does", problems)


def check_versions(report, options, files):
    """Older versions and the other byte order. Statistics of long doubles are noise there, too."""
    bpls = Tool(options, "bpls")
    for name in files.write_with_weft():
        problems = []
        for words in [*SHOW, *SLICES, *BLOCKS, ["-lDv"], ["-dD", "-s", "0,1", "-c", "-1,1"]]:
            problems += bpls.same([*words, files.path(name), *GOOD])
        problems += bpls.same(["-ld", files.path(name), "-e", "/timed/.*"])
        problems += bpls.same(["-lt", files.path(name), *WITHOUT_LONG_DOUBLE])
        report.add(f"bpls shows {name} as the original does", problems)


def check_formats(bpls, file):
    problems = bpls.same(["-d", "-s", "1,1", "-c", "1,1", file, "-e", "/timed/.*"])
    for form, mask in [("%12.4f", ".*/(real|double)"), ("<%08.3e>", "special"), ("%x", ".*/(byte|short|integer)"),
                       ("(%g,%g)", ".*/(double_)?complex")]:
        problems += bpls.same(["-df", form, file, "-e", mask])
    return problems


def check_shapes(report, options, files):
    bpls = Tool(options, "bpls")
    files.write_shapes(without=())
    masks = {
        "single": ["-e", "text", ".*slashed", "a/b.*", "wide.*", "/scalar/[^lcd].*"],
        "groups": ["-e", ".*[^b]"],
        "texts": [],
        "meshes": ["-e", "[nxyz].*", ".*adios.*"],
        "steps": ["-e", "[^_]*"],
        "fortran": ["-e", "n.", "/data/[^t].*", "/data/t", "/title", ".*timer_.*"],
    }
    for name, mask in masks.items():
        file = files.path(name)
        problems = []
        for words in [["-lav"], ["-A"], ["-d"], ["-lda"], ["-dySn3"], ["-dS"], ["-m"], ["-lg", "*"], ["-lt"], ["-D"], ["-lDv"],
                      ["-d", "-s", "-1"]]:
            problems += bpls.same([*words, file, *mask])
        report.add(f"bpls shows {file.name} as the original does", problems)
    file = files.path("steps")
    report.add("bpls shows values of blocks as the original does", functools.reduce(list.__add__, (
        bpls.same([*words, file, *"n o g growing pieces placed rare".split()])
        for words in [["-dD"], ["-ldD"], ["-dyDn", "4"], ["-dD", "-s", "0,1", "-c", "-1,2"]])))
    report.add("bpls shows statistics of some steps, and groups with values, as the original does", functools.reduce(list.__add__, (
        bpls.same([*words, file, *"n o g growing placed rare".split()])
        for words in [["-lts", "2", "-c", "2"], ["-ltc", "3"], ["-ltDs", "1,1", "-c", "-1,2"], ["-ldg", "s*"], ["-Ddg", "s*"],
                      ["-mg", "nothing"]])))
    report.add("bpls shows many steps and many blocks as the original does", functools.reduce(list.__add__, (
        [*bpls.same([*words, files.path("long"), *"n o growing pieces placed rare".split()]), *bpls.same([*words, files.path("many")])]
        for words in [["-lav"], ["-lD"], ["-t"], ["-dDn", "4"]])))
    report.add("a large array is shown of which little was written", check_sparse(bpls, files.path("many")))
    file = files.path("fortran")
    report.add("bpls shows time in Fortran as the original does", bpls.same(["-ld", file, "timed", "data/timed"]))
    report.add("bpls knows the names of masks", functools.reduce(list.__add__, (
        bpls.same([files.path("groups"), *masks]) for masks in (
            ["*"], ["*/*"], ["first/a"], ["/first/a"], ["?irst/?"], ["/[fs]*/*"], ["-a", "*/about"], ["-e", "/.*/a"],
            ["-e", ".*a", "shared.*"], ["-g", "first"], ["-g", "s*", "-a"], ["-eg", "f.*"]))))


def check_sparse(bpls, file):
    """The original shows memory where nobody wrote. What could only be damage is refused."""
    found = run(bpls.ours, ["-dyn", "0", file, "a"]).stdout.decode().splitlines()[1].split()
    written = [f"{value:g}" for i in range(200) for value in (i, i + 0.5)]
    problems = [] if found == written + ["0"] * (2000000 - len(written)) else [f"{len(found)} values, first {found[:5]}"]
    huge = file.with_name("huge.bp")
    huge.write_bytes(file.read_bytes().replace((2000000).to_bytes(8, "little"), (1 << 40).to_bytes(8, "little")))
    return problems + bpls.says(["-d", huge, "a"], code=11, complaint="--start and --count") + bpls.says(
        ["-dyc", "3", huge, "a"], f"; double   {'a':25}  {{{1 << 40}}}\n;   slice (0:2)\n0 0.5 1 \n\n")


def check_what_the_reference_cannot(report, options, files):
    bpls = Tool(options, "bpls")
    posix, single = files.path("posix"), files.path("single")
    step = "        step {0}: \n          block 0: [0:1, 0:2]\n"
    report.add("blocks with a time dimension keep their sizes", bpls.says(
        ["-D", posix, "/timed/byte"],
        "  byte                /timed/byte                3*{2, 3}\n" + "".join(map(step.format, range(3)))))
    report.add("texts of several steps are whole", bpls.says(
        ["-dy", posix, "/texts/text"],
        '; string              /texts/text                3*scalar\n"step 1 of 0" "step 2 of 0" "step 3 of 0" \n\n'))
    report.add("values of blocks are those of their types", bpls.says(
        ["-dD", single, "/scalar/*complex", "/scalar/long_double", "text"],
        "".join(f"  {kind:<18}  {name:<25}  scalar\n        step 0: 1 instances available\n               {value}\n"
                for kind, name, value in [("long double", "/scalar/long_double", "4.85714"),
                                          ("complex", "/scalar/complex", "(11.3333,i34)"),
                                          ("double complex", "/scalar/double_complex", "(11.3333,i34)"),
                                          ("string", "text", '"a text\tof one line"')])))
    report.add("a mask with a slash may follow one without", bpls.says(
        ["-y", single, "text", "/slashed"], "; string              text                       scalar\n"
        "; integer             /slashed                   scalar\n"))
    report.add("whole numbers can be shown as real ones", bpls.says(
        ["-dyf", "%.1f", single, "/slashed"], "; integer             /slashed                   scalar\n-7.0 \n\n"))
    report.add("a part of a block is that part", bpls.says(
        ["-dyDs", "0,1", "-c", "-1,1", files.path("texts"), "lines"],
        "; byte           lines                      {3, 8}\n        step 0: \n          block 0: [0:2, 0:7]\n"
        ";   slice (0:2, 1:1)\n105 108 117 \n"))
    for name in ("version-1-little", "version-2-big", "version-3-big"):  # of two processes, each with two elements
        report.add(f"a joined array with a time dimension has all blocks: {name}", bpls.says(
            ["-dyn", "4", CORPUS / name, "j"],
            "; complex  j     2*{4}\n" + 2 * "(0,i1.9375) (0,i-2) (0,i1.9375) (0,i-2)\n" + "\n"))
    report.add("an array of one element is no scalar", bpls.says(
        ["-dl", CORPUS / "trace", "/events/ParameterString/parameter"],
        "  unsigned integer    /events/ParameterString/parameter                   {1} = 3 / 3 / null  / null \n    (0)    3 \n\n"))
    report.add("long names of options take their values", bpls.says(
        ["--group", "second", files.path("groups"), "second/timed"],
        "Group second:\n  integer             /second/timed              2*scalar\n"))
    file = files.real_file()
    if file:
        problems = []
        for words in [["-l"], ["-la"], ["-lav"], ["-v"], ["-lt"], ["-A"]]:
            problems += bpls.same([*words, file])
        for words in [["-vv"], ["-vvaADf", "%g", "-s", "1", "-c", "2,3"], ["-vvg", "dia*"], ["-vveg", "dia.*"]]:
            problems += bpls.same([*words, file, "p.*", "psi", "nothing", ".*time"])
        problems += bpls.says(["-dyn", "3", "-c", "3", file, "psi"],
                              "; double   /psi                                  11*{50}\n;   slice (0:2)\n0.009 0.027 0.045\n\n")
        report.add("the oldest files are listed as the original does, and their values are right", problems)


def check_dump(report, options, files):
    bpdump = Tool(options, "bpdump")
    problems = []
    # The reference shows statistics of packed blocks as bytes.
    packed = functools.partial(re.compile(rb"(M(in|ax)\([^)]*\)\t*)+((Dims [^\t]*\t)?Transform.type.[^0])").sub, rb"\3")
    for name in [*CONTENT, "single", "groups", "texts", "meshes", "steps", "fortran"]:
        for words in ([], ["-d"], ["--dump", "name"]):
            problems += bpdump.same([*words, files.path(name)], change=packed)
    report.add("bpdump shows files of ADIOS as the original does", problems)
    problems = bpdump.same([files.path("version2")])
    # Versions and byte orders that the reference cannot show: what it says of this content is known from one that it can.
    for name, version, twin in (("version1", 1, "mpi"), ("big", 3, "mpi_full")):
        result = run(bpdump.ours, [files.path(name)])
        values = [set(re.findall(rb"Val\w*\(.*?\)\t?$|(?:Min|Max)\(.*?\)|Values?: .*", text, re.M))
                  for text in (result.stdout, run(bpdump.ours, ["-d", files.path(twin)]).stdout)]
        if result.returncode or not result.stdout.startswith(b"BP format version: %d\n" % version):
            problems.append(f"{name}: exit code {result.returncode}, {result.stdout[:100]}, {result.stderr[:100]}")
        if len(values[0]) < 200 or values[0] - values[1] - {b"Min(0)", b"Max(0)"}:
            problems.append(f"{name}: values that were not written: {sorted(values[0] - values[1])[:5]}")
    report.add("bpdump shows versions and byte orders that the original does not", problems)


def check_faults(report, options, files):
    bpls, bpdump = Tool(options, "bpls"), Tool(options, "bpdump")
    posix, nothing = files.path("posix"), files.path("nothing")
    text = options.workdir / "text"
    text.write_text("some words that are no file of ADIOS, and enough of them to be one\n" * 3)
    with open("/dev/full", "wb") as full:
        problems = bpls.says([posix], code=30, stdout=full) + bpdump.says([posix], code=255, stdout=full)
    problems += bpls.says(["-o", "/dev/full", posix], code=30)
    for words, code in [([], 1), (["-e", posix, "["], 2), ([posix, "no_such_name"], 4), (["-g", "no_such_group", posix], 4),
                        ([nothing], 7), ([text], 7), (["-d", "-s", "9", posix, "rows"], 11), (["-o", "/no/such", posix], 30),
                        (["--no_such_option", posix], 1), (["-f", "%s", "-d", posix], 1), (["-f", "%n", "-d", posix], 1),
                        (["-f", "%99999f", "-d", posix], 1), (["-f", "x", "-d", posix], 1)]:
        problems += bpls.says(words, code=code, complaint="bpls: ")
    for words, code in [([], 255), ([nothing], 255), ([text], 255), (["-x", posix], 255)]:
        problems += bpdump.says(words, code=code, complaint="bpdump: ")
    report.add("bpls and bpdump say what is wrong", problems)
    output = options.workdir / "listing"
    problems = bpls.says(["-vlo", output, posix, "rows"], run(bpls.theirs, ["-vlo", options.workdir / "other", posix, "rows"])
                         .stdout.decode())
    report.add("bpls writes to a file", problems + differences((options.workdir / "other").read_bytes(), output.read_bytes(), "-o"))
    everything = [(bpls, ["-lavdD", None]), (bpls, ["-dmt", None]), (bpdump, ["-d", None])]
    for name in ("groups", "zlib"):
        check_damage(report, everything, files.path(name), options.workdir)


if __name__ == "__main__":
    main(__doc__, check_content, check_versions, check_shapes, check_what_the_reference_cannot, check_dump, check_faults)
