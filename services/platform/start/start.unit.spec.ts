import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { leggiConfig } from './config.ts';
import { indirizzo } from './announcements.ts';
import { creaChiusura, Interrotto } from './shutdown.ts';
import { rigaLeggibile } from './logger.ts';
import { requisitiMancanti } from './requirements.ts';
import { leggiRuolo } from './role.ts';

const log = pino({ level: 'silent' });

describe('I requisiti per partire', () => {
  const completa = {
    NODE_ENV: 'production', DATABASE_URL: 'postgres://u:p@h/d', EVENTSTORE_URL: 'esdb://h:2113', REDIS_URL: 'redis://h', SEGRETO: 'x'.repeat(32), ARCHIVIO_DIR: '/archivio',
  };

  test('in produzione ogni dipendenza va nominata', () => {
    expect(requisitiMancanti(leggiConfig(completa), 'api')).toEqual([]);
    for (const name of Object.keys(completa).filter((key) => key !== 'NODE_ENV')) {
      const missing = requisitiMancanti(leggiConfig({ ...completa, [name]: undefined }), 'all');
      expect(missing).toHaveLength(1);
      expect(missing[0]).toContain(`manca ${name}:`);
    }
  });

  test('un ruolo solo non avvia il database incorporato', () => {
    expect(requisitiMancanti(leggiConfig({}), 'all')).toEqual([]);
    expect(requisitiMancanti(leggiConfig({}), 'workers')[0]).toContain('DATABASE_URL');
    expect(requisitiMancanti(leggiConfig({ DATABASE_URL: 'postgres://h/d' }), 'workers')).toEqual([]);
  });
});

describe('Gli argomenti', () => {
  test('il ruolo è tutto, se non se ne dice uno', () => {
    expect(leggiRuolo([])).toBe('all');
    expect(leggiRuolo(['--role', 'projections'])).toBe('projections');
    expect(leggiRuolo(['--role=api'])).toBe('api');
  });
  test('il resto si rifiuta con una frase', () => {
    expect(() => leggiRuolo(['--role', 'cuoco'])).toThrow('ruolo sconosciuto');
    expect(() => leggiRuolo(['--ruolo', 'api'])).toThrow('Argomenti non validi');
    expect(() => leggiRuolo(['api'])).toThrow('Argomenti non validi');
  });
});

describe('La chiusura', () => {
  test('va al contrario dell’apertura, e chi non ci riesce non ferma gli altri', async () => {
    const closed: string[] = [];
    const chiusura = creaChiusura(log, 20);
    chiusura.poi('database', () => void closed.push('database'));
    chiusura.poi('bloccata', () => new Promise<void>(() => undefined));
    chiusura.poi('rotta', () => Promise.reject(new Error('no')));
    chiusura.poi('porta', () => void closed.push('porta'));
    await Promise.all([chiusura.tutto(), chiusura.tutto()]);
    expect(closed).toEqual(['porta', 'database']);
  });

  test('ciò che si apre mentre si chiude viene chiuso, e l’avvio si interrompe', async () => {
    const chiusura = creaChiusura(log);
    expect(chiusura.iniziata).toBe(false);
    await chiusura.tutto();
    expect(chiusura.iniziata).toBe(true);
    let closed = false;
    expect(() => chiusura.poi('tardiva', () => void (closed = true))).toThrow(Interrotto);
    await chiusura.tutto();
    expect(closed).toBe(true);
  });
});

describe('Ciò che si legge', () => {
  test('una riga del registro ha ora, livello, frase e campi', () => {
    const line = rigaLeggibile(JSON.stringify({ level: 40, time: Date.UTC(2025, 0, 15, 8, 5, 9), pid: 1, hostname: 'h', ruolo: 'api', n: 3, motivo: 'perché sì', msg: 'attenzione' }));
    expect(line).toBe('09:05:09  avviso  attenzione  n=3  motivo=perché sì\n');
  });
  test('l’indirizzo è quello che un browser apre da questa macchina', () => {
    expect(indirizzo({ HOST: '127.0.0.1', PORT: 3000 })).toBe('http://127.0.0.1:3000');
    expect(indirizzo({ HOST: '0.0.0.0', PORT: 80 })).toBe('http://localhost:80');
    expect(indirizzo({ HOST: '::1', PORT: 3000 })).toBe('http://[::1]:3000');
  });
});
