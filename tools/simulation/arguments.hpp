/// \file
/// What tools/simulate hands to a program that it has compiled, and what the program tells it: both
/// are lines `name=value`, arguments one way and standard error the other.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace simulation {

/// How a program ends; tools/simulate ends the same way.
enum Exit : int { finished = 0, no_environment = 1, refused = 2, stopped = 3 };

/// The arguments. Their values have been checked by tools/simulate.
class Arguments {
 public:
  Arguments(int count, char** words) {
    for (int i = 1; i < count; ++i) {
      const std::string word = words[i];
      const std::size_t equals = word.find('=');
      if (equals != std::string::npos)
        entries_.emplace_back(word.substr(0, equals), word.substr(equals + 1));
    }
  }

  bool has(const std::string& name) const { return find(name) != nullptr; }

  /// Empty where not given.
  std::string text(const std::string& name) const {
    const std::string* value = find(name);
    return value != nullptr ? *value : std::string();
  }

  /// 0 where not given.
  double number(const std::string& name) const { return std::strtod(text(name).c_str(), nullptr); }
  unsigned long count(const std::string& name) const {
    return std::strtoul(text(name).c_str(), nullptr, 10);
  }

  /// Numbers between commas.
  std::vector<double> numbers(const std::string& name) const {
    std::vector<double> values;
    const std::string list = text(name);
    for (std::size_t at = 0; at < list.size();) {
      values.push_back(std::strtod(list.c_str() + at, nullptr));
      const std::size_t comma = list.find(',', at);
      at = comma == std::string::npos ? list.size() : comma + 1;
    }
    return values;
  }

  /// The pairs (x, value) of the arguments `prefix` x=value.
  std::vector<std::pair<std::string, double>> starting_with(const std::string& prefix) const {
    std::vector<std::pair<std::string, double>> found;
    for (const auto& [name, value] : entries_)
      if (name.compare(0, prefix.size(), prefix) == 0)
        found.emplace_back(name.substr(prefix.size()), std::strtod(value.c_str(), nullptr));
    return found;
  }

 private:
  const std::string* find(const std::string& name) const {
    for (const auto& [key, value] : entries_)
      if (key == name) return &value;
    return nullptr;
  }

  std::vector<std::pair<std::string, std::string>> entries_;
};

inline void tell(const char* name, const std::string& value) {
  std::fprintf(stderr, "%s=%s\n", name, value.c_str());
}
inline void tell(const char* name, double value) {
  std::fprintf(stderr, "%s=%.17g\n", name, value);
}
inline void tell_count(const char* name, unsigned long value) {
  std::fprintf(stderr, "%s=%lu\n", name, value);
}
template <class Array>
void tell_all(const char* name, const Array& values) {
  std::fprintf(stderr, "%s=", name);
  for (std::size_t i = 0; i < values.size(); ++i)
    std::fprintf(stderr, "%s%.17g", i == 0 ? "" : ",", static_cast<double>(values[i]));
  std::fprintf(stderr, "\n");
}

/// Ends a program whose arguments the model or the method refuses.
inline int refuse(const std::string& why) {
  tell("refused", why);
  return Exit::refused;
}

}  // namespace simulation
