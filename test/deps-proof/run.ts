import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { PLANTS } from './plants.ts';

/**
 * Proves that every dependency rule can fail. The program plants violations in a copy of the project and checks that dependency-cruiser
 * reports each of them.
 */
const root = resolve(import.meta.dirname, '..', '..');
const ROOMS = ['contracts', 'services', 'projections', 'workers', 'web', 'test', 'tools', 'qa'];

interface Violation {
  from: string;
  rule: { name: string };
}

function plantedCopy(): string {
  const copy = mkdtempSync(join(tmpdir(), 'strato-deps-proof-'));
  for (const name of [...ROOMS, 'package.json', 'tsconfig.json', '.dependency-cruiser.cjs']) {
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      filter: (source) => !/\/(dist|node_modules)(\/|$)/.test(source.slice(root.length)),
    });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const { path, text } of Object.values(PLANTS).flat()) {
    if (existsSync(join(copy, path))) throw new Error(`${path} exists: a plant must be a file of its own`);
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), text);
  }
  return copy;
}

function cruise(folder: string): Violation[] {
  const out = join(folder, 'violations.json');
  const bin = join(root, 'node_modules', '.bin', 'depcruise');
  spawnSync(process.execPath, [bin, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', '--output-to', out, ...ROOMS], {
    cwd: folder,
    stdio: 'inherit',
  });
  return (JSON.parse(readFileSync(out, 'utf8')) as { summary: { violations: Violation[] } }).summary.violations;
}

function problems(violations: readonly Violation[]): string[] {
  const config = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs')) as { forbidden: { name: string }[] };
  const rules = config.forbidden.map(({ name }) => name);
  const unplanted = rules.filter((name) => !PLANTS[name]).map((name) => `${name}: no violation is planted for this rule`);
  const unknown = Object.keys(PLANTS)
    .filter((name) => !rules.includes(name))
    .map((name) => `${name}: planted, but there is no such rule`);
  const seen = new Set(violations.map(({ from, rule }) => `${rule.name} ${from}`));
  const missed = Object.entries(PLANTS).flatMap(([name, plants]) => {
    const lost = plants.filter(({ path, accomplice }) => !accomplice && !seen.has(`${name} ${path}`));
    return lost.map(({ path }) => `${name}: the violation planted in ${path} was not caught`);
  });
  return [...unplanted, ...unknown, ...missed];
}

const copy = plantedCopy();
try {
  const found = problems(cruise(copy));
  for (const line of found) console.error(line);
  if (found.length > 0) process.exitCode = 1;
  else console.log(`Each of the ${Object.keys(PLANTS).length} rules has caught its planted violation.`);
} finally {
  rmSync(copy, { recursive: true, force: true });
}
