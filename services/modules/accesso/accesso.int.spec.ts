import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entra, md5, pronto } from '../../../test/access.ts';
import { avviaPortaleDiProva, type PortaleDiProva } from '../../../test/portal.ts';
import { chiama } from '../../../test/calls.ts';
import { creaApp } from '#services/platform/http/app.ts';
import { tuttiIModuli } from '#services/modules.ts';
import { installa } from './installation.ts';

const ORA = 3_600_000;
let prova: PortaleDiProva;

beforeAll(async () => {
  prova = await avviaPortaleDiProva();
  await installa(prova.dip);
  await pronto(prova);
});
afterAll(() => prova.ferma());

const chiSono = (token?: string) => prova.chiama('GET', '/api/sessione', { token });
const login = (corpo: unknown, headers?: Record<string, string>) => prova.chiama('POST', '/api/login', { corpo, headers });

describe('il login', () => {
  it('apre una sessione e risponde come dice la specifica', async () => {
    const { stato, corpo } = await login({ username: 'capo', password: md5('capo-demo') });
    expect(stato).toBe(200);
    expect(corpo).toEqual({
      utente: { token: expect.stringMatching(/^[\w-]{43}$/), data: [{ memberID: 'capo', groupID: 12, name: 'Davide Zanasi', email: null }] },
    });
  });

  it('toglie gli spazi attorno al nome, ma distingue le maiuscole', async () => {
    expect((await login({ username: '  capo ', password: md5('capo-demo') })).stato).toBe(200);
    expect((await login({ username: 'Capo', password: md5('capo-demo') })).stato).toBe(401);
  });

  it('accetta il digest in maiuscole', async () => {
    expect((await login({ username: 'capo', password: md5('capo-demo').toUpperCase() })).stato).toBe(200);
  });

  it('con le credenziali errate risponde 401 allo stesso modo, chiunque sia', async () => {
    const conosciuto = await login({ username: 'direzione', password: md5('sbagliata') });
    const sconosciuto = await login({ username: 'nessuno', password: md5('sbagliata') });
    const inChiaro = await login({ username: 'direzione', password: 'direzione-demo' });
    for (const risposta of [conosciuto, sconosciuto, inChiaro]) {
      expect(risposta.stato).toBe(401);
      expect(risposta.corpo.message).toBe('Username o password errati!');
      expect(risposta.headers.get('content-type')).toContain('application/problem+json');
    }
    expect(sconosciuto.corpo).toEqual(conosciuto.corpo);
  });

  it('un corpo sbagliato è 400', async () => {
    for (const corpo of [{}, { username: 'capo' }, { username: '', password: md5('x') }, { username: ['capo'], password: md5('x') },
      { username: 'ca\u0001po', password: md5('x') }, { username: 'capo', password: 5 }, { username: 'c'.repeat(300), password: md5('x') },
      { username: 'capo', password: md5('capo-demo'), ricordami: 'forse' }, '{"username":', [], 'null']) {
      const risposta = await login(corpo);
      expect(risposta.stato, JSON.stringify(corpo)).toBe(400);
      expect(risposta.corpo.message).toEqual(expect.any(String));
    }
  });

  it('non dice mai la password nella risposta', async () => {
    const { corpo } = await login({ username: 'capo', password: md5('un-altra') });
    expect(JSON.stringify(corpo)).not.toContain(md5('un-altra'));
  });
});

