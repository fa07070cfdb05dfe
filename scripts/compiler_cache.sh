# shellcheck shell=bash
# Sourced by what builds packages: what one build compiled, the next one takes from ccache, whatever its folder. debhelper changes
# HOME and LC_ALL, which are parts of its keys. $root: the repository's folder.
if command -v ccache >/dev/null; then
  export CMAKE_CXX_COMPILER_LAUNCHER="env;-u;LC_ALL;ccache"
  export CCACHE_BASEDIR=${CCACHE_BASEDIR:-${root:?}} CCACHE_NOHASHDIR=1
  CCACHE_DIR=$(ccache --get-config cache_dir)
  export CCACHE_DIR
fi
export CMAKE_ARGS="-DFIDUCIA_WERROR=${FIDUCIA_WERROR:-OFF} ${CMAKE_ARGS:-}"
