import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { signal } from '#services/platform/postgres/postmaster.ts';
import { call, type Answer } from './calls.ts';
import { enterFirst, startProgram } from './program.ts';
import { smallDisk } from './small-disk.ts';

const disk = await smallDisk(256);
const FULL = /^Il disco del portale è pieno/;

it.skipIf(!disk)(
  `il disco dei dati pieno, database compreso: 503 che lo nomina, e torna da sé quando c’è spazio${disk ? '' : ' (saltato: serve il permesso di montare un disco piccolo)'}`,
  { timeout: 180_000 },
  async () => {
    const program = await startProgram({ DATI_DIR: disk!.folder, LOG_LEVEL: 'warn' });
    try {
      await program.ready();
      const token = await enterFirst(program.base, disk!.folder);
      let count = 0;
      const create = () =>
        call(`${program.base}/api/macchinari`, 'POST', {
          token,
          body: { macchinario: { matricola: `P${(count += 1)}`, marca: 'x'.repeat(190) } },
        });
      const health = () => call(`${program.base}/api/salute`, 'GET');
      expect((await create()).status).toBe(201);
      await disk!.fill();
      expect(await health()).toMatchObject({ status: 503, body: { stato: 'non-disponibile', motivo: expect.stringMatching(FULL) } });
      // the database first uses space reserved earlier, and stops when this is used up
      const refused: Answer[] = [];
      const until = Date.now() + 90_000;
      while (refused.length < 20 && Date.now() < until) {
        for (const answer of await Promise.all(Array.from({ length: 32 }, create))) if (answer.status !== 201) refused.push(answer);
      }
      expect(refused.length).toBeGreaterThan(0);
      // a stopped database cannot report the reason, so the portal must check the disk itself
      const pid = await readFile(join(disk!.folder, 'postgres', 'postmaster.pid'), 'utf8').catch(() => null);
      // without the file the full disk has stopped it already
      if (pid !== null) signal(Number(pid.split('\n')[0]), 'SIGQUIT');
      const gone: Answer[] = [];
      for (let round = 0; round < 30; round += 1) {
        gone.push(...(await Promise.all(Array.from({ length: 8 }, create))));
        await delay(20);
      }
      refused.push(...gone.filter(({ status }) => status !== 201));
      expect(
        new Set(refused.map(({ status, body, headers }) => `${status} ${FULL.test(body?.message)} ${headers.has('retry-after')}`)),
      ).toEqual(new Set(['503 true true']));
      const during = await health();
      expect([during.status, during.body.motivo]).toEqual([503, expect.stringMatching(FULL)]);
      await disk!.empty();
      await expect.poll(async () => (await health()).status).toBe(200);
      await expect.poll(async () => (await create()).status).toBe(201);
    } finally {
      program.process.kill('SIGTERM');
      await program.exit;
      await disk!.close();
    }
  },
);
