import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { GRUPPO_AMMINISTRATORI, type Identita, type Permessi } from '#contracts/core/permissions.ts';
import type { Comando, Mittente } from '#contracts/ports/dispatch.ts';
import type { JobQueue } from '#contracts/ports/job-queue.ts';
import { groups } from '#contracts/registers/groups.ts';
import { groupsPermissions } from '#contracts/registers/groups-permissions.ts';
import { apriDatabase, type LettureDatabase } from '#projections/database.ts';
import { PROIEZIONI } from '#projections/index.ts';
import { avviaProiezioni } from '#projections/engine/runner.ts';
import { creaCredenziali } from '#services/platform/identity/credentials.ts';
import { apriSessione } from '#services/platform/identity/sessions.ts';
import { creaApp } from '#services/platform/http/app.ts';
import { archivioSuDisco } from '#services/platform/files/disk-archive.ts';
import { creaDispatch, esegui } from '#services/registers/command-handling.ts';
import { leggiConfig } from '#services/platform/start/config.ts';
import { storePostgres } from '#services/platform/event-store/postgres.ts';
import { attesaProiezioni } from '#services/platform/http/projection-wait.ts';
import { migra } from '#services/platform/postgres/migrations/index.ts';
import type { Dipendenze } from '#services/platform/module.ts';
import { tuttiIModuli } from '#services/modules.ts';
import { numeriPostgres } from '#services/platform/postgres/numbers.ts';
import { conRegole } from '#services/rules.ts';
import type { ScrittureDatabase } from '#services/platform/postgres/write-tables.ts';
import { chiama, type Metodo, type OpzioniChiamata } from './calls.ts';
import { databaseDiProva } from './postgres.ts';

export interface OpzioniPortale {
  /** Instead of a queue that only takes note. */
  jobs?: (parti: Omit<Dipendenze, 'dispatch' | 'jobs'>) => Promise<JobQueue>;
  env?: Record<string, string>;
  /** Told every line of the log. */
  log?: (riga: string) => void;
}

/** Someone who has logged in. */
export interface Persona {
  memberID: string;
  groupID: number;
  token: string;
}

export type PortaleDiProva = Awaited<ReturnType<typeof avviaPortaleDiProva>>;

export const SISTEMA: Identita = { memberID: 'sistema', groupID: GRUPPO_AMMINISTRATORI, permessi: {} };

export function mittenteDiProva(identita: Identita = SISTEMA, altro: Partial<Mittente> = {}): Mittente {
  return { identita, commandId: randomUUID(), correlationId: randomUUID(), origine: identita === SISTEMA ? 'sistema' : 'api', ...altro };
}

