import { accounted } from '../../accounting.ts';
import { megabytes, number, seconds, type Group } from './section.ts';

/** Half a million movement lines of five thousand people. */
const HALF_A_MILLION = { dipendenti: 5000, ripeti: 8, commesse: 60, seme: 3 };

export const accountingGroup: Group = {
  name: 'contabilita',
  async run({ say }) {
    const { rows, bare, read, whole, peakRead, peakWhole } = await accounted(HALF_A_MILLION);
    const line = (name: string, ms: number, memory: string, goal: string): string[] => [
      name,
      seconds(ms),
      ms === bare ? '' : number(bare / ms),
      memory,
      goal,
    ];
    const table = [
      line('lettura e controllo', read, megabytes(peakRead), '≥ 0,4 di papaparse, < 300 MB'),
      line('lettura, ripartizione e quadratura', whole, megabytes(peakWhole), '< 300 MB'),
      line('papaparse nudo', bare, '', ''),
    ];
    for (const cells of table) say(`  ${cells.join(' | ')}`);
    return {
      title: 'Contabilità lavoratori',
      intro: `${rows.toLocaleString('it-IT')} righe di due file, accanto a un solo passaggio di papaparse sugli stessi file, decodificati allo stesso modo. La memoria è di un processo che non fa altro.`,
      head: ['lavoro', 'tempo', 'velocità rispetto a papaparse', 'memoria', 'da raggiungere'],
      rows: table,
    };
  },
};
