import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { quietPool, testDatabase } from './postgres.ts';
import { enterFirst, programStore, startProgram } from './program.ts';

/** Outcome of one write: its status, or the way its connection ended. */
type Outcome = number | string;

function write(base: string, token: string, matricola: string, agent: Agent | undefined): Promise<Outcome> {
  const body = JSON.stringify({ macchinario: { matricola, marca: 'Soilmec' } });
  return new Promise((resolve) => {
    const req = request(
      `${base}/api/macchinari`,
      {
        method: 'POST',
        ...(agent ? { agent } : { agent: false }),
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      },
      (res) => {
        res
          .resume()
          .on('end', () => resolve(res.statusCode ?? 0))
          .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
      },
    );
    req.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
    req.end(body);
  });
}

it('fermato in ordine sotto carico: ogni scrittura ha la sua risposta, o non è mai stata fatta', { timeout: 120_000 }, async () => {
  const [database, folder] = await Promise.all([testDatabase(), mkdtemp(join(tmpdir(), 'strato-stop-'))]);
  await chmod(folder, 0o755);
  const env = { DATI_DIR: folder, DATABASE_URL: database.url, LOG_LEVEL: 'warn' };
  const program = await startProgram(env);
  const pool = quietPool({ connectionString: database.url, max: 1 });
  try {
    await program.ready();
    const token = await enterFirst(program.base, folder);
    const outcomes = new Map<string, Outcome>();
    let acknowledged = 0;
    const writer = async (who: number): Promise<void> => {
      // half of them keep their connection, half open one for each request
      const agent = who % 2 === 0 ? new Agent({ keepAlive: true, maxSockets: 1 }) : undefined;
      for (let n = 0; ; n += 1) {
        const matricola = `F${who}-${n}`;
        const outcome = await write(program.base, token, matricola, agent);
        outcomes.set(matricola, outcome);
        if (typeof outcome === 'string') break;
        acknowledged += 1;
        if (acknowledged === 150) program.process.kill('SIGTERM');
      }
      agent?.destroy();
    };
    await Promise.all(Array.from({ length: 48 }, (_, who) => writer(who)));
    expect(await program.exit).toBe(0);

    const store = programStore(env, pool);
    const written = new Set<string>();
    for (const matricola of outcomes.keys()) {
      const events = await store.read(`${macchinari.path}-${matricola}`);
      if (events.length > 0) written.add(matricola);
    }
    await store.close();
    const answered = [...outcomes].filter(([, outcome]) => typeof outcome === 'number');
    const cut = [...outcomes].filter(([, outcome]) => typeof outcome === 'string');
    expect(new Set(answered.map(([, outcome]) => outcome))).toEqual(new Set([201]));
    expect([...written].toSorted()).toEqual(answered.map(([matricola]) => matricola).toSorted());
    // writes without a response must have been refused at the connection, except at most two
    expect(
      cut.map(([, outcome]) => outcome).filter((outcome) => outcome !== 'ECONNREFUSED').length,
      JSON.stringify(cut),
    ).toBeLessThanOrEqual(2);
  } finally {
    program.process.kill('SIGKILL');
    await program.exit;
    await pool.end();
    await database.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
});
