import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import type { Section } from './groups/section.ts';

/** Last section of a group, kept beside the data, since groups can be run one at a time. */
interface StoredSection extends Section {
  /** Calendar date. */
  on: string;
  scale: number;
}

const fileOf = (folder: string): string => join(folder, 'performance.json');

async function readResults(folder: string): Promise<Record<string, StoredSection>> {
  const text = await readFile(fileOf(folder), 'utf8').catch(() => '{}');
  return JSON.parse(text) as Record<string, StoredSection>;
}

export async function keepResult(folder: string, name: string, section: Section, scale: number): Promise<void> {
  const results = await readResults(folder);
  results[name] = { ...section, on: new Date().toISOString().slice(0, 10), scale };
  await writeFile(fileOf(folder), `${JSON.stringify(results, null, 2)}\n`);
}

/** Builds docs/explanation/performance.md from the last result of each group, in the order of `names`; lists groups without a result. */
export async function pageOf(folder: string, names: readonly string[], dataText: string): Promise<string> {
  const results = await readResults(folder);
  const sections = names.flatMap((name) => results[name] ?? []);
  const missing = names.filter((name) => !results[name]);
  return [
    '# Performance',
    'Each table compares the portal, as a process over HTTP, with its physical limits. The limits are measured in the same round:',
    '- **bare pg**: the same statement or function, asked of PostgreSQL without HTTP;\n- **bare node:http**: the same work by hand behind `node:http`, without sessions, rights or checks. It is the floor of any Node.js server.',
    'The sides run by turns, and a figure is the median of the rounds. Where both sides answer the same thing, the answers are compared. Ratios are to bare `node:http`. [What was tried](optimisations.md) lists the attempts to be quicker.',
    `Machine: ${availableParallelism()} × ${cpus()[0]?.model ?? '?'}, Node ${process.versions.node}, embedded PostgreSQL. ${dataText}`,
    `Command: \`make bench\`. \`SCALA\` is the size, \`GIRI\` the number of rounds, \`BENCH_DIR\` the folder of the data. \`SOLO=registri,home\` runs some tables only. Their names, in the order below: \`${names.join('`, `')}\`.`,
    ...sections.map(sectionText),
    ...(missing.length > 0 ? [`Not measured yet: ${missing.join(', ')}.`] : []),
  ]
    .join('\n\n')
    .concat('\n');
}

function sectionText({ title, intro, head, rows, on, scale }: StoredSection): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const when = `*${on}${scale === 1 ? '' : `, SCALA=${scale}`}*`;
  return [`## ${title}`, `${intro} ${when}`, [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')].join('\n\n');
}
