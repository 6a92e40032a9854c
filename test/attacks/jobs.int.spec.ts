import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Processo } from '#contracts/modules/processi.ts';
import { startTestPortal, type Person, type TestPortal } from '../portal.ts';
import { realQueue, workersOf } from '../workers.ts';

const ALL = { allowInsert: 1, allowView: 3, allowEdit: 3, allowDelete: 3 } as const;
const WAIT = { timeout: 150_000, interval: 100 };

describe('Attacchi con le operazioni', { timeout: 200_000 }, () => {
  let portal: TestPortal;
  let workers: { stop(): Promise<void> };
  let attacker: Person;
  let other: Person;
  let admin: Person;

  beforeAll(async () => {
    portal = await startTestPortal({ jobs: realQueue });
    workers = await workersOf(portal);
    // a person without the right to delete machines may import some and undo the import
    attacker = await portal.person({ permessi: { macchinari: { ...ALL, allowDelete: 0 } } });
    other = await portal.person({ permessi: { macchinari: ALL } });
    admin = await portal.person({ groupID: 2, permessi: { macchinari: ALL } });
  });
  afterAll(async () => {
    await workers?.stop();
    await portal?.stop();
  });

  async function asked(kind: 'prova' | 'importa', prefix: string, rows: number): Promise<string> {
    const form = new FormData();
    const text = `Matricola;Descrizione\n${Array.from({ length: rows }, (_, i) => `${prefix}${i};Sonda ${i}`).join('\n')}\n`;
    form.append('file', new Blob([text]), `${prefix}.csv`);
    const { caricato } = (await portal.call('POST', '/api/importa/file', { as: attacker, body: form })).body.message as {
      caricato: string;
    };
    const body = { caricato, registro: 'macchinari' };
    const rehearsed = (await portal.call('POST', '/api/importa/prova', { as: attacker, body })).body.message as { jobId: string };
    if (kind === 'prova') return rehearsed.jobId;
    await becomes(rehearsed.jobId, 'done');
    return ((await portal.call('POST', '/api/importa', { as: attacker, body })).body.message as { jobId: string }).jobId;
  }
  const state = async (id: string, as = attacker) => (await portal.call('GET', `/api/processi/${id}`, { as })).body.message as Processo;
  const becomes = (id: string, status: Processo['status']) => vi.waitFor(async () => expect((await state(id)).status).toBe(status), WAIT);
  const cancel = async (id: string, as: Person) => (await portal.call('DELETE', `/api/processi/${id}`, { as })).status;

  it('due prove lunghe non fermano un elenco; le annulla chi le ha chieste, e un amministratore, nessun altro', async () => {
    const [first, second] = [await asked('prova', 'L', 20_000), await asked('prova', 'M', 20_000)];
    await becomes(first, 'running');
    const body = { tabella: 'macchinari', colonne: ['matricola'], formato: 'csv' };
    const list = (await portal.call('POST', '/api/esporta', { as: other, body })).body.message as { jobId: string };
    await vi.waitFor(async () => expect((await state(list.jobId, other)).status).toBe('done'), WAIT);
    expect([(await state(first)).status, (await state(second)).status]).toEqual(['running', 'queued']);
    expect((await state(first)).annullabile).toBe(true);
    expect(await cancel(first, other)).toBe(404);
    expect(await cancel(second, admin)).toBe(200);
    expect((await state(second)).messaggio).toBe(`Annullata da ${admin.memberID}`);
    expect(await cancel(first, attacker)).toBe(200);
    const since = performance.now();
    await becomes(first, 'annullato');
    expect(performance.now() - since).toBeLessThan(5000);
    const trail = await sql<{
      cosa: string;
    }>`select cosa from public.accessi where utente = ${admin.memberID} and tipo = 'operazione'`.execute(portal.deps.writeDb);
    expect(trail.rows.map(({ cosa }) => cosa)).toContainEqual(expect.stringContaining('annullamento chiesto'));
    // the same call removes a finished job from the list
    expect(await cancel(first, attacker)).toBe(200);
    expect(await cancel(first, attacker)).toBe(404);
  });

  it('un’importazione annullata a metà non lascia nessun record', async () => {
    const id = await asked('importa', 'I', 200);
    const made = async () =>
      Number((await sql<{ n: string }>`select count(*) as n from public.importazioni_righe`.execute(portal.deps.writeDb)).rows[0]!.n);
    await vi.waitFor(async () => expect(await made()).toBeGreaterThan(5), WAIT);
    expect(await cancel(id, attacker)).toBe(200);
    await becomes(id, 'annullato');
    await portal.deps.readModelWait.until((await portal.deps.store.head())!);
    const { body } = await portal.call('GET', '/api/macchinari?cerca=Sonda&righe=10&pagina=1', { as: other });
    expect(body.totale).toBe(0);
    const imports = (await portal.call('GET', '/api/importazioni', { as: attacker })).body.data as { stato: string }[];
    expect(imports[0]!.stato).toBe('annullata');
  });

  it('un rinomino, una volta chiesto, va fino in fondo', async () => {
    const id = crypto.randomUUID();
    await workers.stop();
    await sql`insert into public.processi (id, tipo, titolo, status, utente, group_id, dati, correlation_id)
      values (${id}, 'rinomina-voce', 'Rinomino', 'queued', ${attacker.memberID}, 3, '{}', 'c')`.execute(portal.deps.writeDb);
    expect(await cancel(id, admin)).toBe(409);
    expect(await state(id)).toMatchObject({ status: 'queued', annullabile: false });
    workers = await workersOf(portal);
  });
});
