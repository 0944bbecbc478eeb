// Prints the calls of a small repository as kotlinc resolves them: what tests/cases/judged holds. A plugin of the compiler:
//
//     kotlinc -cp LIB/kotlin-compiler.jar benches/accuracy/kotlincalls.kt -d DIR
//     mkdir -p DIR/META-INF/services
//     echo Calls > DIR/META-INF/services/org.jetbrains.kotlin.compiler.plugin.CompilerPluginRegistrar
//     cd ROOT; kotlinc -Xplugin=DIR -d /tmp/out $(find . -name '*.kt') | grep -e '->' | sort -u
//
// A line is `file:line:column -> file:line of the declaration`, or `-> external`; a construction may lead to the type, or
// to an alias of it, as well as to its constructor. Calls that no name and no sign states, and those of what the compiler
// writes itself (`copy`, `component1`), are left out, and so is what follows from an error.

import java.io.File
import org.jetbrains.kotlin.KtPsiSourceElement
import org.jetbrains.kotlin.KtRealSourceElementKind
import org.jetbrains.kotlin.KtSourceElement
import org.jetbrains.kotlin.compiler.plugin.CompilerPluginRegistrar
import org.jetbrains.kotlin.compiler.plugin.ExperimentalCompilerApi
import org.jetbrains.kotlin.config.CompilerConfiguration
import org.jetbrains.kotlin.diagnostics.DiagnosticReporter
import org.jetbrains.kotlin.fir.FirSession
import org.jetbrains.kotlin.fir.analysis.checkers.MppCheckerKind
import org.jetbrains.kotlin.fir.analysis.checkers.context.CheckerContext
import org.jetbrains.kotlin.fir.analysis.checkers.declaration.DeclarationCheckers
import org.jetbrains.kotlin.fir.analysis.checkers.declaration.FirDeclarationChecker
import org.jetbrains.kotlin.fir.analysis.checkers.expression.ExpressionCheckers
import org.jetbrains.kotlin.fir.analysis.checkers.expression.FirExpressionChecker
import org.jetbrains.kotlin.fir.analysis.extensions.FirAdditionalCheckersExtension
import org.jetbrains.kotlin.fir.analysis.getChild
import org.jetbrains.kotlin.fir.declarations.FirConstructor
import org.jetbrains.kotlin.fir.expressions.FirFunctionCall
import org.jetbrains.kotlin.fir.expressions.FirImplicitInvokeCall
import org.jetbrains.kotlin.fir.extensions.FirExtensionRegistrar
import org.jetbrains.kotlin.fir.extensions.FirExtensionRegistrarAdapter
import org.jetbrains.kotlin.fir.references.toResolvedCallableSymbol
import org.jetbrains.kotlin.fir.resolve.getContainingClassSymbol
import org.jetbrains.kotlin.fir.resolve.providers.firProvider
import org.jetbrains.kotlin.fir.scopes.impl.typeAliasConstructorInfo
import org.jetbrains.kotlin.fir.symbols.FirBasedSymbol
import org.jetbrains.kotlin.fir.symbols.SymbolInternals
import org.jetbrains.kotlin.fir.symbols.impl.FirCallableSymbol
import org.jetbrains.kotlin.fir.symbols.impl.FirClassLikeSymbol
import org.jetbrains.kotlin.fir.symbols.impl.FirConstructorSymbol
import org.jetbrains.kotlin.fir.types.ConeErrorType
import org.jetbrains.kotlin.fir.types.resolvedType
import org.jetbrains.kotlin.fir.unwrapFakeOverrides
import org.jetbrains.kotlin.lexer.KtTokens

@OptIn(ExperimentalCompilerApi::class)
class Calls : CompilerPluginRegistrar() {
    override val pluginId get() = "calls"
    override val supportsK2 get() = true

    override fun ExtensionStorage.registerExtensions(configuration: CompilerConfiguration) {
        FirExtensionRegistrarAdapter.registerExtension(object : FirExtensionRegistrar() {
            override fun ExtensionRegistrarContext.configurePlugin() {
                +{ session: FirSession -> Checkers(session) }
            }
        })
    }
}

