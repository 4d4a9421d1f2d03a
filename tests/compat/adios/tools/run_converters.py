#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""bp2ncd and bp2h5: what they write is read back by the libraries of netCDF and HDF5.

    run_converters.py --bin DIRECTORY --writer PROGRAM --workdir DIRECTORY [--data DIRECTORY]

Values must be those that ADIOS reads from the BP file. Beside Debian's bp2ncd (there is no bp2h5), whatever that writes
must be in ours, too, with the same names, sizes, values and attributes, where the original is not wrong.
"""
import collections
import decimal
import json
import re
import subprocess

from adios_files import Tool, check_damage, checks, main, run, run_bp

# What the original writes wrongly: it takes time in front for another size, cuts numbers to 32 bits, gives variables
# without elements a dimension of time, forgets blocks that are joined or become larger, and copies packed bytes.
WRONG = re.compile(r"timed_|.*_long$|empty$|joined_|growing$|placed$|packed$|second_b$")

Netcdf = collections.namedtuple("Netcdf", "sizes variables attributes values")


def read_netcdf(file):
    """What ncdump says: sizes of dimensions, (type, dimensions) of variables, attributes, values as texts."""
    text = subprocess.run(["ncdump", "-p", "9,17", file], stdout=subprocess.PIPE, check=True, text=True).stdout
    head, _, data = text.partition("\ndata:\n")
    sizes = {name: int(size) for name, size in re.findall(r"^\t(\S+) = (?:UNLIMITED ; // \()?(\d+)", head, re.M)}
    variables = {name: (kind, dimensions.split(", ")) for kind, name, dimensions in
                 re.findall(r"^\t(\w+) (\S+)\((.*)\) ;", head, re.M)}
    attributes = dict(re.findall(r"^\t\t(\S*:\S+) = (.*(?:\n\t\t\t.*)*) ;", head, re.M))
    values = {name: re.split(r",\s*", value.strip()) for name, value in re.findall(r"^ (\S+) =([^;]*) ;", data, re.M)}
    return Netcdf(sizes, variables, attributes, values)


def convert(options, tool, file, ending):
    output = options.workdir / f"{file.stem}{ending}"
    problems = tool.says([file, output])
    return output, problems


def same_netcdf(theirs, ours):
    problems = []
    for name, (kind, dimensions) in theirs.variables.items():
        if WRONG.match(name):
            continue
        expected = (kind, dimensions, [theirs.sizes[d] for d in dimensions], theirs.values.get(name))
        found = ours.variables.get(name)
        found = found and (*found, [ours.sizes[d] for d in found[1]], ours.values.get(name))
        if found != expected:
            problems.append(f"{name} is {str(found)[:200]}, not {str(expected)[:200]}")
    problems += [f"{name} = {ours.attributes.get(name)}, not {value}" for name, value in theirs.attributes.items()
                 if ours.attributes.get(name) != value]
    return problems


def check_netcdf(report, options, files):
    tool = Tool(options, "bp2ncd")
    names = [*files.write_content("posix", "mpi", "zlib"), *files.write_shapes()]
    for name in names:
        ours, problems = convert(options, tool, files.path(name), ".nc")
        theirs = options.workdir / f"{name}.theirs.nc"
        code = run(tool.theirs, [files.path(name), theirs]).returncode
        if code == 0:
            problems += same_netcdf(read_netcdf(theirs), read_netcdf(ours))
        elif name != "fortran":  # which it does not survive
            problems.append(f"the original ends with {code}")
        report.add(f"bp2ncd makes of {name}.bp what the original makes", problems)


def reference_values(options, files, name):
    dumped = options.workdir / f"{name}.jsonl"
    checks.must_run([*run_bp.LIMIT, files.checker.serial, "dump", files.path(name)], stdout=dumped)
    return run_bp.read_reference(dumped)


def check_netcdf_values(report, options, files):
    """What the original does wrongly."""
    for name in ("posix", "mpi"):
        found = read_netcdf(options.workdir / f"{name}.nc")
        values, _, _ = reference_values(options, files, name)
        problems = []
        for kind in ("byte", "short", "integer", "real", "double", "unsigned_short", "unsigned_integer"):
            wanted = [value for step in range(run_bp.STEPS) for value in values[f"/timed/{kind}", step, None][1]]
            ours = [run_bp.number(decimal.Decimal(value), values[f"/timed/{kind}", 0, None][0])
                    for value in found.values[f"timed_{kind}"]]
            sizes = [found.sizes[d] for d in found.variables[f"timed_{kind}"][1]]
            if ours != wanted or sizes != [run_bp.STEPS, len(wanted) // run_bp.STEPS // 3, 3]:
                problems.append(f"timed_{kind} is {ours[:8]}, not {wanted[:8]}; its sizes are {sizes}")
            joined = values[f"/joined/{kind}", run_bp.STEPS - 1, None]
            ours = [run_bp.number(decimal.Decimal(value), joined[0]) for value in found.values[f"joined_{kind}"]]
            if ours != joined[1]:
                problems.append(f"joined_{kind} is {ours[:8]}, not {joined[1][:8]}")
        long = [int(float(value)) for value in found.values["local_long"]]
        block = max(block for variable, _, block in values if variable == "/local/long")
        if long != [float(value) for value in values["/local/long", run_bp.STEPS - 1, block][1]]:
            problems.append(f"local_long is {long}")
        report.add(f"bp2ncd: numbers of {name}.bp are whole, in all steps and blocks", problems)
    file = read_netcdf(options.workdir / "fortran.nc")
    expected = {"data_timed": "0 1 2 10 11 12 20 21 22", "data_t": "20 21 22 23 24 25", "data_level": "22"}
    problems = [f"{name} is {file.values.get(name)}" for name, text in expected.items() if file.values.get(name) != text.split()]
    if file.attributes != {"data_t:unit": '"K"', "data_t:size": "3", ":title": '"a title"'}:
        problems.append(f"attributes are {file.attributes}")
    report.add("bp2ncd: arrays of Fortran are turned round", problems)


def read_hdf5(options, file):
    lines = subprocess.run([options.bin / "weft_read_h5", file], stdout=subprocess.PIPE, check=True, text=True).stdout
    records = [json.loads(line, parse_float=decimal.Decimal) for line in lines.splitlines()]
    return ({"/" + record["dataset"].lstrip("/"): record for record in records if "dataset" in record},
            {record["attribute"]: record for record in records if "attribute" in record})


def same_hdf5(datasets, attributes, values, wanted_attributes):
    problems = []
    by_name = collections.defaultdict(dict)
    for (name, step, block), (kind, numbers) in values.items():
        if block in (None, 0):  # of blocks that stand alone the first one is kept
            by_name["/" + name.lstrip("/")][step] = (kind, numbers)
    for name, steps in by_name.items():
        dataset = datasets.get(name)
        if dataset is None:
            problems.append(f"{name} is missing")
            continue
        kind = steps[0][0]
        wanted = [number for step in sorted(steps) for number in steps[step][1]]
        found = run_bp.values_of(dataset, kind)
        if found != wanted or (len(steps) > 1 and dataset["sizes"][0] != len(steps)):
            problems.append(f"{name}: {str(found)[:200]}, not {str(wanted)[:200]}, sizes {dataset['sizes']}")
    for name, (kind, wanted) in wanted_attributes.items():
        attribute = attributes.get(name)
        found = attribute and run_bp.values_of(attribute, kind)
        if found != wanted:
            problems.append(f"attribute {name} is {found}, not {wanted}")
    return problems


def check_hdf5(report, options, files):
    tool = Tool(options, "bp2h5")
    files.write_with_weft()
    files.write_content("sub_files")
    for name in ("posix", "mpi", "sub_files", "version1", "big"):
        output, problems = convert(options, tool, files.path(name), ".h5")
        values, _, attributes = reference_values(options, files, name)
        values = {key: value for key, value in values.items() if "__adios__" not in key[0]}
        datasets, found_attributes = read_hdf5(options, output)
        problems += same_hdf5(datasets, found_attributes, values, attributes)
        if len(values) < 100:
            problems.append(f"only {len(values)} values to compare with")
        report.add(f"bp2h5: {name}.bp has in HDF5 the values and attributes that ADIOS reads", problems)
    output, problems = convert(options, tool, files.path("steps"), ".h5")
    growing = read_hdf5(options, output)[0]["/growing"]
    if growing["sizes"] != [12, 12] or growing["values"][12:24] != [-1, 0, 1, 2, 3, *[0] * 7]:
        problems.append(f"growing is {growing}")
    report.add("bp2h5: arrays are as large as in their largest step", problems)
    if files.real_file():
        output, problems = convert(options, tool, files.path("flow11"), ".h5")
        psi = read_hdf5(options, output)[0]["/psi"]
        if psi["sizes"] != [50] or [f"{float(value):g}" for value in psi["values"][:3]] != ["0.009", "0.027", "0.045"]:
            problems.append(f"psi is {psi}")
        report.add("bp2h5: the oldest files are read", problems)


def check_faults(report, options, files):
    file, nothing = files.path("posix"), options.workdir / "nothing.bp"
    for name in ("bp2ncd", "bp2h5"):
        tool, output = Tool(options, name), options.workdir / f"output_{name}"
        problems = tool.says([], code=255, complaint=name) + tool.says([nothing, output], code=255, complaint="nothing.bp")
        problems += tool.says([file, "/no/such/output"], code=255, complaint="/no/such/output")
        for most in (0, 1000, 5000):
            problems += tool.says([file, output], code=255, complaint="output", most_bytes=most)
            if list(options.workdir.glob(output.name + "*")):
                problems.append(f"there is room for {most} bytes, and a part of the file is left over")
        report.add(f"{name} says what is wrong", problems)
        check_damage(report, [(tool, [None, output])], files.path("groups"), options.workdir)
    default = files.directory / "groups.nc"
    problems = Tool(options, "bp2ncd").says([files.path("groups")])
    report.add("bp2ncd finds a name", problems + ([] if default.exists() else ["groups.nc is not there"]))


if __name__ == "__main__":
    main(__doc__, check_netcdf, check_netcdf_values, check_hdf5, check_faults)
