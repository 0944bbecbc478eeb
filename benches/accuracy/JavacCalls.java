import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Prints the calls of a small repository as javac resolves them: what tests/cases/judged holds. `java
 * benches/accuracy/JavacCalls.java ROOT`. A line is `file:line:column -> file:line of the declaration`, or `-> external`; a
 * construction may lead to the type as well as to its constructor.
 */
class JavacCalls {
    public static void main(String[] arguments) throws IOException {
        Path root = Path.of(arguments[0]).toAbsolutePath();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        List<Path> paths;
        try (var walked = Files.walk(root)) {
            paths = walked.filter(path -> path.toString().endsWith(".java")).sorted().toList();
        }
        JavacTask task = (JavacTask) compiler.getTask(null, files, null, List.of("-proc:none"), null, files.getJavaFileObjectsFromPaths(paths));
        Iterable<? extends CompilationUnitTree> units = task.parse();
        task.analyze();
        TreeSet<String> rows = new TreeSet<>();
        for (CompilationUnitTree unit : units) {
            new Calls(Trees.instance(task), unit, root, rows).scan(unit, null);
        }
        rows.forEach(System.out::println);
    }

    /** Visits the calls of one file. */
    static class Calls extends TreePathScanner<Void, Void> {
        private final Trees trees;
        private final CompilationUnitTree unit;
        private final Path root;
        private final TreeSet<String> rows;

        Calls(Trees trees, CompilationUnitTree unit, Path root, TreeSet<String> rows) {
            this.trees = trees;
            this.unit = unit;
            this.root = root;
            this.rows = rows;
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree call, Void none) {
            ExpressionTree select = call.getMethodSelect();
            Element element = trees.getElement(new TreePath(getCurrentPath(), select));
            write(name(select), element);
            return super.visitMethodInvocation(call, none);
        }

        @Override
        public Void visitNewClass(NewClassTree call, Void none) {
            Element element = trees.getElement(getCurrentPath());
            // The constants of an enumeration name no type where they are made.
            boolean isConstant = getCurrentPath().getParentPath().getLeaf() instanceof VariableTree variable
                && trees.getSourcePositions().getStartPosition(unit, variable) == trees.getSourcePositions().getStartPosition(unit, call);
            if (call.getClassBody() == null && !isConstant) {
                long at = name(call.getIdentifier());
                write(at, element);
                write(at, element.getEnclosingElement());
            }
            return super.visitNewClass(call, none);
        }

        /** The offset of the last name of an expression. */
        private long name(Tree expression) {
            if (expression instanceof MemberSelectTree select) {
                long end = trees.getSourcePositions().getEndPosition(unit, expression);
                return end - select.getIdentifier().length();
            }
            return trees.getSourcePositions().getStartPosition(unit, expression);
        }

        private void write(long at, Element element) {
            if (element == null) {
                return;
            }
            String home = home(element);
            // A constructor or a method that no text states says nothing.
            if (home != null) {
                rows.add(place(unit, at, true) + " -> " + home);
            }
        }

        private String home(Element element) {
            TreePath path = trees.getPath(element);
            if (path == null) {
                boolean isStated = element instanceof ExecutableElement && trees.getPath(element.getEnclosingElement()) == null;
                return isStated || !(element instanceof ExecutableElement) ? "external" : null;
            }
            long start = trees.getSourcePositions().getStartPosition(path.getCompilationUnit(), path.getLeaf());
            if (start < 0) {
                return null;
            }
            try {
                String text = path.getCompilationUnit().getSourceFile().getCharContent(true).toString();
                String name = element.getSimpleName().contentEquals("<init>")
                    ? element.getEnclosingElement().getSimpleName().toString() : element.getSimpleName().toString();
                int found = (int) start;
                do {
                    found = text.indexOf(name, found);
                } while (Character.isJavaIdentifierPart(text.charAt(found - 1)) || Character.isJavaIdentifierPart(text.charAt(found + name.length())) ? ++found > 0 : false);
                return place(path.getCompilationUnit(), found, false);
            } catch (IOException error) {
                return null;
            }
        }

        private String place(CompilationUnitTree of, long at, boolean withColumn) {
            String file = root.relativize(Path.of(of.getSourceFile().toUri())).toString();
            long line = of.getLineMap().getLineNumber(at);
            return file + ":" + line + (withColumn ? ":" + of.getLineMap().getColumnNumber(at) : "");
        }
    }
}