class Checkers(session: FirSession) : FirAdditionalCheckersExtension(session) {
    override val expressionCheckers = object : ExpressionCheckers() {
        override val functionCallCheckers = setOf(Called)
    }
    override val declarationCheckers = object : DeclarationCheckers() {
        override val constructorCheckers = setOf(Delegated)
    }
}

object Called : FirExpressionChecker<FirFunctionCall>(MppCheckerKind.Common) {
    context(context: CheckerContext, reporter: DiagnosticReporter)
    override fun check(expression: FirFunctionCall) {
        val symbol = expression.calleeReference.toResolvedCallableSymbol() ?: return
        val at = expression.calleeReference.source?.takeIf { it.kind is KtRealSourceElementKind } ?: return
        val homes = homes(symbol)
        // A value of a function type is called by what no text states.
        val isOfValue = expression is FirImplicitInvokeCall && homes == listOf("external")
        if (!isOfValue && expression.explicitReceiver?.resolvedType !is ConeErrorType) write(at.startOffset, homes)
    }
}

/** `class A : B(1)`: a call as well. */
object Delegated : FirDeclarationChecker<FirConstructor>(MppCheckerKind.Common) {
    context(context: CheckerContext, reporter: DiagnosticReporter)
    override fun check(declaration: FirConstructor) {
        val call = declaration.delegatedConstructor ?: return
        val symbol = call.calleeReference.toResolvedCallableSymbol() ?: return
        val at = call.source?.takeIf { it.kind is KtRealSourceElementKind } ?: return
        val path = text(context.containingFile!!.path!!).substring(at.startOffset, at.endOffset).takeWhile { it !in "(<" }
        // The entries of an enumeration name no type where they are made.
        if (path.isBlank()) return
        write(at.startOffset + path.length - path.substringAfterLast('.').length, homes(symbol))
    }
}

private val texts = HashMap<String, String>()

private fun text(path: String) = texts.getOrPut(path) { File(path).readText().replace("\r\n", "\n") }

/** A place as `file:line:column`, in bytes. */
private fun place(path: String, offset: Int): String {
    val before = text(path).substring(0, offset)
    val column = before.substringAfterLast('\n').toByteArray().size + 1
    return "${File(path).absoluteFile.relativeTo(File("").absoluteFile).normalize()}:${before.count { it == '\n' } + 1}:$column"
}

context(context: CheckerContext)
private fun write(offset: Int, homes: List<String>) {
    val site = place(context.containingFile!!.path!!, offset)
    homes.forEach { println("$site -> $it") }
}

/** The lines that declare what is called; none for what the compiler writes itself. */
@OptIn(SymbolInternals::class)
context(context: CheckerContext)
private fun homes(symbol: FirCallableSymbol<*>): List<String> {
    if (symbol !is FirConstructorSymbol) return listOfNotNull(home(symbol.unwrapFakeOverrides()))
    val alias = symbol.fir.typeAliasConstructorInfo
    val constructor = alias?.originalConstructor?.symbol ?: symbol
    val type = constructor.getContainingClassSymbol()
    return listOfNotNull(alias?.typeAliasSymbol, constructor, type).mapNotNull { home(it) }.distinct()
}

context(context: CheckerContext)
private fun home(symbol: FirBasedSymbol<*>): String? {
    val source = symbol.source ?: return "external"
    if (source.kind !is KtRealSourceElementKind) return null
    val path = path(symbol, source) ?: return null
    val name = source.getChild(KtTokens.IDENTIFIER, depth = 1) ?: source.getChild(KtTokens.CONSTRUCTOR_KEYWORD, depth = 1)
    return place(path, (name ?: source).startOffset).substringBeforeLast(':')
}

context(context: CheckerContext)
private fun path(symbol: FirBasedSymbol<*>, source: KtSourceElement): String? {
    val provider = symbol.moduleData.session.firProvider
    val file = when (symbol) {
        is FirCallableSymbol<*> -> provider.getFirCallableContainerFile(symbol)
        is FirClassLikeSymbol<*> -> provider.getFirClassifierContainerFileIfAny(symbol)
        else -> null
    }
    val java = (source as? KtPsiSourceElement)?.psi?.containingFile?.virtualFile?.path
    // What is local is of no other file.
    return file?.sourceFile?.path ?: java ?: context.containingFile?.path
}
