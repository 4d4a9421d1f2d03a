// SPDX-License-Identifier: BSD-3-Clause
#include "query/views.hpp"

namespace weft::query {

namespace {

constexpr View list[] = {
    {"profile", "Where the time went: visits and seconds of each region, those with most time of their own first.",
        R"(SELECT name, region, sum(visits) AS visits,
       sum(exclusive) / (SELECT ticks_per_second FROM trace) AS exclusive_seconds,
       sum(duration) / (SELECT ticks_per_second FROM trace) AS visit_seconds,
       min(shortest) / (SELECT ticks_per_second FROM trace) AS shortest,
       max(longest) / (SELECT ticks_per_second FROM trace) AS longest
FROM visits WHERE visits > 0 GROUP BY region ORDER BY exclusive_seconds DESC)"},
    {"comm_matrix", "Who sent how much to whom.",
        R"(SELECT sender, sender_process, receiver, receiver_process, count(*) AS messages, sum(bytes) AS bytes,
       avg(duration) / (SELECT ticks_per_second FROM trace) AS mean_seconds
FROM messages WHERE send_time IS NOT NULL GROUP BY sender, receiver ORDER BY sender, receiver)"},
    {"top_waits", "Where locations wait for others: spans of communication and synchronisation, the longest first.",
        R"(WITH waiting AS MATERIALIZED (SELECT region, role FROM regions WHERE role IN ('BARRIER', 'IMPLICIT_BARRIER',
       'CRITICAL', 'TASK_WAIT', 'THREAD_WAIT', 'COLL_ONE2ALL', 'COLL_ALL2ONE', 'COLL_ALL2ALL', 'COLL_OTHER',
       'POINT2POINT', 'RMA') OR (paradigm = 'MPI' AND role = 'FUNCTION'))
SELECT location, thread, process, name, role, seconds,
       exclusive / (SELECT ticks_per_second FROM trace) AS wait_seconds, begin, "end"
FROM spans JOIN waiting USING (region) WHERE "end" IS NOT NULL ORDER BY wait_seconds DESC)"},
    {"io_by_file", "What was read from and written to each file.",
        R"(SELECT file, file_name, mode, count(*) AS operations, sum(bytes_requested) AS bytes_requested,
       sum(bytes_moved) AS bytes_moved, sum(duration) / (SELECT ticks_per_second FROM trace) AS seconds
FROM io GROUP BY file, file_name, mode ORDER BY bytes_moved DESC)"},
    {"imbalance", "Regions whose time differs most between the locations that visit them.",
        R"(SELECT name, region, count(*) AS locations, avg(own) AS mean_seconds, max(own) AS longest_seconds,
       max(own) - avg(own) AS imbalance_seconds, max(own) / avg(own) AS ratio
FROM (SELECT region, name, exclusive / (SELECT ticks_per_second FROM trace) AS own FROM visits WHERE visits > 0)
GROUP BY region ORDER BY imbalance_seconds DESC)"},
};

}  // namespace

std::span<const View> all_views() { return list; }

}  // namespace weft::query
