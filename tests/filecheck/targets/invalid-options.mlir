// RUN: not xdsl-opt -t 'gpu-token-graph{format=foo}' %s 2>&1 | filecheck %s --check-prefix=VALUE
// RUN: not xdsl-opt -t 'gpu-memory-map{shape=dot}' %s 2>&1 | filecheck %s --check-prefix=NAME

// A mistake in an option is one line, and no traceback.

// VALUE-NOT: Traceback
// VALUE:     error: gpu-token-graph: format must be dot, mermaid or text, not foo
// NAME-NOT:  Traceback
// NAME:      error: gpu-memory-map: no option shape: it has format
func.func @f() {
  return
}
