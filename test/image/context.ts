import { readdirSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';

/** A line of .dockerignore. The last matching line decides; `!` includes a path again; a folder matches everything inside. */
interface Line {
  keeps: boolean;
  pattern: string;
}

const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => (line.startsWith('!') ? { keeps: true, pattern: line.slice(1) } : { keeps: false, pattern: line }));

const fits = (path: string, pattern: string): boolean => matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`);

/** Returns the files in the build context of the image, as paths relative to `root`. */
export function buildContext(root: string): string[] {
  const lines = linesOf(readFileSync(join(root, '.dockerignore'), 'utf8'));
  const isKept = (path: string): boolean => lines.findLast(({ pattern }) => fits(path, pattern))?.keeps ?? true;
  return filesBelow(root, '').filter(isKept);
}

const NEVER = new Set(['node_modules', '.git', 'dist']);

function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !NEVER.has(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(root, path) : entry.isFile() ? [path] : [];
    });
}
