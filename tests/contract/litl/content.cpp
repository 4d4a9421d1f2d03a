// SPDX-License-Identifier: BSD-3-Clause
#include "content.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace weft::contract::litl_content {

namespace {

using litl::EventType;
using litl::Layout;

void put(std::string& out, std::uint64_t value, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) out.push_back(static_cast<char>(value >> (8 * i)));
}

void put_text(std::string& out, const std::string& text, std::size_t bytes) {
  out += text;
  out.append(bytes - text.size(), '\0');
}

void put_event(std::string& out, const SampleEvent& event, std::size_t word) {
  put(out, event.time, word);
  put(out, event.code, 4);
  put(out, static_cast<std::uint8_t>(event.type), 1);
  if (event.type == EventType::regular) {
    put(out, event.parameters.size(), 1);
    for (const std::uint64_t parameter : event.parameters) put(out, parameter, word);
  } else {
    put(out, event.bytes.size(), 4);
    out += event.bytes;
  }
}

void put_mark_event(std::string& out, std::uint64_t next, std::size_t word) {
  put_event(out, {0, 13, EventType::regular, {next}, {}}, word);
}

void overwrite(std::string& out, std::size_t at, std::uint64_t value, std::size_t bytes) {
  std::string piece;
  put(piece, value, bytes);
  out.replace(at, bytes, piece);
}

std::string body_bytes(
    const SampleProcess& process, const Layout& layout, std::size_t events_per_chunk, std::size_t header_threads) {
  const std::size_t word = layout.word_bytes;
  std::string out;
  std::vector<std::size_t> offset_at;  // of each thread's pair
  for (std::size_t i = 0; i < header_threads; ++i) {
    put(out, process.threads[i].tid, word);
    offset_at.push_back(out.size());
    put(out, 0, word);
  }
  std::size_t end_at = out.size();
  out.append(2 * word, '\0');
  for (std::size_t i = header_threads; i < process.threads.size(); ++i) {
    if ((i - header_threads) % 32 == 0) {
      overwrite(out, end_at + word, out.size(), word);
      end_at = out.size();
      out.append(33 * 2 * word, '\0');
    }
    overwrite(out, end_at, process.threads[i].tid, word);
    offset_at.push_back(end_at + word);
    end_at += 2 * word;
  }
  // Chunk by chunk of all threads in turn, as threads that run at the same time leave them.
  std::vector<std::size_t> done(process.threads.size());
  std::vector<bool> finished(process.threads.size());
  for (bool any = true; any;) {
    any = false;
    for (std::size_t i = 0; i < process.threads.size(); ++i) {
      if (finished[i]) continue;
      const auto& events = process.threads[i].events;
      overwrite(out, offset_at[i], out.size(), word);
      const std::size_t last = std::min(done[i] + events_per_chunk, events.size());
      for (; done[i] < last; ++done[i]) put_event(out, events[done[i]], word);
      put_mark_event(out, 0, word);
      offset_at[i] = out.size() - word;
      finished[i] = last == events.size();
      any = true;
    }
  }
  return out;
}

std::string shown(const SampleEvent& event) {
  std::string text = "(" + std::to_string(event.time) + " " + std::to_string(event.code) + " type " +
                     std::to_string(static_cast<int>(event.type));
  for (const std::uint64_t parameter : event.parameters) text += " " + std::to_string(parameter);
  if (event.type != EventType::regular) text += " " + testing::PrintToString(event.bytes);
  return text + ")";
}

}  // namespace

SampleTrace random_trace(std::uint32_t seed, const Shape& shape) {
  std::mt19937_64 random(seed);
  const std::uint64_t mask = shape.word_bytes == 8 ? ~std::uint64_t{0} : 0xffffffff;
  auto below = [&](std::uint64_t n) { return random() % n; };
  auto value = [&] { return (random() >> below(64)) & mask; };
  SampleTrace trace;
  for (std::size_t p = 0; p < shape.processes; ++p) {
    SampleProcess process{"process_" + std::to_string(p), 4096, {}};
    for (std::size_t t = 0; t < shape.threads; ++t) {
      SampleThread thread{t && below(5) == 0 ? process.threads.back().tid : (value() | 1), {}};
      std::uint64_t time = below(1000);
      const std::size_t events = below(6) == 0 ? 0 : below(shape.events + 1);
      for (std::size_t e = 0; e < events; ++e) {
        SampleEvent event{time & mask, static_cast<std::uint32_t>(below(3) ? 0x100 + below(20) : value()),
            static_cast<EventType>(below(3)), {}, {}};
        if (event.code == litl::mark_code) ++event.code;
        if (event.type == EventType::regular)
          for (std::uint64_t n = below(11); n > 0; --n) event.parameters.push_back(value());
        else
          for (std::uint64_t n = below(40); n > 0; --n)
            event.bytes.push_back(static_cast<char>(event.type == EventType::raw ? 'a' + below(26) : below(256)));
        // Texts as the library writes them, and now and then one as it cannot.
        if (event.type == EventType::raw && below(8)) event.bytes.push_back('\0');
        thread.events.push_back(event);
        time += below(4) ? below(1000) : 0;
        if (below(50) == 0) time -= std::min<std::uint64_t>(time, below(100));
      }
      process.threads.push_back(std::move(thread));
    }
    trace.processes.push_back(std::move(process));
  }
  return trace;
}

