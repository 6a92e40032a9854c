import { setTimeout as delay } from 'node:timers/promises';
import { median } from '../measure.ts';
import { memoryOf } from '../memory.ts';
import { startPortal } from '../processes.ts';
import { megabytes, seconds, type Group } from './section.ts';

const REST_MS = 15_000;

/** Measures the process itself: memory when idle, and a start on existing data. */
export const processGroup: Group = {
  name: 'processo',
  async run({ folder, rounds, say }) {
    const starts: number[] = [];
    const memories: number[] = [];
    for (let round = 0; round <= rounds.long; round += 1) {
      const portal = await startPortal(folder);
      try {
        // the first start is not measured, since its files are not in the page cache
        if (round > 0) starts.push(portal.startMs);
        if (round > 0) await delay(REST_MS);
        memories.push(memoryOf(portal.pid, 'VmRSS'));
        say(`  start ${seconds(portal.startMs)}, ${megabytes(memories.at(-1)!)}`);
      } finally {
        await portal.stop();
      }
    }
    return {
      title: 'The process',
      intro:
        'API, projections and jobs in one process, as `make run` starts them, on the data above. The start ends with the first `GET /api/salute` that answers `ok`, PostgreSQL included. Memory is resident memory after fifteen seconds at rest, without PostgreSQL.',
      head: ['work', 'measured', 'goal'],
      rows: [
        ['start on existing data', seconds(median(starts)), '< 1.5 s'],
        ['memory at rest', megabytes(median(memories.slice(1))), '< 200 MB'],
      ],
    };
  },
};
