import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AREE } from '#contracts/modules/areas.ts';
import { EVERYTHING } from '#contracts/core/permissions.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { pdf } from '../../../test/samples.ts';
import { installKinds } from './install-kinds.ts';

let portale: TestPortal;
let admin: Person;
const everything = Object.fromEntries(AREE.map((area) => [area, EVERYTHING]));

beforeAll(async () => {
  portale = await startTestPortal();
  await installKinds(portale.deps);
  admin = await portale.person({ groupID: 2, permessi: everything });
});
afterAll(() => portale?.stop());

let n = 0;
async function worker(): Promise<string> {
  const matricola = `E${(n += 1)}`;
  await portale.call('POST', '/api/personale', { as: admin, body: { personale: { matricola, cognome: 'Rossi', nome: 'Mario' } } });
  return matricola;
}
async function renew(id: string, dal: string, content: string): Promise<void> {
  const sent = new FormData();
  for (const [name, value] of Object.entries({ soggetto: 'lavoratore', id, tipo: 'ple', dal })) sent.append(name, value);
  sent.append('file', new Blob([new Uint8Array(pdf(content))]), 'certificato');
  expect((await portale.call('POST', '/api/scadenze/rinnova', { as: admin, body: sent })).status).toBe(200);
}
// oxlint-disable-next-line typescript/no-explicit-any -- whatever the call answers
const chain = async (id: string, more = ''): Promise<any[]> =>
  (await portale.call('GET', `/api/scadenze/catena?soggetto=lavoratore&id=${id}&tipo=ple${more}`, { as: admin })).body.data;
const row = async (id: string) => (await portale.call('GET', `/api/personale?matricola=${id}`, { as: admin })).body.data[0];
const bodyOf = (id: string, { percorso, versione }: { percorso: string; versione: number }, motivo = 'documento di un’altra persona') => ({
  soggetto: 'lavoratore',
  id,
  tipo: 'ple',
  percorso,
  versione,
  motivo,
});
const erase = (body: unknown, { as = admin, headers = {} } = {}) => portale.call('POST', '/api/scadenze/oscura', { as, body, headers });
/** Tells whether a file of the archive, hidden folders included, contains the text. */
async function lies(content: string): Promise<boolean> {
  const folder = resolve(portale.deps.config.ARCHIVIO_DIR ?? join(portale.deps.config.DATI_DIR, 'archivio'));
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && (await readFile(join(entry.parentPath, entry.name))).includes(content)) return true;
  return false;
}
const three = async (): Promise<string> => {
  const id = await worker();
  for (const [at, dal] of ['2014-01-10', '2019-01-10', '2024-01-10'].entries()) await renew(id, dal, `SEGRETO-${id}-${at}`);
  return id;
};

