# shellcheck shell=bash
# Sourced by what builds: what one build compiled, the next one takes from ccache, whatever its folder. $root: the repository's.
# debhelper changes HOME, where the cache is, and LC_ALL, which is a part of its keys (as LANG is).
if command -v ccache >/dev/null; then
  export CMAKE_CXX_COMPILER_LAUNCHER="env;-u;LC_ALL;ccache"
  export CCACHE_BASEDIR=${CCACHE_BASEDIR:-${root:?}} CCACHE_NOHASHDIR=1
  CCACHE_DIR=$(ccache --get-config cache_dir)
  export CCACHE_DIR
  if [[ -n ${LC_ALL:-} ]]; then
    export LANG=$LC_ALL
    unset LC_ALL
  fi
fi
