// SPDX-License-Identifier: BSD-3-Clause
#include "compat/adios/write/bp_index.hpp"

#include "formats/bp/index_builder.hpp"

namespace weft::adios {

namespace {

class BpIndex final : public Index {
 public:
  std::string add(const ProcessGroup& group, std::uint64_t offset, std::uint32_t file_index) override {
    const auto& finished = *static_cast<const bp::FinishedGroup*>(group.facts);
    return text_of(bp::add_to_index(builder_, finished, offset, file_index));
  }

  std::string merge(std::span<const std::byte> file, bool with_attributes, std::uint64_t* groups_end,
      std::uint64_t file_index) override {
    const auto footer = bp::parse_footer(file, "");
    if (!footer) return footer.error().text();
    bp::MergeOptions options{with_attributes};
    if (file_index != as_they_say) options.file_index = static_cast<std::uint32_t>(file_index);
    if (groups_end) *groups_end = footer->group_index;
    if (footer->has_sub_files) return "data are added to the sub-files of a metadata file, not to itself";
    return text_of(builder_.add_indices(file, *footer, "", options));
  }

  void sort_by_time() override { builder_.sort_by_time(); }
  std::uint32_t last_time_index() const override { return builder_.last_time_index(); }

  std::string footer(std::uint64_t offset, bool has_sub_files, std::vector<std::byte>& bytes) const override {
    auto made = builder_.footer(offset, has_sub_files);
    if (!made) return made.error().text();
    bytes = *std::move(made);
    return {};
  }

 private:
  static std::string text_of(const Result<>& result) { return result ? std::string() : result.error().text(); }

  bp::IndexBuilder builder_{bp::Layout{}};
};

}  // namespace

std::unique_ptr<Index> new_bp_index() { return std::make_unique<BpIndex>(); }

ProcessGroup view_of(const bp::FinishedGroup& group) {
  ProcessGroup view{group.bytes, {}, group.time_index, group.process, &group};
  for (const auto& gap : group.gaps) view.gaps.push_back({gap.offset, gap.bytes});
  return view;
}

}  // namespace weft::adios
