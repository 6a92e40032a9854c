import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from '../../test/portal.ts';
import { createShutdown } from '../platform/start/shutdown.ts';
import { scratchPlace } from './scratch-place.ts';

const log = pino({ level: 'silent' });
let portale: TestPortal;
let folder: string;
beforeAll(async () => {
  portale = await startTestPortal();
  folder = await mkdtemp(join(tmpdir(), 'strato-prova-'));
}, 60_000);
afterAll(async () => {
  await portale.stop();
  await rm(folder, { recursive: true, force: true });
});

it('chi aspetta che un’altra prova finisca trova il suo posto, e quella che finisce non glielo toglie', { timeout: 120_000 }, async () => {
  const config = { ...portale.deps.config, DATI_DIR: folder } as Parameters<typeof scratchPlace>[0];
  const [first, second] = [createShutdown(log), createShutdown(log)];
  await scratchPlace(config, log, first);
  await expect(scratchPlace(config, log, createShutdown(log))).rejects.toThrow('under way already');
  const waiting = scratchPlace(config, log, second, 60_000);
  await first.closeAll();
  const { DATI_DIR } = await waiting;
  expect((await stat(join(DATI_DIR, 'salvataggio'))).isDirectory()).toBe(true);
  const places = await readdir(join(folder, 'prova-ripristino'));
  expect(places.filter((name) => name.startsWith('p-')).map((name) => join(folder, 'prova-ripristino', name))).toEqual([DATI_DIR]);
  await second.closeAll();
  expect(await readdir(join(folder, 'prova-ripristino'))).toEqual(['portale.lock']);
});
