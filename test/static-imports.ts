import { readFileSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import ts from 'typescript';

const ROOT = resolve(import.meta.dirname, '..');
const OURS = /^(\.|#)/;

export const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Lists the modules that a file loads statically: without type imports and dynamic imports, which are separate bundles. */
function loadedBy(path: string, text: string): string[] {
  return ts
    .createSourceFile(path, text, ts.ScriptTarget.Latest)
    .statements.flatMap((one) => {
      if (ts.isImportDeclaration(one)) return one.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword ? [] : [one.moduleSpecifier];
      return ts.isExportDeclaration(one) && !one.isTypeOnly && one.moduleSpecifier ? [one.moduleSpecifier] : [];
    })
    .map((specifier) => (specifier as ts.StringLiteral).text);
}

/**
 * Returns the packages that a file of the project loads statically, each with the chain of files that leads to the import. `planted`:
 * replacement texts of files.
 */
export function packagesOf(entry: string, planted: Readonly<Record<string, string>> = {}): Map<string, string[]> {
  const found = new Map<string, string[]>();
  walk([entry], planted, (specifier, way) => found.set(specifier, found.get(specifier) ?? [...way]));
  return found;
}

/** Returns the files of the project that the given files load statically, including the given files. */
export const filesOf = (entries: readonly string[]): string[] => [...walk(entries, {}, () => undefined)];

function walk(
  entries: readonly string[],
  planted: Readonly<Record<string, string>>,
  foreign: (specifier: string, way: readonly string[]) => unknown,
): Set<string> {
  const seen = new Set<string>();
  const visit = (path: string, way: readonly string[]): void => {
    if (seen.has(path)) return;
    seen.add(path);
    const here = [...way, path];
    for (const specifier of loadedBy(path, planted[path] ?? textOf(path))) {
      if (!OURS.test(specifier)) foreign(specifier, here);
      else visit(normalize(specifier.startsWith('#') ? specifier.slice(1) : join(dirname(path), specifier)), here);
    }
  };
  for (const entry of entries) visit(entry, []);
  return seen;
}
