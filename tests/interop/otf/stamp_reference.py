# SPDX-License-Identifier: BSD-3-Clause
"""Stamps the C part of reference.c: a function that writes each record and one that prints it, from the table of
records. The arguments of writing and reading functions have the same order."""
import json

KINDS = {"def": "define", "marker": "define", "event": "timed", "snap": "timed", "stat": "timed"}


def writing_function(record):
    """The function that takes key-values, if there is one."""
    functions = {name: arguments for name, arguments in record["writer"].items() if name.startswith("OTF_Writer_")}
    return max(functions, key=lambda name: (functions[name][-1]["type"] == "OTF_KeyValueList*", name.endswith("KV")))


def value(record, arguments, place):
    """What stands for argument number `place` of a handler in a call of the writing function."""
    argument = arguments[place]
    names = [field["name"] for field in record["fields"]]
    where = f'{record["record_id"]}, round'
    if argument["name"] in names:
        index = names.index(argument["name"])
        kind = record["fields"][index]["type"]
        if kind == "str":
            return f"sample_text({where}, {index})"
        if kind == "u32list":
            return "(void*)elements"
        return f"sample_number({where}, {index}, {int(kind == 'u64')})"
    if argument["name"] == "stream":
        return "sample_stream(place)" if record["file_kind"] == "def" else "0"
    if argument["name"] == "time":
        return "sample_time(place, places)"
    if argument["name"] == record.get("state_process_arg"):
        return "sample_process(place)"
    index = next(i for i, field in enumerate(record["fields"]) if field["type"] == "u32list")
    return f"sample_list({where}, {index}, elements)"


def writer_of(record):
    name = writing_function(record)
    arguments = record["handler"]["args"]
    takes_list = record["writer"][name][-1]["type"] == "OTF_KeyValueList*" or name.endswith("KV")
    values = [value(record, arguments, place) for place in range(1, len(arguments) - 1)]
    # The order in which C computes arguments is open: a list comes first.
    lists = [v for v in values if v.startswith("sample_list")]
    values = ["size" if v.startswith("sample_list") else v for v in values]
    call = f'{name}({", ".join(["writer"] + values + (["list"] if takes_list else []))})'
    return (f'static int write_{record["name"]}(OTF_Writer* writer, unsigned round, unsigned place, OTF_KeyValueList* list) {{\n'
            f'  uint32_t elements[4]; uint32_t size = {lists[0] if lists else 0};\n'
            f'  (void)round; (void)place; (void)list; (void)elements; (void)size;\n  return {call};\n}}\n')


def printed(argument, arguments):
    kind, name = argument["type"], argument["name"]
    if kind == "const char*":
        return f"print_text({name});"
    if "*" in kind:
        count = arguments[arguments.index(argument) - 1]["name"]
        return f"print_list({count}, (const uint32_t*){name});"
    # Of these handles, the reference reads 32 bits.
    return f"print_number((uint64_t){name}{' & 0xffffffff' if name == 'handleid' else ''});"


def handler_of(record):
    arguments = record["handler"]["args"]
    parameters = ", ".join(f'{a["type"]} {a["name"]}' for a in arguments)
    lists = [a for a in arguments if "*" in a["type"] and a["type"] not in ("const char*", "void*", "OTF_KeyValueList*")]
    counts = {arguments[arguments.index(a) - 1]["name"] for a in lists}
    body = " ".join(printed(a, arguments) for a in arguments[1:-1] if a["name"] not in counts)
    return (f'static int on_{record["name"]}({parameters}) {{\n  (void)userData; printf("{record["name"]}"); {body}\n'
            f'  print_values(list); return 0;\n}}\n')


def stamp(path):
    with open(path, encoding="utf-8") as file:
        records = [r for r in json.load(file)["records"] if r["name"] != "UnknownRecord"]
    text = ["/* Stamped from the table of records. */\n"]
    written = [r for r in records if r["name"] not in ("DefVersion", "DefUniqueId")]
    text += [writer_of(record) for record in written]
    text += [handler_of(record) for record in records]
    text.append("typedef int (*Write)(OTF_Writer*, unsigned, unsigned, OTF_KeyValueList*);\n"
                "static const Write writes[] = {" + ", ".join("write_" + r["name"] for r in written) + "};\n")
    text.append("static void set_handlers(OTF_HandlerArray* handlers) {\n" + "".join(
        f'  OTF_HandlerArray_setHandler(handlers, (OTF_FunctionPointer*)on_{r["name"]}, {r["record_id"]});\n'
        for r in records) + "}\n")
    return "".join(text)