describe('un documento rimosso per sempre', () => {
  it('se l’archivio lo ha perso si dice, e non si racconta una rimozione', async () => {
    const id = await three();
    const lost = (await chain(id))[1];
    await portale.deps.files.erase(lost.percorso, lost.versione);
    expect((await erase(bodyOf(id, lost))).status).toBe(404);
    expect((await chain(id)).every(({ rimosso }) => rimosso === null)).toBe(true);
  });

  it('se un altro lo rimuove mentre lo si legge non c’è più, e non è un guasto', async () => {
    const id = await three();
    const lost = (await chain(id))[1];
    const { files } = portale.deps;
    const { read } = files;
    files.read = async (...asked) => {
      const content = await read(...asked);
      await files.erase(lost.percorso, lost.versione);
      return content;
    };
    try {
      expect((await erase(bodyOf(id, lost))).status).toBe(404);
    } finally {
      files.read = read;
    }
  });

  it('il vecchio: i byte non ci sono più, la catena dice chi e perché, la validità resta', async () => {
    const id = await three();
    const [, middle] = await chain(id);
    const { versione } = await row(id);
    expect(await lies(`SEGRETO-${id}-1`)).toBe(true);
    expect((await erase(bodyOf(id, middle), { headers: { 'If-Match': `"${versione}"` } })).status).toBe(200);
    expect(await lies(`SEGRETO-${id}-1`)).toBe(false);
    expect([await lies(`SEGRETO-${id}-0`), await lies(`SEGRETO-${id}-2`)]).toEqual([true, true]);
    const after = await chain(id, '&giorno=2020-05-05');
    expect(after).toMatchObject([
      { rimosso: null, valido: 0 },
      {
        dal: '2019-01-10',
        al: '2024-01-10',
        valido: 1,
        name: null,
        rimosso: { utente: admin.memberID, motivo: 'documento di un’altra persona' },
      },
      { rimosso: null, valido: 0 },
    ]);
    // the record keeps the newest document and its version, so an open form stays current
    expect(await row(id)).toMatchObject({ versione, ple: expect.stringContaining(`${id}_ple.pdf`) });
    expect(
      (
        await portale.call('POST', '/api/ftp', {
          as: admin,
          body: { operazione: 'prendi', percorso: middle.percorso, versione: middle.versione },
        })
      ).status,
    ).toBe(404);
    const { data } = (await portale.call('GET', `/api/storico?tabella=personale&id=${id}`, { as: admin })).body;
    expect(data[0]).toMatchObject({ evento: 'DocumentoOscurato.v1', motivo: 'documento di un’altra persona', utente: admin.memberID });
    const events = await portale.deps.store.read(`personale-${id}`);
    expect(events.at(-1)!.data['sha256']).toMatch(/^[\da-f]{64}$/);
  });

  it('quello in vigore lascia il suo campo, la data resta; ripristinare non lo riporta', async () => {
    const id = await three();
    const before = await row(id);
    const [now] = await chain(id);
    expect((await erase(bodyOf(id, now))).status).toBe(200);
    expect(await lies(`SEGRETO-${id}-2`)).toBe(false);
    expect(await row(id)).toMatchObject({ ple: null, scadenza_ple: '2029-01-10' });
    expect((await chain(id, '&giorno=2025-01-01'))[0]).toMatchObject({ valido: 1, al: '2029-01-10' });
    const body = { tabella: 'personale', id, versione: before.versione };
    expect((await portale.call('POST', '/api/storico/ripristina', { as: admin, body })).status).toBe(200);
    expect(await row(id)).toMatchObject({ ple: null });
    // a new document gets a new number
    await renew(id, '2025-01-10', `SEGRETO-${id}-3`);
    const [newest] = await chain(id);
    expect(newest.versione).toBeGreaterThan(now.versione);
    expect(newest.rimosso).toBeNull();
    expect(await lies(`SEGRETO-${id}-3`)).toBe(true);
  });

  it('se ne vanno anche le sue copie, e un nome dato prima non apre più niente', async () => {
    const id = await three();
    // restoring puts the same bytes in a second place; renaming the folder leaves both places as they are
    const versione = (await portale.deps.store.read(`personale-${id}`)).find(({ data }) => data['dal'] === '2019-01-10')!.version;
    await portale.call('POST', '/api/storico/ripristina', { as: admin, body: { tabella: 'personale', id, versione } });
    await portale.call('PUT', '/api/personale', { as: admin, body: { personale: { matricola: id, cognome: 'Bianchi' } } });
    const [target] = await chain(id);
    expect(target.percorso).toContain('BIANCHI');
    expect((await portale.call('GET', `/file?file=${target.name}`)).status).toBe(200);
    expect((await erase(bodyOf(id, target))).status).toBe(200);
    expect(await lies(`SEGRETO-${id}-1`)).toBe(false);
    expect((await portale.call('GET', `/file?file=${target.name}`)).status).toBe(404);
    expect((await chain(id)).filter(({ rimosso }) => rimosso !== null).map(({ dal }) => dal)).toContain('2019-01-10');
  });

  it('chiesto due volte non fa niente in più', async () => {
    const id = await three();
    const [, middle] = await chain(id);
    const headers = { 'Idempotency-Key': `oscura-${id}` };
    const answers = await Promise.all([1, 2].map(() => erase(bodyOf(id, middle), { headers })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const again = await erase(bodyOf(id, middle, 'di nuovo'));
    expect([again.status, again.body.message.affectedRows]).toEqual([200, 0]);
    const told = (await portale.deps.store.read(`personale-${id}`)).filter(({ type }) => type === 'DocumentoOscurato.v1');
    expect(told).toHaveLength(1);
  });

  it('solo un amministratore, con il motivo, sulla versione che ha visto, di ciò che c’è', async () => {
    const id = await three();
    const [, middle] = await chain(id);
    for (const groupID of [9, 12, 3]) {
      const other = await portale.person({ groupID, permessi: everything });
      expect([groupID, (await erase(bodyOf(id, middle), { as: other })).status]).toEqual([groupID, 403]);
    }
    const blind = await portale.person({ groupID: 2 });
    expect((await erase(bodyOf(id, middle), { as: blind })).status).toBe(403);
    const keeps = { report: { allowInsert: 1, allowView: 3, allowEdit: 3, allowDelete: 0 } } as const;
    expect((await erase(bodyOf(id, middle), { as: await portale.person({ groupID: 2, permessi: keeps }) })).status).toBe(403);
    // permissions belong to the group, so this restores those of group 2
    await portale.person({ groupID: 2, permessi: everything });
    for (const motivo of ['', '  ', 'a\u0000b', 'x'.repeat(501)]) expect((await erase(bodyOf(id, middle, motivo))).status).toBe(400);
    expect((await erase({ ...bodyOf(id, middle), motivo: undefined })).status).toBe(400);
    expect((await erase(bodyOf(id, middle), { headers: { 'If-Match': '"1"' } })).status).toBe(409);
    expect((await erase(bodyOf('NESSUNO', middle))).status).toBe(404);
    expect((await erase({ ...bodyOf(id, middle), versione: 99 })).status).toBe(404);
    expect((await erase({ ...bodyOf(id, middle), tipo: 'boh' })).status).toBe(400);
    // a file of another record is no link of this chain
    const other = await three();
    expect((await erase({ ...bodyOf(id, (await chain(other))[1]) })).status).toBe(404);
    expect((await chain(id)).every(({ rimosso }) => rimosso === null)).toBe(true);
    expect(await lies(`SEGRETO-${other}-1`)).toBe(true);
  });

  it('ciò che un arresto ha lasciato a metà, il fatto registrato lo finisce', async () => {
    const id = await three();
    const [, middle] = await chain(id);
    const { erase: later } = portale.deps.files;
    portale.deps.files.erase = () => Promise.reject(new Error('killed'));
    try {
      expect((await erase(bodyOf(id, middle))).status).toBe(500);
    } finally {
      portale.deps.files.erase = later;
    }
    expect((await chain(id))[1]!.rimosso).not.toBeNull();
    expect(await lies(`SEGRETO-${id}-1`)).toBe(true);
    const event = (await portale.deps.store.read(`personale-${id}`)).at(-1)!;
    const reactors = portale.modules.flatMap((module) => module.reactors ?? []).filter(({ events }) => events.includes(event.type));
    for (const reactor of [...reactors, ...reactors]) await reactor.react(event);
    expect(await lies(`SEGRETO-${id}-1`)).toBe(false);
  });
});
