<?php
/**
 * Prints the calls of a small repository as Psalm resolves them: what tests/cases/judged holds. A plugin of it:
 *
 *     cd ROOT; psalm --no-cache --threads=1 -c psalm.xml | grep -e '->' | sort -u
 *
 * where psalm.xml is `<psalm errorLevel="8"><projectFiles><directory name="."/></projectFiles><plugins><plugin
 * filename="…/phpcalls.php"/></plugins></psalm>`. A line is `file:line:column -> file:line of the declaration`, or
 * `-> external`; a construction may lead to the type as well as to its constructor, and a call to several functions, where
 * the value may be of several types.
 */

use PhpParser\Node;
use Psalm\CodeLocation;
use Psalm\Codebase;
use Psalm\Internal\MethodIdentifier;
use Psalm\Plugin\EventHandler\AfterEveryFunctionCallAnalysisInterface;
use Psalm\Plugin\EventHandler\AfterExpressionAnalysisInterface;
use Psalm\Plugin\EventHandler\AfterMethodCallAnalysisInterface;
use Psalm\Plugin\EventHandler\Event\AfterEveryFunctionCallAnalysisEvent;
use Psalm\Plugin\EventHandler\Event\AfterExpressionAnalysisEvent;
use Psalm\Plugin\EventHandler\Event\AfterMethodCallAnalysisEvent;
use Psalm\StatementsSource;
use Psalm\Type\Atomic\TNamedObject;

class PhpCalls implements AfterMethodCallAnalysisInterface, AfterEveryFunctionCallAnalysisInterface, AfterExpressionAnalysisInterface
{
    public static function afterMethodCallAnalysis(AfterMethodCallAnalysisEvent $event): void
    {
        $call = $event->getExpr();
        if ($call->name instanceof Node\Identifier) {
            self::write($event->getStatementsSource(), $call->name, self::method($event->getCodebase(), $event->getDeclaringMethodId()));
        }
    }

    public static function afterEveryFunctionCallAnalysis(AfterEveryFunctionCallAnalysisEvent $event): void
    {
        $call = $event->getExpr();
        if ($call->name instanceof Node\Name) {
            $home = null;
            foreach ($event->getCodebase()->file_storage_provider->getAll() as $file) {
                $home ??= ($file->functions[strtolower($event->getFunctionId())] ?? null)?->location;
            }
            self::write($event->getStatementsSource(), $call->name, $home);
        }
    }

    public static function afterExpressionAnalysis(AfterExpressionAnalysisEvent $event): ?bool
    {
        $call = $event->getExpr();
        $source = $event->getStatementsSource();
        // What Psalm makes of an attribute is of another class.
        if ($call::class === Node\Expr\New_::class && $call->class instanceof Node\Name) {
            foreach ($source->getNodeTypeProvider()->getType($call)?->getAtomicTypes() ?? [] as $type) {
                $classes = $event->getCodebase()->classlike_storage_provider;
                if ($type instanceof TNamedObject && $classes->has($type->value)) {
                    self::write($source, $call->class, $classes->get($type->value)->location);
                    $made = $event->getCodebase()->methods->getDeclaringMethodId(new MethodIdentifier($type->value, '__construct'));
                    $made && self::write($source, $call->class, self::method($event->getCodebase(), (string) $made));
                }
            }
        }
        return null;
    }

    private static function method(Codebase $codebase, string $id): ?CodeLocation
    {
        $method = MethodIdentifier::wrap($id);
        return $codebase->methods->hasStorage($method) ? $codebase->methods->getStorage($method)->location : null;
    }

    private static function write(StatementsSource $source, Node $name, ?CodeLocation $home): void
    {
        $text = $source->getCodebase()->getFileContents($source->getFilePath());
        $written = substr($text, $name->getStartFilePos(), $name->getEndFilePos() + 1 - $name->getStartFilePos());
        // What Psalm puts in the place of other code is written otherwise.
        if (ltrim($written, '\\') !== (string) ($name->getAttribute('originalName') ?? $name)) {
            return;
        }
        $at = $name->getStartFilePos();
        $before = substr($text, 0, $at);
        $site = $source->getFileName() . ':' . (substr_count($before, "\n") + 1) . ':' . ($at - (int) strrpos("\n$before", "\n") + 1);
        $isHere = $home && str_starts_with($home->file_path, getcwd() . '/');
        echo "$site -> ", $isHere ? "$home->file_name:" . $home->getLineNumber() : 'external', "\n";
    }
}
