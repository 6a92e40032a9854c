import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pino from 'pino';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StoreUnavailable } from '#contracts/ports/event-store.ts';
import type { Permesso } from '#contracts/core/permissions.ts';
import { chiama } from '../../../test/calls.ts';
import { avviaPortaleDiProva, type Persona, type PortaleDiProva } from '../../../test/portal.ts';
import { creaApp } from './app.ts';
import { creaDispatch } from '#services/registers/command-handling.ts';
import type { Dipendenze, Module } from '../module.ts';
import { registerModule } from '#services/registers/register-module.ts';
import { registro } from '#contracts/registers/index.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';

const TUTTO: Permesso = { allowInsert: 1, allowView: 3, allowEdit: 3, allowDelete: 3 };
const accise = registro('accise') as AnyRegister;

describe('Il portale in HTTP', () => {
  const righe: string[] = [];
  let portale: PortaleDiProva;
  let anna: Persona;

  beforeAll(async () => {
    portale = await avviaPortaleDiProva({ log: (riga) => void righe.push(riga) });
    anna = await portale.persona({ memberID: 'anna', permessi: { accise: TUTTO } });
  });
  afterAll(() => portale?.ferma());

  /** Another app on the same database, with parts of it replaced. */
  async function conApp<T>(parti: Partial<Dipendenze>, moduli: (dip: Dipendenze) => Module[], prova: (base: string) => Promise<T>, produzione = false): Promise<T> {
    const dip: Dipendenze = { ...portale.dip, config: { ...portale.dip.config, NODE_ENV: produzione ? 'production' : 'test' }, ...parti };
    dip.dispatch = creaDispatch(dip);
    const server = await new Promise<Server>((resolve) => {
      const s: Server = creaApp(dip, moduli(dip)).listen(0, '127.0.0.1', () => resolve(s));
    });
    try {
      return await prova(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  it('ogni risposta ha le intestazioni di sicurezza, anche un errore', async () => {
    for (const path of ['/api/salute', '/api/niente', '/niente']) {
      const { headers } = await portale.chiama('GET', path);
      const csp = headers.get('content-security-policy') ?? '';
      expect(csp).toContain("default-src 'self'");
      expect(csp).toContain("script-src 'self';");
      expect(csp).toContain("frame-src 'self' blob:");
      expect(csp).not.toMatch(/script-src[^;]*unsafe|upgrade-insecure/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('strict-transport-security')).toBeNull();
      if (path.startsWith('/api')) expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  it('in produzione chiede HTTPS anche per le prossime volte', async () => {
    const { headers } = await conApp({}, () => [], (base) => chiama(`${base}/api/x`, 'GET'), true);
    expect(headers.get('strict-transport-security')).toContain('max-age=31536000');
  });

  it('l\'id di correlazione torna indietro e finisce nell\'evento', async () => {
    const r = await portale.chiama('POST', '/api/accise', { da: anna, corpo: { accise: {} }, headers: { 'x-correlation-id': 'giro-7' } });
    expect(r.headers.get('x-correlation-id')).toBe('giro-7');
    const [evento] = await portale.dip.store.read(`accise-${r.corpo.message.insertId}`);
    expect(evento?.metadata).toMatchObject({ correlationId: 'giro-7', origine: 'api', utente: 'anna', groupID: anna.groupID });
    expect((await portale.chiama('GET', '/api/salute')).headers.get('x-correlation-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('nei log non finiscono né corpi, né indirizzi con i valori, né token', async () => {
    await portale.chiama('POST', '/api/accise', { da: anna, corpo: { accise: { matricola: 'MATRICOLA-SEGRETA' } } });
    await portale.chiama('GET', '/api/accise?cerca=RICERCA-SEGRETA', { da: anna });
    const log = righe.join('\n');
    expect(log).toContain('/api/accise');
    expect(log).not.toMatch(/SEGRETA/);
    expect(log).not.toContain(anna.token);
  });

  it('una lettura in ritardo non fa fallire una scrittura: lo dice un\'intestazione', async () => {
    for (const attesa of [{ finoA: async () => false }, { finoA: () => Promise.reject(new Error('via')) }]) {
      const r = await conApp({ attesa }, (dip) => [registerModule(accise, dip)], (base) => chiama(`${base}/api/accise`, 'POST', { token: anna.token, corpo: { accise: {} } }));
      expect([r.stato, r.headers.get('x-proiezione')]).toEqual([201, 'in-ritardo']);
    }
  });

  it('con il registro degli eventi irraggiungibile: 503 con Retry-After, e la stessa richiesta riesce dopo', async () => {
    let guasto = true;
    const { store } = portale.dip;
    const aGiorni: typeof store = { ...store, append: (...args) => (guasto ? Promise.reject(new StoreUnavailable('via')) : store.append(...args)) };
    const headers = { 'idempotency-key': 'riprovo' };
    await conApp({ store: aGiorni }, (dip) => [registerModule(accise, dip)], async (base) => {
      const manda = () => chiama(`${base}/api/accise`, 'POST', { token: anna.token, corpo: { accise: {} }, headers });
      const prima = await manda();
      expect([prima.stato, prima.headers.get('retry-after'), prima.corpo.type]).toEqual([503, '5', '/problemi/non-disponibile']);
      guasto = false;
      const [seconda, terza] = [await manda(), await manda()];
      expect(seconda.stato).toBe(201);
      expect(terza.corpo).toEqual(seconda.corpo);
    });
  });

  it('un guasto nostro è un 500 in italiano, con la traccia nei log e nessun dato', async () => {
    const scritte: string[] = [];
    const rotto: Module = {
      nome: 'rotto',
      rotte: [{ metodo: 'GET', path: '/api/rotto', permesso: 'pubblica', descrizione: '', gestisci: async () => { throw new Error('valore di Mario Rossi'); } }],
    };
    const log = pino({ level: 'trace' }, { write: (riga: string) => void scritte.push(riga) });
    const r = await conApp({ log }, () => [rotto], (base) => chiama(`${base}/api/rotto`, 'GET'));
    expect([r.stato, r.corpo.type]).toEqual([500, '/problemi/errore-interno']);
    expect(r.testo).not.toContain('Mario');
    const riga = scritte.find((s) => s.includes('richiesta fallita')) ?? '';
    expect(riga).toContain(r.headers.get('x-correlation-id'));
    expect(riga).toContain('app.int.spec.ts');
    expect(riga).not.toContain('Mario');
  });

  it('due moduli per la stessa chiamata fermano l\'avvio, con i loro nomi', () => {
    const doppio = registerModule(accise, portale.dip);
    expect(() => creaApp(portale.dip, [doppio, { ...doppio, nome: 'copia' }])).toThrow(/GET \/api\/accise is answered by accise and by copia/);
  });

  it('la documentazione delle chiamate si apre senza sessione e senza niente da fuori', async () => {
    const pagina = await portale.chiama('GET', '/api/docs');
    expect([pagina.stato, pagina.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(pagina.testo).not.toMatch(/<script|https?:\/\//);
    const documento = (await portale.chiama('GET', '/api/docs.json')).corpo;
    expect(Object.keys(documento.paths)).toEqual(expect.arrayContaining(['/api/accise', '/api/login', '/api/storico/ripristina', '/api/processi/{id}']));
    expect((await portale.chiama('GET', '/api/docs.css')).headers.get('content-type')).toContain('text/css');
  });
});
