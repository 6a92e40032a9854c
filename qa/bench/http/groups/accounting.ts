import { measureAccounting } from '../../accounting.ts';
import { count, megabytes, number, seconds, type Group } from './section.ts';

/** Size of the generated files: half a million movement lines of five thousand employees. */
const HALF_A_MILLION = { dipendenti: 5000, ripeti: 8, commesse: 60, seme: 3 };

export const accountingGroup: Group = {
  name: 'contabilita',
  async run({ say }) {
    const { rows, bare, read, whole, peakRead, peakWhole } = await measureAccounting(HALF_A_MILLION);
    const line = (name: string, ms: number, memory: string, goal: string): string[] => [
      name,
      seconds(ms),
      ms === bare ? '' : number(bare / ms),
      memory,
      goal,
    ];
    const table = [
      line('reading and checks', read, megabytes(peakRead), '≥ 0.4 of papaparse, < 300 MB'),
      line('reading, allocation and reconciliation', whole, megabytes(peakWhole), '< 300 MB'),
      line('bare papaparse', bare, '', ''),
    ];
    for (const cells of table) say(`  ${cells.join(' | ')}`);
    return {
      title: 'Worker accounting',
      intro: `${count(rows)} lines of two files. The limit is one pass of papaparse over the same decoded files. Memory is that of a process that does nothing else.`,
      head: ['work', 'time', 'speed against papaparse', 'memory', 'goal'],
      rows: table,
    };
  },
};
