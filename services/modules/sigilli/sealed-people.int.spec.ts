import canonicalize from 'canonicalize';
import { strFromU8, unzipSync } from 'fflate';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredEvent } from '#contracts/core/events.ts';
import { EVERYTHING, GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { verifyProof, type Proof } from '#contracts/core/verify-proof.ts';
import { check } from '#projections/engine/verify.ts';
import { readUntil } from '#projections/engine/read-until.ts';
import { isSound, judgeLog } from '#services/cli/judge.ts';
import { openStore } from '#services/dependencies.ts';
import { withPersonale } from '#services/modules/personale/testing.ts';
import { createShutdown } from '#services/platform/start/shutdown.ts';
import { startEventStoreServer, type ServerEventStore } from '../../../test/eventstoredb-server.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';

const mute = pino({ level: 'silent' });

describe.each(['postgres', 'eventstoredb'] as const)('Le persone nel registro (%s)', { timeout: 120_000 }, (kind) => {
  let server: ServerEventStore | undefined;
  let portale: TestPortal;
  let admin: Person;
  let p: ReturnType<typeof withPersonale>;
  const shutdown = createShutdown(mute);
  let proof: Proof;

  beforeAll(async () => {
    server = kind === 'eventstoredb' ? await startEventStoreServer() : undefined;
    portale = await startTestPortal({ env: { EVENTSTORE_URL: server?.url ?? 'postgres' } });
    admin = await portale.person({ groupID: GRUPPO_AMMINISTRATORI, permessi: { report: EVERYTHING, produzione: EVERYTHING } });
    p = withPersonale(portale);
  }, 120_000);
  afterAll(async () => {
    await shutdown.closeAll();
    await portale?.stop();
    await server?.shutdown();
  });

  const recorded = async (): Promise<StoredEvent[]> => {
    const { config } = portale.deps;
    const store = openStore(config, shutdown);
    const events: StoredEvent[] = [];
    for await (const batch of readUntil(store, null, await store.head())) events.push(...batch);
    return events;
  };
  const rebuilt = async (): Promise<void> => {
    await portale.deps.rebuild(() => undefined, new AbortController().signal);
  };
  const verified = async (): Promise<boolean> => {
    const { recorded: store, catalogue, readDb, writeDb } = portale.deps;
    const { equal } = await check({ store, url: portale.url, log: mute, projections: catalogue.projections, upcasts: catalogue.upcasts });
    return equal && isSound(await judgeLog({ store, readDb, writeDb, elsewhere: [] }));
  };
  const proofOf = async (matricola: string): Promise<Proof> => {
    const answer = await fetch(`${portale.base}/api/prova?tabella=personale&id=${matricola}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(answer.status).toBe(200);
    return JSON.parse(strFromU8(unzipSync(new Uint8Array(await answer.arrayBuffer()))['prova.json']!)) as Proof;
  };
  const worker = { cognome: 'Garibaldini', nome: 'Anitella', data_nascita: '1981-04-05', luogo: 'Caprerina', scadenza_ci: '2031-07-08' };
  const TELLTALE = /garibaldin|anitella|1981-04-05|caprerina|2031-07-08/i;

  it('nel registro non stanno in chiaro, nelle tabelle, nello storico e nelle prove sì', async () => {
    const matricola = await p.created(admin, worker);
    expect((await p.carica(admin, matricola, 'ci', undefined, 'GARIBALDIN_ANITELLA')).status).toBe(201);
    expect((await p.cambia(admin, { matricola, luogo: 'Caprerina bis' })).status).toBe(200);
    const operatore = await portale.command({ register: 'operatore', action: 'create', values: { descrizione: 'Garibaldini Anitella' } });
    expect(operatore.key).toBeDefined();
    expect(JSON.stringify(await recorded())).not.toMatch(TELLTALE);
    expect(await p.riga(admin, matricola)).toMatchObject({ ...worker, luogo: 'Caprerina bis', ci: expect.stringContaining('GARIBALDIN') });
    expect(JSON.stringify(await p.storico(admin, matricola))).toMatch(/Caprerina bis/);
    await rebuilt();
    expect(await verified()).toBe(true);
    expect((await portale.call('POST', '/api/sigilli', { as: admin })).status).toBe(201);
    proof = await proofOf(matricola);
    expect(JSON.stringify(proof.eventi)).not.toMatch(TELLTALE);
    const verdict = await verifyProof(proof, canonicalize);
    expect([verdict.buona, verdict.eventi[0]!.aperti]).toEqual([true, worker]);
    expect(JSON.stringify(verdict.eventi)).toMatch(/GARIBALDIN_ANITELLA\/.*_ci.pdf/);
    const [first, ...rest] = proof.eventi;
    const moved = { ...first!, chiavi: { nome: first!.chiavi!['cognome']!, luogo: first!.chiavi!['luogo']! } };
    expect((await verifyProof({ ...proof, eventi: [moved, ...rest] }, canonicalize)).eventi[0]!.aperti).toEqual({ luogo: 'Caprerina' });
  });

  it('dimenticata la persona, tabelle rifatte, storico, confronti e prove non ne dicono niente, e ogni verifica regge', async () => {
    const matricola = proof.id;
    await portale.deps.keys.destroy([`personale/${matricola}`]);
    await rebuilt();
    expect(await verified()).toBe(true);
    const row = await p.riga(admin, matricola);
    expect(row).toMatchObject({
      matricola,
      cognome: 'Lavoratore',
      nome: matricola,
      luogo: 'dimenticato',
      data_nascita: null,
      ci: null,
    });
    expect(JSON.stringify(row)).not.toMatch(TELLTALE);
    const history = JSON.stringify(await p.storico(admin, matricola));
    expect(history).not.toMatch(TELLTALE);
    expect(history).not.toMatch(/"null"/);
    const tomorrow = await portale.call('GET', `/api/personale?al=${new Date().toISOString()}`, { as: admin });
    expect([tomorrow.status, TELLTALE.test(JSON.stringify(tomorrow.body))]).toEqual([200, false]);
    const after = await proofOf(matricola);
    const verdict = await verifyProof(after, canonicalize);
    expect([verdict.buona, verdict.eventi.map(({ aperti }) => aperti)]).toEqual([true, verdict.eventi.map(() => ({}))]);
    // a proof written before remains readable to its owner
    expect((await verifyProof(proof, canonicalize)).eventi[0]!.aperti).toEqual(worker);
  });

  it('di chi è stato dimenticato non si scrive altro di personale', async () => {
    const refused = await p.cambia(admin, { matricola: proof.id, cognome: 'Garibaldini' });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([409, expect.stringContaining('dimenticati')]);
    expect((await p.cambia(admin, { matricola: proof.id, data_fine: '2026-10-01' })).status).toBe(200);
  });
});
