import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { stepLine } from '../services/platform/start/steps.ts';

/**
 * Builds the web app if its sources changed since the build in web/dist. Sources are compared by content, since file times change with a
 * clone or a checkout.
 */
const root = resolve(import.meta.dirname, '..');
const stamp = join(root, 'web', 'dist', '.fonti');

function sources(): string[] {
  const files = globSync(['web/**/*', 'contracts/**/*.ts', 'package-lock.json'], {
    cwd: root,
    withFileTypes: true,
    exclude: (entry) => entry.name === 'dist' || entry.name === 'node_modules',
  });
  return files
    .filter((entry) => entry.isFile() && !entry.name.includes('.spec.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const file of sources()) hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

function builtFingerprint(): string {
  try {
    return readFileSync(stamp, 'utf8');
  } catch {
    return '';
  }
}

const current = fingerprint();
if (builtFingerprint() === current) process.exit(0);
const startedAt = performance.now();
if (process.stdout.isTTY) process.stdout.write('  … web app');
execFileSync('npm', ['run', '--silent', 'build:web'], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
writeFileSync(stamp, current);
process.stdout.write(`${process.stdout.isTTY ? '\r' : ''}${stepLine('web app', performance.now() - startedAt)}\n`);
