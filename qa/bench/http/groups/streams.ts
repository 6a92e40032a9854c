import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { client } from '../client.ts';
import { median, round, type Figures } from '../measure.ts';
import { memoryOf } from '../memory.ts';
import { withPortal } from '../processes.ts';
import { signInAs } from '../session.ts';
import { count, megabytes, number, type Group } from './section.ts';

const STREAMS = 200;
/** Number of sessions of one person, which is the portal's limit. */
const OF_ONE = 20;
const WRITERS = 16;
/** Milliseconds within which the last changes must have arrived. */
const SETTLE_MS = 1000;

const PEOPLE = Array.from({ length: STREAMS }, (_, i) => `bench${Math.floor(i / OF_ONE)}`);

/** Open event streams, with the number of changes that each has received. */
interface OpenStreams {
  changeCounts: number[];
  close(): void;
}

/** Measures writes with and without 200 event streams that receive every change, and the memory that the streams need. */
export const streamsGroup: Group = {
  name: 'eventi',
  run: ({ folder, size, rounds, say }) =>
    withPortal(folder, async ({ portal, database, token }) => {
      const tokens = await signInAs(folder, database, PEOPLE);
      const writer = client(portal.base, token);
      const change = () =>
        writer.call('PUT', '/api/manutenzioni', {
          manutenzione: { id: 1 + Math.floor(Math.random() * Math.min(1000, size.maintenance)), descrizione: `misura ${Math.random()}` },
        });
      const write = { once: change, writers: WRITERS };
      const [without, during, memory, late]: [Figures[], Figures[], number[], number[]] = [[], [], [], []];
      try {
        await round(write, rounds.ms);
        for (let i = 0; i < rounds.rounds; i += 1) {
          without.push(await round(write, rounds.ms));
          const before = memoryOf(portal.pid, 'VmRSS');
          const streams = await listen(portal.base, tokens);
          memory.push(memoryOf(portal.pid, 'VmRSS') - before);
          during.push(await round(write, rounds.ms));
          await delay(SETTLE_MS);
          late.push(new Set(streams.changeCounts).size === 1 && streams.changeCounts[0]! > 0 ? 0 : 1);
          streams.close();
          await delay(SETTLE_MS);
          say(`  round ${i + 1}: ${number(without.at(-1)!.median)} ms without, ${number(during.at(-1)!.median)} ms with streams`);
        }
      } finally {
        writer.close();
      }
      const of = (figures: readonly Figures[], which: keyof Figures) => median(figures.map((one) => one[which]));
      const row = (name: string, which: 'median' | 'p99') => [
        name,
        `${number(of(without, which))} ms`,
        `${number(of(during, which))} ms`,
        number(of(during, which) / of(without, which)),
      ];
      return {
        title: 'Hearing of changes',
        intro: `A change of a record, ${WRITERS} at once, without and with ${count(STREAMS)} open streams of as many sessions, in turns. Each stream hears of every change. Memory is what the process takes more once all streams are open.`,
        head: ['work', 'without streams', `with ${count(STREAMS)}`, 'ratio'],
        rows: [
          row('change, median', 'median'),
          row('change, p99', 'p99'),
          ['memory of the streams', '', megabytes(median(memory)), '≤ 50 MB'],
          ['rounds in which a stream missed a change', '', count(late.reduce((sum, one) => sum + one, 0)), '0'],
        ],
      };
    }),
};

async function listen(base: string, tokens: readonly string[]): Promise<OpenStreams> {
  const agent = new Agent({ maxSockets: tokens.length });
  const { hostname, port } = new URL(base);
  const changeCounts = tokens.map(() => 0);
  const responses = await Promise.all(
    tokens.map(
      (token, i) =>
        new Promise<IncomingMessage>((resolve, reject) => {
          const clientRequest = request(
            { hostname, port, agent, path: '/api/eventi', headers: { authorization: `Bearer ${token}` } },
            (res) => {
              if (res.statusCode !== 200) return reject(new Error(`a stream: ${res.statusCode}`));
              res.on('data', (piece: Buffer) => {
                changeCounts[i]! += piece.toString().split('"tabella"').length - 1;
                resolve(res);
              });
            },
          );
          clientRequest.on('error', reject).end();
        }),
    ),
  );
  return {
    changeCounts,
    close() {
      for (const res of responses) res.destroy();
      agent.destroy();
    },
  };
}
