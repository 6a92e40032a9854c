import { client, type Client } from './client.ts';
import type { Bench } from './groups/section.ts';
import { inTurns, type Figures } from './measure.ts';
import { startBare, type LoadedPortal } from './processes.ts';
import { line, type Row } from './report.ts';

/** One work in three ways: bare pg, the same statements behind bare node:http, and the portal. */
export interface Work {
  name: string;
  /** Goal, as a ratio to bare node:http. */
  goal: string;
  writers?: number;
  pg(): Promise<unknown>;
  http(): Promise<unknown>;
  portal(): Promise<unknown>;
  /** Part of both answers that must be equal. */
  same?(answer: unknown): unknown;
}

export interface Beside {
  mine: Client;
  theirs: Client;
}

/** The portal's calls and the bare server's, for as long as `work` takes. `copy`: the database the bare server writes to, which knows the same session. */
export async function beside<T>(
  { portal, database, token }: LoadedPortal,
  work: (clients: Beside) => Promise<T>,
  copy?: { url: string; token: string },
): Promise<T> {
  const bare = await startBare(database, copy?.url);
  const [mine, theirs] = [client(portal.base, token), client(bare.base, copy?.token)];
  try {
    return await work({ mine, theirs });
  } finally {
    mine.close();
    theirs.close();
    await bare.stop();
  }
}

/** The works one after the other, each in turns; answers the rows of their table. */
export async function measured(
  works: readonly Work[],
  { rounds, say }: Bench,
): Promise<{ rows: string[][]; figures: Map<string, Record<'pg' | 'http' | 'portal', Figures>> }> {
  const rows: string[][] = [];
  const figures = new Map<string, Record<'pg' | 'http' | 'portal', Figures>>();
  for (const work of works) {
    await equal(work);
    const { name, goal, writers = 1 } = work;
    const times = await inTurns(
      { pg: { once: work.pg, writers }, http: { once: work.http, writers }, portal: { once: work.portal, writers } },
      rounds,
    );
    figures.set(name, times);
    rows.push(line({ name, goal, writers, ...times } satisfies Row));
    say(`  ${rows.at(-1)!.join(' | ')}`);
  }
  return { rows, figures };
}

async function equal({ name, same, portal, http }: Work): Promise<void> {
  if (!same) return;
  const [a, b] = [JSON.stringify(same(await portal())), JSON.stringify(same(await http()))];
  if (a !== b) throw new Error(`${name}: the answers differ\n${a.slice(0, 2000)}\n${b.slice(0, 2000)}`);
}