describe('la sessione', () => {
  it('dice chi sono, con il gruppo e i permessi di ogni area', async () => {
    const { stato, corpo } = await chiSono(await entra(prova, 'operaio', 'operaio-demo'));
    expect(stato).toBe(200);
    expect(corpo.data[0]).toMatchObject({ memberID: 'operaio', groupID: 3, gruppo: 'Operativi', name: 'Luca Bertoli', marcatore: 'user', ricordami: false });
    expect(corpo.data[0].permessi.accise).toEqual({ allowInsert: 1, allowView: 1, allowEdit: 1, allowDelete: 0 });
    expect(corpo.data[0].permessi.costi).toEqual({ allowInsert: 0, allowView: 0, allowEdit: 0, allowDelete: 0 });
    expect(Object.keys(corpo.data[0].permessi)).toHaveLength(12);
  });

  it('senza token, o con uno che non è nostro, è 401', async () => {
    expect((await chiSono()).stato).toBe(401);
    for (const token of ['x', 'a'.repeat(43), `${'a'.repeat(42)}'`, '']) expect((await chiSono(token)).stato).toBe(401);
    const token = await entra(prova, 'capo', 'capo-demo');
    expect((await prova.chiama('GET', '/api/sessione', { headers: { authorization: `Basic ${token}` } })).stato).toBe(401);
    expect((await prova.chiama('GET', '/api/sessione', { headers: { authorization: token } })).stato).toBe(401);
    expect((await prova.chiama('GET', `/api/sessione?token=${token}`)).stato).toBe(401);
    expect((await prova.chiama('GET', '/api/sessione', { headers: { authorization: `bearer ${token}` } })).stato).toBe(200);
  });

  it('il token è conservato solo come hash', async () => {
    const token = await entra(prova, 'capo', 'capo-demo');
    const { rows } = await sql<{ testo: string }>`select s::text as testo from public.sessioni s`.execute(prova.dip.scritture);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ testo }) => !testo.includes(token))).toBe(true);
  });

  it('dura dodici ore, con Ricordami trenta giorni', async () => {
    const { clock } = prova.dip;
    const vero = clock.now;
    const partenza = vero();
    clock.now = () => partenza;
    const [breve, lunga] = [await entra(prova, 'capo', 'capo-demo'), await entra(prova, 'capo', 'capo-demo', true)];
    const dopo = async (ms: number): Promise<number[]> => {
      clock.now = () => new Date(partenza.getTime() + ms);
      return [(await chiSono(breve)).stato, (await chiSono(lunga)).stato];
    };
    try {
      expect(await dopo(12 * ORA - 1)).toEqual([200, 200]);
      expect(await dopo(12 * ORA)).toEqual([401, 200]);
      expect(await dopo(30 * 24 * ORA - 1)).toEqual([401, 200]);
      expect(await dopo(30 * 24 * ORA)).toEqual([401, 401]);
      await entra(prova, 'direzione', 'direzione-demo');
      expect(await sql`select 1 from public.sessioni where scade <= ${clock.now()}`.execute(prova.dip.scritture)).toMatchObject({ rows: [] });
    } finally {
      clock.now = vero;
    }
  });

  it('il logout chiude quella sola sessione, subito', async () => {
    const [mia, altra] = [await entra(prova, 'capo', 'capo-demo'), await entra(prova, 'capo', 'capo-demo')];
    expect((await prova.chiama('POST', '/api/logout', { token: mia })).stato).toBe(200);
    expect((await chiSono(mia)).stato).toBe(401);
    expect((await prova.chiama('POST', '/api/logout', { token: mia })).stato).toBe(401);
    expect((await chiSono(altra)).stato).toBe(200);
  });

  it('sopravvive a un riavvio del portale', async () => {
    const token = await entra(prova, 'capo', 'capo-demo');
    const nuovo = await new Promise<Server>((resolve) => {
      const s: Server = creaApp(prova.dip, tuttiIModuli(prova.dip)).listen(0, '127.0.0.1', () => resolve(s));
    });
    const base = `http://127.0.0.1:${(nuovo.address() as AddressInfo).port}`;
    expect((await chiama(`${base}/api/sessione`, 'GET', { token })).stato).toBe(200);
    nuovo.closeAllConnections();
    await new Promise((resolve) => nuovo.close(resolve));
  });

  it('di un utente ignoto alle letture non dice che la password è errata', async () => {
    await sql`insert into public.credenziali (member_id, hash) select 'fantasma', hash from public.credenziali where member_id = 'capo'`.execute(prova.dip.scritture);
    const { stato, headers } = await login({ username: 'fantasma', password: md5('capo-demo') });
    expect(stato).toBe(503);
    expect(headers.get('retry-after')).toBe('2');
  });
});

describe('i tentativi di accesso', () => {
  it('dopo cinque errori quel nome aspetta, gli altri entrano', async () => {
    const stati: number[] = [];
    for (let i = 0; i < 6; i += 1) stati.push((await login({ username: 'operaio', password: md5(`no${i}`) })).stato);
    expect(stati).toEqual([401, 401, 401, 401, 401, 429]);
    const bloccato = await login({ username: 'operaio', password: md5('operaio-demo') });
    expect(bloccato.stato).toBe(429);
    expect(Number(bloccato.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(bloccato.corpo.message).toMatch(/^Troppi tentativi di accesso: riprova tra \d+ (minut|second)[oi]\.$/);
    expect((await login({ username: 'direzione', password: md5('direzione-demo') })).stato).toBe(200);
  });
});
