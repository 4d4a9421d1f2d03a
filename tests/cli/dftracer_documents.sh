# Objects of a JSON document become lines, and damage is told.
cat > document.json <<'END'
{"traceEvents": [
  {"name": "read", "cat": "POSIX", "ph": "X", "pid": 1, "tid": 1, "ts": 1.5, "dur": 2.25,
   "args": {"fname": "/secret/place", "ret": 3}},
  {"name": "a\"b", "cat": "POSIX", "ph": "X", "pid": 1, "tid": 1, "ts": 4, "dur": 1}
]}
END
weft merge lines.pfw document.json
cat lines.pfw
weft io document.json --csv call
weft anonymise document.json anonymous.pfw --secret x
cat anonymous.pfw
head -c 150 lines.pfw > cut.pfw
weft compact cut.pfw rest.pfw
echo $?
cat rest.pfw
