import { setTimeout as delay } from 'node:timers/promises';
import { median } from '../measure.ts';
import { memoryOf } from '../memory.ts';
import { startPortal } from '../processes.ts';
import { megabytes, seconds, type Group } from './section.ts';

const REST_MS = 15_000;

/** What the process itself costs: its memory once nobody asks anything, and a start on data that are there. */
export const processGroup: Group = {
  name: 'processo',
  async run({ folder, rounds, say }) {
    const starts: number[] = [];
    const memories: number[] = [];
    for (let round = 0; round <= rounds.long; round += 1) {
      const portal = await startPortal(folder);
      try {
        // the first one finds cold files
        if (round > 0) starts.push(portal.startMs);
        if (round > 0) await delay(REST_MS);
        memories.push(memoryOf(portal.pid, 'VmRSS'));
        say(`  avvio ${seconds(portal.startMs)}, ${megabytes(memories.at(-1)!)}`);
      } finally {
        await portal.stop();
      }
    }
    return {
      title: 'Il processo',
      intro:
        'API, proiezioni e processi insieme, come li avvia `make run`, sui dati di sopra. L’avvio va dal comando alla prima risposta di `GET /api/salute` che dice che tutto va, PostgreSQL compreso; la memoria è quella residente del portale dopo quindici secondi di riposo, senza PostgreSQL.',
      head: ['lavoro', 'misura', 'da raggiungere'],
      rows: [
        ['avvio su dati esistenti', seconds(median(starts)), '< 1,5 s'],
        ['memoria a riposo', megabytes(median(memories.slice(1))), '< 200 MB'],
      ],
    };
  },
};
