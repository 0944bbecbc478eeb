// Command gocalls prints the calls of a small module as go/types resolves them: what tests/cases/judged holds. Run it in
// the folder of the module: `go run benches/accuracy/gocalls.go`. A line is `file:line:column -> file:line of the
// declaration`, or `-> external`. Calls of variables and conversions are left out.
package main

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

func main() {
	root, err := os.Getwd()
	check(err)
	files := token.NewFileSet()
	rows := map[string]bool{}
	err = filepath.Walk(root, func(path string, entry os.FileInfo, err error) error {
		if err == nil && entry.IsDir() {
			read(root, path, files, rows)
		}
		return err
	})
	check(err)
	sorted := make([]string, 0, len(rows))
	for row := range rows {
		sorted = append(sorted, row)
	}
	sort.Strings(sorted)
	fmt.Println(strings.Join(sorted, "\n"))
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// read prints the calls of one package, its tests included.
func read(root, folder string, set *token.FileSet, rows map[string]bool) {
	found, err := build.ImportDir(folder, 0)
	if err != nil {
		return
	}
	var files []*ast.File
	for _, name := range append(found.GoFiles, found.TestGoFiles...) {
		file, err := parser.ParseFile(set, filepath.Join(folder, name), nil, 0)
		check(err)
		files = append(files, file)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Types: map[ast.Expr]types.TypeAndValue{}}
	config := types.Config{Importer: importer.ForCompiler(set, "source", nil)}
	_, err = config.Check(found.ImportPath, set, files, info)
	check(err)
	for _, file := range files {
		ast.Inspect(file, func(node ast.Node) bool {
			if call, ok := node.(*ast.CallExpr); ok {
				write(root, set, info, call, rows)
			}
			return true
		})
	}
}

func write(root string, set *token.FileSet, info *types.Info, call *ast.CallExpr, rows map[string]bool) {
	name := callee(call.Fun)
	if name == nil || info.Types[call.Fun].IsType() {
		return
	}
	function, ok := info.Uses[name].(*types.Func)
	if !ok {
		return
	}
	at, home := set.Position(name.Pos()), set.Position(function.Origin().Pos())
	file, err := filepath.Rel(root, at.Filename)
	check(err)
	to := "external"
	if inside, err := filepath.Rel(root, home.Filename); err == nil && home.IsValid() && !strings.HasPrefix(inside, "..") {
		to = fmt.Sprintf("%s:%d", inside, home.Line)
	}
	rows[fmt.Sprintf("%s:%d:%d -> %s", file, at.Line, at.Column, to)] = true
}

func callee(function ast.Expr) *ast.Ident {
	switch function := function.(type) {
	case *ast.Ident:
		return function
	case *ast.SelectorExpr:
		return function.Sel
	case *ast.ParenExpr:
		return callee(function.X)
	case *ast.IndexExpr:
		return callee(function.X)
	}
	return nil
}
