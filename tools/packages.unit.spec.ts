import { globSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const readJson = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
const root = readJson('package.json');
const checks: string[] = Object.keys(readJson('tools/checks/package.json').devDependencies);
const listed = new Set([...Object.keys(root.dependencies), ...Object.keys(root.devDependencies), ...checks]);

/** Specs and tools. Their imports must be listed in tools/checks or in the portal's package.json. */
const CHECKING = ['**/*.spec.{ts,tsx}', '**/*.testing.{ts,tsx}', '{test,tools,qa}/**/*.ts', '*.config.ts', 'web/*.config.ts'];
const SKIPPED = /(^|\/)(node_modules|dist)$/;
const text = (patterns: string[]): string =>
  globSync(patterns, { cwd: ROOT, exclude: (name) => SKIPPED.test(String(name)) })
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n');

/** Returns the package of an import: `@scope/name/file` belongs to `@scope/name`. */
function packageOf(specifier: string): string {
  const [first = '', second = ''] = specifier.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}

function imported(source: string): Set<string> {
  const found = source.matchAll(/(?:\bfrom|\bimport|\bimport\(|\brequire(?:\.resolve)?\(|resolve\()\s*'([a-z@][^'\s:]*)'/g);
  return new Set([...found].map(([, specifier = '']) => packageOf(specifier)));
}

const typed = (name: string): string => `@types/${name.replace(/^@(.+)\/(.+)$/, '$1__$2')}`;

describe('i pacchetti delle prove e dei controlli', () => {
  const used = imported(text(CHECKING));

  test('ciò che prove e strumenti importano è in un elenco', () => {
    const { packages } = readJson('package-lock.json') as Lock;
    // other words in import positions are texts of a test, or the type check reports them
    const there = [...used].filter((name) => packages[`node_modules/${name}`] && !builtinModules.includes(name));
    expect(there.filter((name) => !listed.has(name) && !listed.has(typed(name)))).toEqual([]);
  });

  test('nessuno è in elenco senza che qualcuno lo usi', () => {
    const commands = `${Object.values<string>(root.scripts).join('\n')}\n${text(['tools/*.sh', '.ci/run', 'vitest.config.ts', '.dependency-cruiser.cjs'])}`;
    const sources = text(['**/*.{ts,tsx,cjs,mjs}']);
    const environments = [...sources.matchAll(/@vitest-environment (\S+)/g)].map(([, name = '']) => name);
    const everything = new Set([...imported(sources), ...environments]);
    const wanted = (name: string): boolean => {
      if (name === '@types/node' || everything.has(name)) return true;
      if (name.startsWith('@types/')) return everything.has(name.slice('@types/'.length)) || listed.has(name.slice('@types/'.length));
      return ['typescript:tsc', 'dependency-cruiser:depcruise']
        .map((pair) => pair.split(':'))
        .concat([[name, name]])
        .some(([of, program = '']) => of === name && new RegExp(`\\b${program}\\b`).test(commands));
    };
    expect(checks.filter((name) => !wanted(name))).toEqual([]);
  });
});

/** Returns the bytes that a package takes on the disk, in whole blocks. */
function sizeOf(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    // nested packages are separate entries in the lock file
    if (entry.isDirectory() && entry.name !== 'node_modules') bytes += sizeOf(path);
    else if (entry.isFile()) bytes += lstatSync(path).blocks * 512;
  }
  return bytes;
}

/** Returns the packages that `make run` installs on a machine whose own Node.js can run the sources. */
function runPackages(): string[] {
  const { packages } = readJson('package-lock.json') as Lock;
  const find = (name: string, from: string): string | null => {
    for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
      const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
      if (packages[path]) return path;
      if (at === '') return null;
    }
  };
  const found = new Set<string>();
  const visit = (path: string): void => {
    const { dependencies, optionalDependencies, peerDependencies, devDependencies } = packages[path] ?? {};
    const wanted = { ...dependencies, ...optionalDependencies, ...peerDependencies, ...(path === '' ? devDependencies : {}) };
    for (const name of Object.keys(wanted)) {
      const next = find(name, path);
      if (next === null || found.has(next)) continue;
      found.add(next);
      visit(next);
    }
  };
  visit('');
  return [...found];
}

interface Lock {
  packages: Record<string, LockedPackage>;
}

interface LockedPackage {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

describe('ciò che make run installa', () => {
  test('pesa quanto dice docs/getting-started.md, entro 5 MB: chi lo fa crescere scrive lì perché', () => {
    const folders = runPackages().map((path) => join(ROOT, path));
    const there = folders.filter((folder) => lstatSync(folder, { throwIfNoEntry: false }) !== undefined);
    const megabytes = there.reduce((sum, folder) => sum + sizeOf(folder), 0) / 2 ** 20;
    const told = Number(
      /packages of `make run`[^|]*\|\s*(\d+) MB/.exec(readFileSync(join(ROOT, 'docs', 'getting-started.md'), 'utf8'))?.[1],
    );
    expect(Math.abs(megabytes - told), `${Math.round(megabytes)} MB`).toBeLessThanOrEqual(5);
  });
});
