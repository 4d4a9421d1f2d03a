cat > script.sql <<'SQL'
SELECT count(*), min(time), max(seconds), max(kind), sum(region), max(value), max(name), sum(length(fields)) FROM events;
SELECT count(*), sum(event), max(thread), max(process), max(name), sum(calling_context), max(begin), max("end"), max(seconds), sum(duration), sum(exclusive), max(depth), sum(parent) FROM spans;
SELECT name, role, paradigm, file FROM regions ORDER BY region LIMIT 2;
SELECT * FROM locations ORDER BY location LIMIT 2;
SELECT count(*), max(sender), max(receiver_process), sum(bytes), sum(bytes_received), sum(duration), max(communicator_name), sum(tag) FROM messages;
SELECT count(*), max(operation), max(instance), sum(duration), sum(bytes_sent) FROM collectives;
SELECT count(*), max(name), max(unit), max(type), sum(value), sum(integer) FROM metrics;
SELECT count(*), max(file_name), max(mode), sum(duration), sum(bytes_requested), sum(bytes_moved), max(handle_name) FROM io;
SELECT count(*), max(kind), max(name), max(type), max(value), max(integer), max(text) FROM attributes;
SELECT type, count(*), max(name), sum(length(fields)) FROM definitions GROUP BY type;
SELECT * FROM files LIMIT 2;
SELECT format, bytes, ticks_per_second, first_tick, length, locations, events FROM trace;
SELECT * FROM profile LIMIT 2;
SELECT * FROM comm_matrix LIMIT 2;
SELECT * FROM top_waits LIMIT 2;
SELECT * FROM io_by_file LIMIT 2;
SELECT * FROM imbalance LIMIT 2;
SELECT kind, count(*) FROM events WHERE location IN (0, 1) AND seconds BETWEEN 0 AND 1 GROUP BY kind;
SQL
for trace in otf2/good/stencil/trace.otf2 otf/good/solver/solver.otf litl/good/solver dftracer/good/training/trace.pfw; do
  weft query data/$trace --file script.sql --json
done
