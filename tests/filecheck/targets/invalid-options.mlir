// RUN: not xdsl-opt -t 'gpu-token-graph{format=png}' %s 2>&1 | filecheck %s --check-prefix=VALUE
// RUN: not xdsl-opt -t 'gpu-memory-map{fmt=dot}' %s 2>&1 | filecheck %s --check-prefix=NAME
// RUN: xdsl-opt -t gpu-token-graph %s | filecheck %s --check-prefix=NOTHING

// VALUE: gpu-token-graph: format must be dot, mermaid or text, not png
// NAME:  gpu-memory-map: no option fmt: it has format

// A picture of nothing says so.

// NOTHING: label="no tokens: run gpu-async-region to have some"

func.func @nothing() {
  return
}
