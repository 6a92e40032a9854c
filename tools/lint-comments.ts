import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Rule for doc comments: the first sentence says what a function does or what a value is. A comment that
 * begins with one of these words names no subject, and has to be read twice.
 */
const ROOMS = ['contracts', 'services', 'projections', 'workers', 'web', 'test', 'tools', 'bench'];
const RIDDLE = /\/\*\*[\s*]*(What|Who|Whose|Whom|Where|How|Those|Which)\b/g;

/** Returns the lines of doc comments that begin with a word of the list. */
export const riddles = (text: string): { line: number; word: string }[] =>
  [...text.matchAll(RIDDLE)].map(({ index, 1: word }) => ({ line: text.slice(0, index).split('\n').length, word: word! }));

if (import.meta.main) {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...ROOMS], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file));
  const findings = files.flatMap((file) => riddles(readFileSync(file, 'utf8')).map((found) => ({ file, ...found })));
  for (const { file, line, word } of findings)
    console.error(`${file}:${line}  a doc comment begins with "${word}": say what the function does, or what the value is`);
  if (findings.length > 0) process.exitCode = 1;
}