/** The whole portal on a PostgreSQL of its own, listening on a free port, with people who have logged in. */
export async function avviaPortaleDiProva({ jobs, env = {}, log }: OpzioniPortale = {}) {
  const [database, cartella] = await Promise.all([databaseDiProva(), mkdtemp(join(tmpdir(), 'strato-'))]);
  const { url } = database;
  const { db: scritture, pool } = apriDatabase<ScrittureDatabase>({ url, max: 6, schema: 'public' });
  await migra(scritture);
  const { db: letture } = apriDatabase<LettureDatabase>({ url, max: 6 });
  const store = storePostgres(pool);
  const parti = {
    config: leggiConfig({ NODE_ENV: 'test', SEGRETO: 'segreto-di-prova-lungo-almeno-32-byte', DATI_DIR: cartella, ...env }),
    log: pino({ level: log ? 'trace' : 'silent' }, { write: (riga: string) => log?.(riga) }),
    clock: { now: () => new Date() },
    store, letture, scritture,
    numeri: numeriPostgres(scritture),
    attesa: await attesaProiezioni({ url }),
    files: archivioSuDisco({ cartella: join(cartella, 'archivio'), maxByte: 5_000_000 }),
  };
  const runner = await avviaProiezioni({ store, url, projections: PROIEZIONI, log: parti.log });
  const tranneDispatch = { ...parti, jobs: jobs ? await jobs(parti) : codaCheAnnota() };
  const dip: Dipendenze = { ...tranneDispatch, dispatch: conRegole(tranneDispatch, creaDispatch(tranneDispatch)) };
  const server = await new Promise<Server>((resolve) => {
    const s: Server = creaApp(dip, tuttiIModuli(dip)).listen(0, '127.0.0.1', () => resolve(s));
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    dip, base, url, cartella, runner, server,
    chiama: (metodo: Metodo, path: string, opzioni: OpzioniChiamata & { da?: Persona } = {}) =>
      chiama(base + path, metodo, { ...opzioni, ...(opzioni.da ? { token: opzioni.da.token } : {}) }),
    persona: (opzioni?: NuovaPersona) => nuovaPersona(dip, opzioni),
    cambiaPermessi: (groupID: number, permessi: Permessi) => scriviPermessi(dip, groupID, permessi),
    /** A command of the system's own, waited for. */
    async comanda(comando: Comando, identita: Identita = SISTEMA) {
      const esito = await dip.dispatch(comando, mittenteDiProva(identita, { origine: 'sistema' }));
      if (esito.posizione !== null) await visibile(dip, esito.posizione);
      return esito;
    },
    async ferma(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await runner.ferma();
      await Promise.all([dip.jobs.close(), parti.attesa.chiudi()]);
      await store.close();
      await Promise.all([letture.destroy(), scritture.destroy()]);
      await database.chiudi();
      await rm(cartella, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

export interface NuovaPersona {
  memberID?: string;
  permessi?: Permessi;
  /** Of a group that is there; otherwise one is made for the permissions. */
  groupID?: number;
}

let contatore = 0;

async function nuovaPersona(dip: Dipendenze, { memberID, permessi, groupID }: NuovaPersona = {}): Promise<Persona> {
  contatore += 1;
  const nome = memberID ?? `persona${contatore}`;
  const gruppo = groupID ?? 100 + contatore;
  await scriviPermessi(dip, gruppo, permessi ?? {});
  const comando = { registro: 'users', azione: 'crea', chiave: nome, valori: { groupID: gruppo } } as const;
  const { posizione } = await dip.dispatch(comando, mittenteDiProva());
  await visibile(dip, posizione ?? '');
  const hash = `prova-${contatore}`;
  await creaCredenziali(dip.scritture, nome, hash);
  const token = await apriSessione(dip.scritture, { memberID: nome, groupID: gruppo, ricordami: false, hash, ora: dip.clock.now() });
  if (token === null) throw new Error(`no session for ${nome}`);
  return { memberID: nome, groupID: gruppo, token };
}

/** The group with exactly these permissions, made if it is not there. */
async function scriviPermessi(dip: Dipendenze, groupID: number, permessi: Permessi): Promise<void> {
  const righe = await Promise.all(Object.entries(permessi).map(async ([tableName, livelli]) =>
    ({ permissionID: await dip.numeri.riserva(groupsPermissions.path, randomUUID()), groupID, tableName, ...livelli })));
  const { posizione } = await esegui(dip, {
    stream: `${groups.path}-${groupID}`,
    mittente: mittenteDiProva(),
    decidi: (stato) => [
      ...(stato.size === 0 ? [{ type: groups.events.created, data: { groupID, name: `Gruppo ${groupID}` } }] : []),
      ...[...stato.values()].filter((r) => r.tabella === groupsPermissions.path && r.esiste)
        .map((r) => ({ type: groupsPermissions.events.deleted, data: { permissionID: Number(r.id) } })),
      ...righe.map((data) => ({ type: groupsPermissions.events.created, data })),
    ],
  });
  if (posizione !== null) await visibile(dip, posizione);
}

async function visibile(dip: Dipendenze, posizione: string): Promise<void> {
  if (!(await dip.attesa.finoA(posizione, 20_000))) throw new Error('the read tables did not follow');
}

function codaCheAnnota(): JobQueue & { richieste: unknown[] } {
  const richieste: unknown[] = [];
  return {
    richieste,
    async accoda(richiesta) {
      richieste.push(richiesta);
      return `job-${richieste.length}`;
    },
    async riprova() {
      return false;
    },
    async conteggi() {
      return { queued: richieste.length, running: 0, done: 0, error: 0 };
    },
    async close() {},
  };
}
