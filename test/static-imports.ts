import { readFileSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import ts from 'typescript';

const ROOT = resolve(import.meta.dirname, '..');
const OURS = /^(\.|#)/;

export const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Lists the files that a run would load: without types and without dynamic imports, which are bundles of their own. */
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
 * The packages that are loaded with a file of the project, each with the files on the way to it.
 * `planted`: files as they would be with another text.
 */
export function packagesOf(entry: string, planted: Readonly<Record<string, string>> = {}): Map<string, string[]> {
  const found = new Map<string, string[]>();
  walk([entry], planted, (specifier, way) => found.set(specifier, found.get(specifier) ?? [...way]));
  return found;
}

/** The files of the project that are loaded with these, these too. */
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
