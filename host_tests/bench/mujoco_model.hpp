/// \file
/// A MuJoCo model from its description, and its data.
#pragma once

#include <mujoco/mujoco.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace taut::bench {

struct MujocoModel {
  mjModel* model;
  mjData* data;

  explicit MujocoModel(const std::string& xml) {
    mjVFS* const files = static_cast<mjVFS*>(std::malloc(sizeof(mjVFS)));
    mj_defaultVFS(files);
    mj_makeEmptyFileVFS(files, "model.xml", static_cast<int>(xml.size()));
    std::copy(xml.begin(), xml.end(), static_cast<char*>(files->filedata[0]));
    char error[1000] = "";
    model = mj_loadXML("model.xml", files, error, sizeof(error));
    mj_deleteVFS(files);
    std::free(files);
    if (model == nullptr) {
      std::fprintf(stderr, "mujoco: %s\n", error);
      std::exit(1);
    }
    data = mj_makeData(model);
    mj_forward(model, data);
  }
};

}  // namespace taut::bench
