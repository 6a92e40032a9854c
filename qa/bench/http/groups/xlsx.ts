import { setTimeout as delay } from 'node:timers/promises';
import { addDays } from '#contracts/core/dates.ts';
import { END, LINES_PER_HEADER } from '../../data/firm.ts';
import { client, type Client } from '../client.ts';
import { finishedJob } from '../jobs.ts';
import { median } from '../measure.ts';
import { memoryOf, peakOf } from '../memory.ts';
import { withPortal } from '../processes.ts';
import { count, megabytes, number, seconds, type Group } from './section.ts';

const ROWS = 100_000;
const COLUMNS = [
  'data',
  'commessa',
  'wbs',
  'lavorazione',
  'operatore',
  'attrezzatura',
  'quantita',
  'prezzo',
  'produzione',
  'note',
  'utente',
];
/** Milliseconds between two page requests during the export, which simulates several people. */
const EVERY_MS = 10;

/** Measures the export of a long list as a workbook, and the response time of pages meanwhile. */
export const xlsxGroup: Group = {
  name: 'xlsx',
  run: (bench) =>
    withPortal(bench.folder, async ({ portal, token }) => {
      const portalClient = client(portal.base, token);
      try {
        const lines = bench.size.headers * LINES_PER_HEADER;
        const rows = Math.min(ROWS, lines);
        const filtri = { data: { da: addDays(END, -Math.ceil((3650 * rows) / lines)) } };
        const peak = peakOf(portal.pid);
        const idle = memoryOf(portal.pid, 'VmRSS');
        const times: number[] = [];
        const p99 = { quiet: [] as number[], busy: [] as number[] };
        await probe(portalClient, delay(1000));
        for (let round = 0; round < bench.rounds.long + 2; round += 1) {
          p99.quiet.push(await probe(portalClient, delay(Math.max(4000, times.at(-1) ?? 0))));
          const begun = performance.now();
          const job = (await portalClient.call('POST', '/api/esporta', {
            formato: 'xlsx',
            tabella: 'produzione',
            colonne: COLUMNS,
            ordina: 'data',
            filtri,
          })) as { message: { jobId: string } };
          p99.busy.push(await probe(portalClient, finishedJob(portalClient, job)));
          times.push(performance.now() - begun);
          bench.say(
            `  xlsx ${seconds(times.at(-1)!)}; p99 ${number(p99.quiet.at(-1)!)} ms, while it is written ${number(p99.busy.at(-1)!)} ms`,
          );
        }
        const [quiet, busy] = [median(p99.quiet), median(p99.busy)];
        return {
          title: `A list of ${count(rows)} rows as xlsx`,
          intro:
            'A job writes the file while others page through the machines, at most a hundred pages a second. p99 is the wait of those others.',
          head: ['work', 'time', 'p99 without', 'p99 while it is written', 'ratio', 'memory', 'goal'],
          rows: [
            [
              `xlsx, ${COLUMNS.length} columns`,
              seconds(median(times)),
              `${number(quiet)} ms`,
              `${number(busy)} ms`,
              `${number(busy / quiet)} ×`,
              `${megabytes(peak.end())} (at rest ${megabytes(idle)})`,
              '< 1.2 ×',
            ],
          ],
        };
      } finally {
        portalClient.close();
      }
    }),
};

/** Requests pages until `end` settles; returns the 99th percentile of their response times in milliseconds. */
async function probe(portalClient: Client, end: Promise<unknown>): Promise<number> {
  let ended = false;
  const over = end.finally(() => (ended = true));
  const times: number[] = [];
  while (!ended) {
    const begun = performance.now();
    await portalClient.call('GET', `/api/macchinari?pagina=${1 + (times.length % 3)}&righe=20`);
    times.push(performance.now() - begun);
    await delay(EVERY_MS);
  }
  await over;
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
}
