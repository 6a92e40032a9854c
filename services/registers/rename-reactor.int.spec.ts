import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { EVERYTHING, GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { makeReferences } from '../../test/make-references.ts';
import { startTestPortal, type Person, type TestPortal } from '../../test/portal.ts';
import { realQueue, workersOf } from '../../test/workers.ts';

let portale: TestPortal;
let admin: Person;
let workers: { stop(): Promise<void> };

beforeAll(async () => {
  portale = await startTestPortal({ jobs: realQueue });
  await makeReferences(portale, { tipologia: ['DUMPER'] });
  admin = await portale.person({ groupID: GRUPPO_AMMINISTRATORI, permessi: { macchinari: EVERYTHING, manutenzioni: EVERYTHING } });
  workers = await enable();
});
afterAll(async () => {
  await workers?.stop();
  await portale?.stop();
});

const enable = () => {
  const { config, store } = portale.deps;
  return workersOf(portale, {
    resultsFolder: config.DATI_DIR,
    lockDuration: 2000,
    reactions: { store, reactors: portale.modules.flatMap((module) => module.reactors ?? []) },
  });
};
const post = async (path: string, body: object) => (await portale.call('POST', path, { as: admin, body })).body.message.insertId;
const row = async (path: string, key: unknown) =>
  (await portale.call('GET', `/api/${path}?chiave=${String(key)}`, { as: admin })).body.data[0];
const history = async (path: string, id: unknown) =>
  (await portale.call('GET', `/api/storico?tabella=${path}&id=${String(id)}`, { as: admin })).body.data;

describe('rinominare una voce di un elenco', () => {
  it('i record che la nominano la seguono, con il portale come autore e il motivo, e si vede come processo', async () => {
    const id = await post('/api/tipologia', { tipologia: { tipologia: 'PERFORATRICE' } });
    await post('/api/macchinari', { macchinario: { matricola: 'R1', tipologia: 'PERFORATRICE' } });
    await post('/api/macchinari', { macchinario: { matricola: 'R2', tipologia: 'DUMPER' } });
    await portale.call('PUT', '/api/tipologia', { as: admin, body: { tipologia: { id, tipologia: 'PERFORATRICI' } } });
    await vi.waitFor(async () => expect((await row('macchinari', 'R1')).tipologia).toBe('PERFORATRICI'), { timeout: 20_000 });
    expect((await row('macchinari', 'R2')).tipologia).toBe('DUMPER');
    const [last] = await history('macchinari', 'R1');
    expect(last).toMatchObject({
      utente: 'sistema',
      motivo: 'rinominato: PERFORATRICE → PERFORATRICI',
      campi: [{ campo: 'tipologia', prima: 'PERFORATRICE', dopo: 'PERFORATRICI' }],
    });
    const jobs = (await portale.call('GET', '/api/processi', { as: admin })).body.data;
    expect(jobs[0]).toMatchObject({
      tipo: 'rinomina-voce',
      titolo: 'Rinomina tipologia: PERFORATRICE → PERFORATRICI',
      utente: admin.memberID,
    });
  });

  it('una manutenzione dovuta resta dovuta con il nome nuovo, e il lavoro registrato con quello la chiude', async () => {
    const id = await post('/api/elencoManutenzioni', { elencoManutenzioni: { Descrizione: 'Cambio Olio' } });
    await post('/api/elencoManutenzioni', { elencoManutenzioni: { Descrizione: 'Filtro' } });
    await post('/api/macchinari', { macchinario: { matricola: 'R3', ore_km: 500 } });
    const manutenzione = await post('/api/manutenzioni', {
      manutenzione: { matricola: 'R3', data: '2026-01-10', manutenzione: 'Filtro, Cambio Olio', ore_km: 100, ore_scadenza: 400 },
    });
    await portale.call('PUT', '/api/elencoManutenzioni', {
      as: admin,
      body: { elencoManutenzioni: { ID: id, Descrizione: 'Cambio Olio Motore' } },
    });
    await vi.waitFor(async () => expect((await row('manutenzioni', manutenzione)).manutenzione).toBe('Filtro, Cambio Olio Motore'), {
      timeout: 20_000,
    });
    const due = async () =>
      (await portale.call('GET', '/api/scadenzaManutenzioni', { as: admin })).body.data
        .map((r: { manutenzione: string }) => r.manutenzione)
        .toSorted();
    expect(await due()).toEqual(['Cambio Olio Motore', 'Filtro']);
    await post('/api/manutenzioni', {
      manutenzione: { matricola: 'R3', data: '2026-02-10', manutenzione: 'Cambio Olio Motore', ore_km: 510 },
    });
    expect(await due()).toEqual(['Filtro']);
  });

  it('a version from before the renaming comes back with the name of today, a comma in it or not', async () => {
    for (const [matricola, before, after] of [
      ['V1', 'GRU, CINGOLATA', 'GRU SU CINGOLI'],
      ['V2', 'GRU A TORRE', 'GRU FISSA'],
    ] as const) {
      const id = await post('/api/tipologia', { tipologia: { tipologia: before } });
      await post('/api/macchinari', { macchinario: { matricola, tipologia: before, marca: 'PRIMA' } });
      const change = (macchinario: object) =>
        portale.call('PUT', '/api/macchinari', { as: admin, body: { macchinario: { matricola, ...macchinario } } });
      await change({ tipologia: null, marca: 'DOPO' });
      await portale.call('PUT', '/api/tipologia', { as: admin, body: { tipologia: { id, tipologia: after } } });
      const restored = await portale.call('POST', '/api/storico/ripristina', {
        as: admin,
        body: { tabella: 'macchinari', id: matricola, versione: 1 },
      });
      expect(restored.status).toBe(200);
      expect(await row('macchinari', matricola)).toMatchObject({ tipologia: after, marca: 'PRIMA' });
    }
  });

  it('ripetuto, o ripreso dopo un arresto, non fa nulla una seconda volta', async () => {
    const id = await post('/api/meccanici', { meccanici: { descrizione: 'Rossi' } });
    const manutenzione = await post('/api/manutenzioni', { manutenzione: { matricola: 'R3', data: '2026-03-10', meccanico: 'Rossi' } });
    await workers.stop();
    await portale.call('PUT', '/api/meccanici', { as: admin, body: { meccanici: { id, descrizione: 'Rossi Carlo' } } });
    workers = await enable();
    await vi.waitFor(async () => expect((await row('manutenzioni', manutenzione)).meccanico).toBe('Rossi Carlo'), { timeout: 20_000 });
    const [event] = (await portale.deps.store.read(`meccanici-${id}`)).slice(-1);
    const reactors = portale.modules
      .flatMap((module) => module.reactors ?? [])
      .filter((reactor) => reactor.events.includes(String(event?.type)));
    for (const reactor of reactors) if (event) await reactor.react(event);
    expect(await history('manutenzioni', manutenzione)).toHaveLength(2);
    expect(
      (await portale.call('GET', '/api/processi', { as: admin })).body.data.filter((job: { titolo: string }) =>
        job.titolo.includes('Rossi'),
      ),
    ).toHaveLength(1);
  });
});
