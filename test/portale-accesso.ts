import { createHash } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import pino from 'pino';
import { registro } from '#contracts/registri/index.ts';
import type { AnyRegister } from '#contracts/registri/define-register.ts';
import { apriDatabase, type LettureDatabase } from '#projections/database.ts';
import { proiezioneRegistro } from '#projections/registri/register.projection.ts';
import { databaseDiProva } from './postgres.ts';
import { creaApp } from '#services/app.ts';
import { creaDispatch } from '#services/command-handling.ts';
import { leggiConfig } from '#services/config.ts';
import { storeMemoria } from '#services/event-store/memory.ts';
import { moduloGruppi } from '#services/gruppi/modulo.ts';
import { migra } from '#services/migrazioni/index.ts';
import type { Dipendenze } from '#services/module.ts';
import { numeriPostgres } from '#services/numeri.ts';
import type { ScrittureDatabase } from '#services/scritture.ts';
import { moduloUtenti } from '#services/utenti/modulo.ts';
import { moduloAccesso } from '#services/accesso/modulo.ts';
import { conRegoleAccesso } from '#services/accesso/regole.ts';
import { tentativiInMemoria, type Limiti } from '#services/accesso/tentativi.ts';

export const md5 = (password: string): string => createHash('md5').update(password).digest('hex');

export interface Risposta {
  stato: number;
  headers: Headers;
  corpo: any; // oxlint-disable-line typescript/no-explicit-any -- whatever the call answers
}

type Metodo = 'GET' | 'POST' | 'PUT' | 'DELETE';

const ACCESSO = ['users', 'groups', 'groupsPermissions'].map((path) => registro(path) as AnyRegister);

/** The access part of the portal on a PostgreSQL of its own, with a clock that tests move. */
export async function avviaProva({ limiti, env }: { limiti?: Limiti; env?: Record<string, string> } = {}) {
  const database = await databaseDiProva();
  const { db: letture } = apriDatabase<LettureDatabase>({ url: database.url, max: 5 });
  const { db: scritture } = apriDatabase<ScrittureDatabase>({ url: database.url, max: 5, schema: 'public' });
  await migra(scritture);
  await sql`create schema letture`.execute(scritture);
  for (const def of ACCESSO) await proiezioneRegistro(def).crea(letture);
  const store = storeMemoria();
  const log: string[] = [];
  const orologio = { ora: new Date('2026-03-02T08:00:00Z') };
  const parti = {
    config: leggiConfig({ NODE_ENV: 'test', ...env }),
    log: pino({ level: 'trace' }, { write: (riga: string) => void log.push(riga) }),
    clock: { now: () => orologio.ora },
    store, letture, scritture,
    numeri: numeriPostgres(scritture),
    attesa: { finoA: proietta(store, letture) },
    files: {} as Dipendenze['files'],
    jobs: {} as Dipendenze['jobs'],
  };
  const dip: Dipendenze = { ...parti, dispatch: conRegoleAccesso(parti, creaDispatch(parti)) };
  const app = creaApp(dip, [moduloAccesso(dip, tentativiInMemoria(limiti)), moduloUtenti(dip), moduloGruppi(dip)]);
  const server = await new Promise<Server>((resolve) => {
    const s: Server = app.listen(0, '127.0.0.1', () => resolve(s));
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    dip, log, orologio, database,
    chiama: (metodo: Metodo, path: string, opzioni?: { token?: string; corpo?: unknown; headers?: Record<string, string> }) => chiama(base + path, metodo, opzioni),
    /** The token of a login that must succeed. */
    async entra(username: string, password: string, ricordami = false): Promise<string> {
      const { stato, corpo } = await chiama(`${base}/api/login`, 'POST', { corpo: { username, password: md5(password), ricordami } });
      if (stato !== 200) throw new Error(`login of ${username}: ${stato}`);
      return corpo.utente.token as string;
    },
    async ferma(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await Promise.all([letture.destroy(), scritture.destroy()]);
      await database.chiudi();
    },
  };
}

export type Prova = Awaited<ReturnType<typeof avviaProva>>;

async function chiama(url: string, method: Metodo, { token, corpo, headers = {} }: { token?: string; corpo?: unknown; headers?: Record<string, string> } = {}): Promise<Risposta> {
  const risposta = await fetch(url, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(corpo === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(corpo === undefined ? {} : { body: typeof corpo === 'string' ? corpo : JSON.stringify(corpo) }),
  });
  const testo = await risposta.text();
  return { stato: risposta.status, headers: risposta.headers, corpo: testo === '' ? null : JSON.parse(testo) };
}

/** Brings the read tables up to the log when a write waits for them: no runner, no waiting. */
function proietta(store: Dipendenze['store'], letture: Dipendenze['letture']): Dipendenze['attesa']['finoA'] {
  let fatta: string | null = null;
  let turno: Promise<unknown> = Promise.resolve();
  const avanza = async (): Promise<void> => {
    const testa = await store.head();
    if (testa === null || testa === fatta) return;
    for await (const lotto of store.readAll(fatta, AbortSignal.timeout(10_000))) {
      await letture.transaction().execute(async (tx) => {
        for (const def of ACCESSO) await proiezioneRegistro(def).applica(tx, lotto);
      });
      fatta = lotto.at(-1)?.position ?? fatta;
      if (fatta !== null && fatta >= testa) return;
    }
  };
  return async () => {
    turno = turno.then(avanza);
    await turno;
    return true;
  };
}
