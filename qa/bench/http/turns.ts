import { client, type Client } from './client.ts';
import type { Bench } from './groups/section.ts';
import { inTurns, type Figures } from './measure.ts';
import { startBare, type LoadedPortal } from './processes.ts';
import { line, type Row } from './report.ts';

/** An operation in three implementations: plain pg, the same statements behind plain node:http, and the portal. */
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
  portalClient: Client;
  bareClient: Client;
}

/**
 * Runs `work` with clients of the portal and of the baseline server. `copy`: the database to which the baseline writes, with a token valid
 * there.
 */
export async function beside<T>(
  { portal, database, token }: LoadedPortal,
  work: (clients: Beside) => Promise<T>,
  copy?: { url: string; token: string },
): Promise<T> {
  const bare = await startBare(database, copy?.url);
  const [portalClient, bareClient] = [client(portal.base, token), client(bare.base, copy?.token)];
  try {
    return await work({ portalClient, bareClient });
  } finally {
    portalClient.close();
    bareClient.close();
    await bare.stop();
  }
}

/** Measures the operations one after another, each with alternating implementations; returns the table's rows and the figures. */
export async function measureWorks(
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
