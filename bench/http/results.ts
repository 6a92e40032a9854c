import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import type { Section } from './groups/section.ts';

/** What a group last said, kept beside the data: a whole run is long, and its groups can be run one at a time. */
interface Kept extends Section {
  /** Calendar date. */
  on: string;
  scale: number;
}

const fileOf = (folder: string): string => join(folder, 'prestazioni.json');

async function readResults(folder: string): Promise<Record<string, Kept>> {
  const text = await readFile(fileOf(folder), 'utf8').catch(() => '{}');
  return JSON.parse(text) as Record<string, Kept>;
}

export async function keepResult(folder: string, name: string, section: Section, scale: number): Promise<void> {
  const results = await readResults(folder);
  results[name] = { ...section, on: new Date().toISOString().slice(0, 10), scale };
  await writeFile(fileOf(folder), `${JSON.stringify(results, null, 2)}\n`);
}

/** docs/prestazioni.md from the last result of each group, in this order; those never run are named. */
export async function pageOf(folder: string, names: readonly string[], dataText: string): Promise<string> {
  const results = await readResults(folder);
  const there = names.flatMap((name) => results[name] ?? []);
  const missing = names.filter((name) => !results[name]);
  return [
    '# Prestazioni',
    'Ciò che una persona incontra: il portale come processo, via HTTP, accanto ai suoi limiti misurati nello stesso giro: PostgreSQL nudo, e le stesse istruzioni dietro `node:http` nudo (senza sessioni, diritti, controlli né storico: il pavimento di qualunque server Node). A turni, mediana dei giri; dove le due parti rispondono la stessa cosa, le risposte sono confrontate. I rapporti sono con `node:http` nudo.',
    `Comando: \`make bench\` (\`SCALA\`, \`GIRI\`, \`BENCH_DIR\`; \`SOLO=registri,home\` per alcune tabelle: \`${names.join('`, `')}\`). Macchina: ${availableParallelism()} × ${cpus()[0]?.model ?? '?'}, Node ${process.versions.node}, PostgreSQL incorporato. ${dataText}`,
    ...there.map(sectionText),
    ...(missing.length > 0 ? [`Non ancora misurati: ${missing.join(', ')}.`] : []),
  ]
    .join('\n\n')
    .concat('\n');
}

function sectionText({ title, intro, head, rows, on, scale }: Kept): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const when = `*${on}${scale === 1 ? '' : `, SCALA=${scale}`}*`;
  return [`## ${title}`, `${intro} ${when}`, [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')].join('\n\n');
}
