import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { client, type Client } from '../client.ts';
import { median, round, roundWhile, type Figures } from '../measure.ts';
import { withPortal } from '../processes.ts';
import { count, number, seconds, type Bench, type Group } from './section.ts';

const RECORDS = 2000;
const WRITERS = 2;
/** Milliseconds between two polls of the job's state. */
const ASKED_EVERY = 50;

/** A register whose records the benchmark changes. */
interface ChangedRegister {
  path: string;
  /** Property of the request's body that contains the record. */
  body: string;
  /** Returns the values of a new record. `name` is unique. */
  make(name: string): Record<string, string | number>;
  /** Field that is the key, if the portal does not assign numbers. */
  key?: string;
  /** Returns the new values of the fields, which differ in each round. */
  change(round: number): Record<string, string | number>;
}

const describe = (round: number) => ({ descrizione: `cambiata ${round} ${randomUUID()}` });

const REGISTERS: readonly ChangedRegister[] = [
  { path: 'accise', body: 'accise', make: () => ({ ore: 1 }), change: (round) => ({ ore: 2 + round }) },
  {
    path: 'manutenzioni',
    body: 'manutenzione',
    make: (descrizione) => ({ matricola: 'B0001', data: '2026-11-20', descrizione, ore_km: 12.5 }),
    change: describe,
  },
  {
    path: 'macchinari',
    body: 'macchinario',
    make: (matricola) => ({ matricola, descrizione: 'misura' }),
    key: 'matricola',
    change: describe,
  },
];

/** Measures a change of 2,000 records, and the writes of two people meanwhile. */
export const changeManyGroup: Group = {
  name: 'modifiche',
  run: (bench) =>
    withPortal(bench.folder, async ({ portal, token }) => {
      const writer = client(portal.base, token);
      try {
        const rows: string[][] = [];
        for (const register of REGISTERS) rows.push(await measure(writer, register, bench));
        return {
          title: 'Changing many records',
          intro: `One change of ${count(RECORDS)} records, from the request to the end of the job, while ${WRITERS} people create records one after another. Before each change the same two people write alone, for as long.`,
          head: ['register', 'change', 'goal', 'p99 of the two alone', 'p99 beside it', 'ratio', 'goal'],
          rows,
        };
      } finally {
        writer.close();
      }
    }),
};

async function measure(writer: Client, register: ChangedRegister, { rounds, say }: Bench): Promise<string[]> {
  const ids = await makeRecords(writer, register);
  const write = () => writer.call('POST', '/api/meccanici', { meccanici: { descrizione: 'misura' } });
  const [alone, beside, times]: [Figures[], Figures[], number[]] = [[], [], []];
  await round({ once: write, writers: WRITERS }, rounds.ms);
  for (let i = 0; i < rounds.long; i += 1) {
    alone.push(await round({ once: write, writers: WRITERS }, times.at(-1) ?? 5000));
    const change = changeAll(writer, register, ids, i);
    let going = true;
    const done = change.finally(() => (going = false));
    beside.push(await roundWhile({ once: write, writers: WRITERS }, () => going));
    times.push(await done);
    say(
      `  ${register.path}: ${seconds(times.at(-1)!)}, p99 ${number(alone.at(-1)!.p99)} ms alone, ${number(beside.at(-1)!.p99)} ms beside`,
    );
  }
  const [before, during] = [alone, beside].map((figures) => median(figures.map(({ p99 }) => p99))) as [number, number];
  return [
    register.path,
    seconds(median(times)),
    '< 10 s',
    `${number(before)} ms`,
    `${number(during)} ms`,
    `${number(during / before)} ×`,
    '< 1.5 ×',
  ];
}

/** Creates the records to change; returns their keys. */
async function makeRecords(writer: Client, { path, body, make, key }: ChangedRegister): Promise<(string | number)[]> {
  const run = randomUUID().slice(0, 8).toUpperCase();
  const keys: (string | number)[] = [];
  const makeNext = async (): Promise<void> => {
    while (keys.length < RECORDS) {
      const at = keys.push(0) - 1;
      const values = make(`MISURA ${run} ${at}`);
      const { message } = (await writer.call('POST', `/api/${path}`, { [body]: values })) as { message: { insertId: number } };
      keys[at] = key === undefined ? message.insertId : values[key]!;
    }
  };
  await Promise.all(Array.from({ length: 16 }, makeNext));
  return keys;
}

/** Changes all records in one request; resolves to the milliseconds until the job is done. */
async function changeAll(
  writer: Client,
  { path, change }: ChangedRegister,
  ids: readonly (string | number)[],
  round: number,
): Promise<number> {
  const begun = performance.now();
  const body = { ids, campi: change(round) };
  const { message } = (await writer.call('POST', `/api/${path}/modifica-insieme`, body)) as { message: { jobId: string } };
  for (;;) {
    const answer = (await writer.call('GET', `/api/processi/${message.jobId}`)) as { message: { status: string; fatti?: number } };
    const { status, fatti } = answer.message;
    if (status === 'done' && fatti === ids.length) return performance.now() - begun;
    if (status === 'done' || status === 'error') throw new Error(`a change of ${path}: ${JSON.stringify(answer.message)}`);
    await delay(ASKED_EVERY);
  }
}
