import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pino from 'pino';
import { StoreUnavailable } from '#contracts/ports/event-store.ts';
import { EVERYTHING } from '#contracts/core/permissions.ts';
import { call } from '../../../test/calls.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { createApp } from './app.ts';
import { webService } from './web.ts';
import { createDispatch } from '#services/registers/dispatch.ts';
import type { Dependencies, Module } from '../module.ts';
import { registerModule } from '#services/registers/register-module.ts';
import { catalogue } from '../../../test/catalogue.ts';

const knownRegister = catalogue.registerOrThrow;

const accise = knownRegister('accise');

describe('Il portale in HTTP', () => {
  const rows: string[] = [];
  let portale: TestPortal;
  let anna: Person;

  beforeAll(async () => {
    portale = await startTestPortal({ log: (row) => void rows.push(row) });
    anna = await portale.person({ memberID: 'anna', permessi: { accise: EVERYTHING } });
  });
  afterAll(() => portale?.stop());

  /** Runs `test` with another app on the same database, some of whose dependencies are replaced. */
  async function withApp<T>(
    parts: Partial<Dependencies>,
    modules: (deps: Dependencies) => Module[],
    test: (base: string) => Promise<T>,
    { produzione = false, web }: { produzione?: boolean; web?: RequestHandler } = {},
  ): Promise<T> {
    const deps: Dependencies = {
      ...portale.deps,
      config: { ...portale.deps.config, NODE_ENV: produzione ? 'production' : 'test' },
      ...parts,
    };
    deps.dispatch = createDispatch(deps);
    const server = await new Promise<Server>((resolve) => {
      const s: Server = createApp(deps, modules(deps), web ? { web } : {}).listen(0, '127.0.0.1', () => resolve(s));
    });
    try {
      return await test(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  it('ogni risposta ha le intestazioni di sicurezza, anche un errore', async () => {
    for (const path of ['/api/salute', '/api/niente', '/niente']) {
      const { headers } = await portale.call('GET', path);
      const csp = headers.get('content-security-policy') ?? '';
      expect(csp).toContain("default-src 'self'");
      expect(csp).toContain("script-src 'self';");
      expect(csp).toContain("frame-src 'self'");
      expect(csp).not.toMatch(/script-src[^;]*unsafe|upgrade-insecure/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('permissions-policy')).toMatch(/^camera=\(self\), microphone=\(\)/);
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('strict-transport-security')).toBeNull();
      if (path.startsWith('/api')) expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['no-store', null]);
    }
  });

  it('la pagina dice la sua impronta: tornati a una versione di prima, più vecchia, la si riprende', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'strato-pagina-'));
    await writeFile(join(folder, 'index.html'), '<!doctype html>');
    const web = webService(folder);
    await withApp(
      {},
      () => [],
      async (base) => {
        const { status, headers } = await fetch(base, { headers: { accept: 'text/html' } });
        expect([status, headers.get('etag')]).toEqual([200, expect.stringMatching(/^W\/"/)]);
      },
      { web },
    );
    await rm(folder, { recursive: true });
  });

  it('la pagina può solo ciò che le serve: ogni direttiva, per intero', async () => {
    const { headers } = await portale.call('GET', '/api/salute');
    const direttive = (headers.get('content-security-policy') ?? '')
      .split(';')
      .map((d) => d.trim())
      .toSorted();
    expect(direttive).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'self'",
      "font-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'self'",
      "frame-src 'self'",
      "img-src 'self' data: blob:",
      "object-src 'none'",
      "script-src 'self'",
      "script-src-attr 'none'",
      "style-src 'self'",
      "style-src-attr 'unsafe-inline'",
      "style-src-elem 'self'",
      "worker-src 'self'",
    ]);
    expect(headers.get('referrer-policy')).toBe('same-origin');
    // the policy would block frames and images of the archive's files
    expect(headers.get('cross-origin-embedder-policy')).toBeNull();
  });

  it('dove si arriva per https lo chiede anche per le prossime volte, in produzione o no', async () => {
    const { headers } = await withApp(
      { config: { ...portale.deps.config, PORTALE_URL: 'https://strato.example.it' } },
      () => [],
      (base) => call(`${base}/api/x`, 'GET'),
    );
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  });

  it("l'id di correlazione torna indietro e finisce nell'evento", async () => {
    const r = await portale.call('POST', '/api/accise', { as: anna, body: { accise: {} }, headers: { 'x-correlation-id': 'giro-7' } });
    expect(r.headers.get('x-correlation-id')).toBe('giro-7');
    const [event] = await portale.deps.store.read(`accise-${r.body.message.insertId}`);
    expect(event?.metadata).toMatchObject({ correlationId: 'giro-7', origine: 'api', utente: 'anna', groupID: anna.groupID });
    expect((await portale.call('GET', '/api/salute')).headers.get('x-correlation-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('nei log non finiscono né corpi, né indirizzi con i valori, né token', async () => {
    await portale.call('POST', '/api/accise', { as: anna, body: { accise: { matricola: 'MATRICOLA-SEGRETA' } } });
    await portale.call('GET', '/api/accise?cerca=RICERCA-SEGRETA', { as: anna });
    const log = rows.join('\n');
    expect(log).toContain('/api/accise');
    expect(log).not.toMatch(/SEGRETA/);
    expect(log).not.toContain(anna.token);
  });

  it("una lettura in ritardo non fa fallire una scrittura: lo dice un'intestazione", async () => {
    for (const wait of [{ until: async () => false }, { until: () => Promise.reject(new Error('via')) }]) {
      const r = await withApp(
        { readModelWait: wait },
        (deps) => [registerModule(accise, deps)],
        (base) => call(`${base}/api/accise`, 'POST', { token: anna.token, body: { accise: {} } }),
      );
      expect([r.status, r.headers.get('x-proiezione')]).toEqual([201, 'in-ritardo']);
    }
  });

  it('con il registro degli eventi irraggiungibile: 503 con Retry-After, e la stessa richiesta riesce dopo', async () => {
    let fault = true;
    const { store } = portale.deps;
    const toDays: typeof store = {
      ...store,
      append: (...args) => (fault ? Promise.reject(new StoreUnavailable('via')) : store.append(...args)),
    };
    const headers = { 'idempotency-key': 'riprovo' };
    await withApp(
      { store: toDays },
      (deps) => [registerModule(accise, deps)],
      async (base) => {
        const send = () => call(`${base}/api/accise`, 'POST', { token: anna.token, body: { accise: {} }, headers });
        const before = await send();
        expect([before.status, before.headers.get('retry-after'), before.body.type]).toEqual([503, '5', '/problemi/non-disponibile']);
        fault = false;
        const [second, third] = [await send(), await send()];
        expect(second.status).toBe(201);
        expect(third.body).toEqual(second.body);
      },
    );
  });

  it('un guasto nostro è un 500 in italiano, con la traccia nei log e nessun dato', async () => {
    const written: string[] = [];
    const broken: Module = {
      name: 'rotto',
      routes: [
        {
          method: 'GET',
          path: '/api/rotto',
          permission: 'public',
          description: '',
          handle: async () => {
            throw new Error('valore di Mario\nvisto at Roma');
          },
        },
      ],
    };
    const log = pino({ level: 'trace' }, { write: (row: string) => void written.push(row) });
    const r = await withApp(
      { log },
      () => [broken],
      (base) => call(`${base}/api/rotto`, 'GET'),
    );
    expect([r.status, r.body.type]).toEqual([500, '/problemi/errore-interno']);
    expect(r.text).not.toContain('Mario');
    const row = written.find((s) => s.includes('request failed')) ?? '';
    expect(row).toContain(r.headers.get('x-correlation-id'));
    expect(row).toContain('app.int.spec.ts');
    expect(row).not.toMatch(/Mario|Roma/);
  });

  it('un corpo che non è JSON è rifiutato per quello che è, con o senza la sua lunghezza', async () => {
    const send = (body: RequestInit['body'], headers: Record<string, string>) =>
      fetch(`${portale.base}/api/accise`, {
        method: 'POST',
        headers: { authorization: `Bearer ${anna.token}`, ...headers },
        ...(body === undefined ? {} : { body, duplex: 'half' }),
      } as RequestInit);
    const text = { 'content-type': 'text/plain' };
    expect((await send('{"accise":{}}', text)).status).toBe(415);
    expect((await send(new Blob(['{"accise":{}}']).stream(), text)).status).toBe(415);
    expect((await send('{"accise":{}}', { 'content-type': 'application/vnd.api+json' })).status).toBe(201);
    // without a body the error is about the missing record
    expect((await send(undefined, {})).status).toBe(400);
  });

  it("due moduli per la stessa chiamata fermano l'avvio, con i loro nomi", () => {
    const double = registerModule(accise, portale.deps);
    expect(() => createApp(portale.deps, [double, { ...double, name: 'copia' }])).toThrow(
      /GET \/api\/accise is answered by accise and by copia/,
    );
  });

  it('la documentazione delle chiamate si apre senza sessione e senza niente da fuori', async () => {
    const page = await portale.call('GET', '/api/docs');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).not.toMatch(/<script|https?:\/\//);
    const document = (await portale.call('GET', '/api/docs.json')).body;
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining(['/api/accise', '/api/login', '/api/storico/ripristina', '/api/processi/{id}']),
    );
    expect((await portale.call('GET', '/api/docs.css')).headers.get('content-type')).toContain('text/css');
  });
});
