import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentIdentity } from '#projections/accesso/accesso.queries.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../../test/portal.ts';
import { pdf } from '../../../../test/samples.ts';
import { importDocuments } from './documents-beside.ts';

const ALL = { allowInsert: 1, allowView: 3, allowEdit: 3, allowDelete: 3 } as const;

describe('Una cartella di documenti accanto', () => {
  let portal: TestPortal;
  let clerk: Person;
  let folder: string;

  beforeAll(async () => {
    portal = await startTestPortal();
    clerk = await portal.person({ permessi: { macchinari: ALL } });
    folder = await mkdtemp(join(tmpdir(), 'strato-documents-'));
    for (const matricola of ['D1', 'D_2'])
      await portal.command({ register: 'macchinari', action: 'create', key: matricola, values: { descrizione: 'x' } });
    await mkdir(join(folder, 'vecchie', 'D1'), { recursive: true });
    await writeFile(join(folder, 'vecchie', 'D1', 'D1_CE.pdf'), pdf('uno'));
    await writeFile(join(folder, 'D_2_CE.pdf'), pdf('due'));
    await writeFile(join(folder, 'D9_CE.pdf'), pdf('di nessuno'));
    await writeFile(join(folder, 'D1_libretto di casa.pdf'), pdf('di nessun campo'));
    await writeFile(join(folder, 'D1_CE.jpg'), 'non è una foto');
    await writeFile(join(folder, 'leggimi.txt'), 'ciao');
  });
  afterAll(async () => {
    await portal?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const row = async (matricola: string) => {
    await portal.deps.readModelWait.until((await portal.deps.store.head())!);
    return (await portal.call('GET', `/api/macchinari?chiave=${matricola}`, { as: clerk })).body.data[0];
  };
  const run = async (as = clerk) => importDocuments(portal.deps, folder, (await currentIdentity(portal.deps.readDb, as.memberID))!);

  it('i file vanno ai record che il loro nome dice, una volta sola; gli altri si elencano', async () => {
    const { placed, skipped: left } = await run();
    expect(placed).toBe(2);
    expect(left.map(({ file }) => file).toSorted()).toEqual(['D1_CE.jpg', 'D1_libretto di casa.pdf', 'D9_CE.pdf', 'leggimi.txt']);
    for (const [matricola, path] of [
      ['D1', 'D1/D1_CE.pdf'],
      ['D_2', 'D_2/D_2_CE.pdf'],
    ])
      expect(Object.values(await row(matricola!))).toContain(path);
    const before = await portal.deps.store.head();
    expect((await run()).placed).toBe(2);
    expect(await portal.deps.store.head()).toBe(before);
    const events = await portal.deps.store.read('macchinari-D1');
    expect(events.at(-1)).toMatchObject({ type: 'DocumentoCaricato.v1', metadata: { origine: 'importazione', utente: clerk.memberID } });
  });

  it('chi non può cambiare il record non gli dà documenti', async () => {
    const reader = await portal.person({ permessi: { macchinari: { ...ALL, allowEdit: 0 } } });
    const before = await portal.deps.store.head();
    expect((await run(reader)).placed).toBe(0);
    expect(await portal.deps.store.head()).toBe(before);
  });
});