std::string file_bytes(
    const SampleTrace& trace, const Layout& layout, std::size_t events_per_chunk, std::size_t header_threads) {
  std::vector<std::string> bodies;
  for (const SampleProcess& process : trace.processes)
    bodies.push_back(body_bytes(process, layout, events_per_chunk, std::min(header_threads, process.threads.size())));
  std::string out;
  put_text(out, trace.version, 8);
  put_text(out, trace.sysinfo, 128);
  put(out, trace.processes.size(), 2);
  out.resize(layout.general_bytes);
  std::uint64_t base = layout.general_bytes + trace.processes.size() * (264 + 2 * layout.word_bytes);
  for (std::size_t i = 0; i < trace.processes.size(); ++i) {
    const SampleProcess& process = trace.processes[i];
    put_text(out, process.name, 256);
    put(out, process.threads.size(), 2);
    put(out, std::min(header_threads, process.threads.size()), 2);
    put(out, process.buffer_bytes, 4);
    put(out, trace.processes.size() > 1 ? bodies[i].size() : 0, layout.word_bytes);
    put(out, base, layout.word_bytes);
    base += bodies[i].size();
  }
  for (const std::string& body : bodies) out += body;
  return out;
}

std::string encoded(const SampleEvent& event) {
  std::string out;
  put_event(out, event, 8);
  return out;
}

std::string encoded(const std::vector<SampleEvent>& events, std::size_t first, std::size_t last) {
  std::string out;
  for (std::size_t i = first; i < last; ++i) put_event(out, events[i], 8);
  return out;
}

std::string difference(const SampleTrace& expected, const SampleTrace& found) {
  if (expected.version != found.version) return "version " + found.version;
  if (expected.sysinfo != found.sysinfo) return "sysinfo " + found.sysinfo;
  if (expected.processes.size() != found.processes.size()) return std::to_string(found.processes.size()) + " processes";
  for (std::size_t p = 0; p < expected.processes.size(); ++p) {
    const SampleProcess& a = expected.processes[p];
    const SampleProcess& b = found.processes[p];
    const std::string process = "process " + std::to_string(p);
    if (a.name != b.name) return process + ": name " + b.name;
    if (a.buffer_bytes != b.buffer_bytes) return process + ": buffer of " + std::to_string(b.buffer_bytes);
    if (a.threads.size() != b.threads.size()) return process + ": " + std::to_string(b.threads.size()) + " threads";
    for (std::size_t t = 0; t < a.threads.size(); ++t) {
      const std::string thread = process + ", thread " + std::to_string(t);
      if (a.threads[t].tid != b.threads[t].tid) return thread + ": tid " + std::to_string(b.threads[t].tid);
      const auto& x = a.threads[t].events;
      const auto& y = b.threads[t].events;
      for (std::size_t e = 0; e < std::min(x.size(), y.size()); ++e)
        if (x[e] != y[e])
          return thread + ", event " + std::to_string(e) + ": " + shown(x[e]) + " became " + shown(y[e]);
      if (x.size() != y.size()) return thread + ": " + std::to_string(y.size()) + " events";
    }
  }
  return {};
}

SampleTrace read_native(const std::string& path, Report& report) {
  SampleTrace trace;
  const auto reader = litl::TraceReader::open(path, report);
  EXPECT_TRUE(reader) << (reader ? "" : reader.error().text());
  if (!reader) return trace;
  trace.version = (*reader)->header().version;
  trace.sysinfo = (*reader)->header().sysinfo;
  for (const litl::Process& process : (*reader)->processes()) {
    SampleProcess& sample = trace.processes.emplace_back();
    sample.name = process.header.name;
    sample.buffer_bytes = process.header.buffer_bytes;
    for (const litl::Thread& thread : process.threads) {
      SampleThread& out = sample.threads.emplace_back();
      out.tid = thread.pair.tid;
      auto cursor = (*reader)->events(process, thread);
      litl::NativeEvent event;
      while (cursor.next(event)) {
        SampleEvent& e = out.events.emplace_back(SampleEvent{event.time, event.code, event.type, {}, {}});
        if (event.type == EventType::regular)
          for (std::uint32_t i = 0; i < event.count; ++i) e.parameters.push_back(event.parameter(i));
        else
          e.bytes.assign(reinterpret_cast<const char*>(event.data), event.count);
      }
      if (const litl::Damage& damage = cursor.damage(); damage.rule)
        (*reader)->report(*damage.rule, process, damage.offset, damage.message);
    }
  }
  return trace;
}

}  // namespace weft::contract::litl_content
