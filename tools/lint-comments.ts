import { readFileSync } from 'node:fs';
import { sourceFiles } from './source-files.ts';

/**
 * Matches a doc comment that begins with a word that names no subject. Its first sentence should say what the function does or what the
 * value is.
 */
const RIDDLE = /\/\*\*[\s*]*(What|Who|Whose|Whom|Where|How|Those|Which)\b/g;

/** Returns the lines of doc comments that begin with a word of the list. */
export const riddles = (text: string): { line: number; word: string }[] =>
  [...text.matchAll(RIDDLE)].map(({ index, 1: word }) => ({ line: text.slice(0, index).split('\n').length, word: word! }));

if (import.meta.main) {
  const findings = sourceFiles().flatMap((file) => riddles(readFileSync(file, 'utf8')).map((found) => ({ file, ...found })));
  for (const { file, line, word } of findings)
    console.error(`${file}:${line}  a doc comment begins with "${word}": say what the function does, or what the value is`);
  if (findings.length > 0) process.exitCode = 1;
}
