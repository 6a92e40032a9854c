import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { address } from './announcements.ts';
import { createShutdown, Interrupted } from './shutdown.ts';
import { withCorrelation, correlationMixin } from './correlation.ts';
import { readableRow, safeError } from './logger.ts';
import { missingRequirements } from './requirements.ts';
import { readRole } from './role.ts';

const log = pino({ level: 'silent' });

describe('I requisiti per partire', () => {
  const complete = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://u:p@h/d',
    EVENTSTORE_URL: 'esdb://h:2113',
    REDIS_URL: 'redis://h',
    SEGRETO: 'x'.repeat(32),
    ARCHIVIO_DIR: '/archivio',
    PORTALE_URL: 'https://strato.example.it',
  };

  test('in produzione ogni dipendenza va nominata', () => {
    expect(missingRequirements(readConfig(complete), 'api')).toEqual([]);
    for (const name of Object.keys(complete).filter((key) => !['NODE_ENV', 'PORTALE_URL'].includes(key))) {
      const missing = missingRequirements(readConfig({ ...complete, [name]: undefined }), 'all');
      expect(missing).toHaveLength(1);
      expect(missing[0]).toContain(`${name} is missing:`);
    }
  });

  test('in produzione non si parte in chiaro, se nessuno lo dice', () => {
    for (const PORTALE_URL of [undefined, 'http://strato.example.it']) {
      const env = { ...complete, PORTALE_URL };
      for (const role of ['all', 'api'] as const)
        expect(missingRequirements(readConfig(env), role)).toEqual([expect.stringContaining('PORTALE_URL is not https')]);
      expect(missingRequirements(readConfig({ ...env, SENZA_TLS: '1' }), 'api')).toEqual([]);
      expect(missingRequirements(readConfig(env), 'workers')).toEqual([]);
      expect(missingRequirements(readConfig({ ...env, NODE_ENV: 'development' }), 'all')).toEqual([]);
    }
  });

  test('in produzione i salvataggi hanno una frase di almeno 16 segni, se nessuno dice di no', () => {
    const saving = { ...complete, BACKUP_DIR: '/salvataggi' };
    const missing = (more: object) => missingRequirements(readConfig({ ...saving, ...more }), 'all');
    expect(missing({})).toEqual([expect.stringContaining('PASSPHRASE is missing')]);
    expect(missing({ PASSPHRASE: 'quindici segni!' })).toEqual([expect.stringContaining('shorter than 16')]);
    expect(missing({ PASSPHRASE: 'sedici segni qui' })).toEqual([]);
    expect(missing({ SENZA_CIFRA: '1' })).toEqual([]);
    expect(missingRequirements(readConfig(saving), 'api')).toEqual([]);
  });

  test('la demo è accesa da sola solo dove si ascolta su questa macchina', () => {
    for (const HOST of [undefined, '127.0.0.1', '::1', 'localhost', '127.8.8.8']) expect(readConfig({ HOST }).DEMO).toBe(true);
    for (const HOST of ['0.0.0.0', '::', '192.168.1.4', 'strato.lan']) {
      expect(readConfig({ HOST }).DEMO).toBe(false);
      expect(readConfig({ HOST, DEMO: '1' }).DEMO).toBe(true);
    }
    expect(readConfig({ DEMO: '0' }).DEMO).toBe(false);
  });

  test('un segreto si legge da un file, e due volte lo stesso è un errore', () => {
    const folder = mkdtempSync(join(tmpdir(), 'strato-segreti-'));
    const path = join(folder, 'segreto');
    writeFileSync(path, `${'s'.repeat(40)}\n`);
    for (const [name, value] of [
      ['SEGRETO', 's'.repeat(40)],
      ['SMTP_URL', 'smtp://u:p@posta'],
      ['REDIS_URL', 'redis://h'],
      ['DATABASE_URL', 'postgres://h/d'],
    ] as const) {
      writeFileSync(path, `${value}\n`);
      expect(readConfig({ [`${name}_FILE`]: path })[name]).toBe(value);
      expect(() => readConfig({ [name]: value, [`${name}_FILE`]: path })).toThrow(`Only one of ${name}`);
    }
    writeFileSync(path, '\n');
    expect(() => readConfig({ SEGRETO_FILE: path })).toThrow('is empty');
    expect(() => readConfig({ SEGRETO_FILE: join(folder, 'manca') })).toThrow('cannot be read (ENOENT)');
    rmSync(folder, { recursive: true });
  });

  test('un ruolo solo non avvia il database incorporato', () => {
    expect(missingRequirements(readConfig({}), 'all')).toEqual([]);
    expect(missingRequirements(readConfig({}), 'workers')[0]).toContain('DATABASE_URL');
    expect(missingRequirements(readConfig({ DATABASE_URL: 'postgres://h/d' }), 'workers')).toEqual([]);
  });
});

describe('I proxy fidati', () => {
  test('sono indirizzi e reti, e senza dirlo questa macchina', () => {
    expect(readConfig({}).PROXY_FIDATI).toEqual(['loopback']);
    expect(readConfig({ PROXY_FIDATI: '' }).PROXY_FIDATI).toEqual(['loopback']);
    expect(readConfig({ PROXY_FIDATI: ' 10.0.0.1, 172.16.0.0/12 ,fd00::/8,uniquelocal' }).PROXY_FIDATI).toEqual([
      '10.0.0.1',
      '172.16.0.0/12',
      'fd00::/8',
      'uniquelocal',
    ]);
    for (const wrong of ['ovunque', '10.0.0.1/99', '300.1.1.1', 'true'])
      expect(() => readConfig({ PROXY_FIDATI: wrong })).toThrow('PROXY_FIDATI');
  });
});

describe('Gli argomenti', () => {
  test('il ruolo è tutto, se non se ne dice uno', () => {
    expect(readRole([])).toBe('all');
    expect(readRole(['--role', 'projections'])).toBe('projections');
    expect(readRole(['--role=api'])).toBe('api');
  });
  test('il resto si rifiuta con una frase', () => {
    expect(() => readRole(['--role', 'cuoco'])).toThrow('unknown role');
    expect(() => readRole(['--ruolo', 'api'])).toThrow('Arguments not valid');
    expect(() => readRole(['api'])).toThrow('Arguments not valid');
  });
});

describe('La chiusura', () => {
  test('va al contrario dell’apertura, e chi non ci riesce non ferma gli altri', async () => {
    const closed: string[] = [];
    const shutdown = createShutdown(log, 20);
    shutdown.add('database', () => void closed.push('database'));
    shutdown.add('bloccata', () => new Promise<void>(() => undefined));
    shutdown.add('rotta', () => Promise.reject(new Error('no')));
    shutdown.add('porta', () => void closed.push('porta'));
    await Promise.all([shutdown.closeAll(), shutdown.closeAll()]);
    expect(closed).toEqual(['porta', 'database']);
  });

  test('ciò che si apre mentre si chiude viene chiuso, e l’avvio si interrompe', async () => {
    const shutdown = createShutdown(log);
    expect(shutdown.begun).toBe(false);
    await shutdown.closeAll();
    expect(shutdown.begun).toBe(true);
    let closed = false;
    expect(() => shutdown.add('tardiva', () => void (closed = true))).toThrow(Interrupted);
    await shutdown.closeAll();
    expect(closed).toBe(true);
  });
});

describe('Ciò che si legge', () => {
  test('una riga del registro ha ora, livello, frase e campi', () => {
    const line = readableRow(
      JSON.stringify({
        level: 40,
        time: Date.UTC(2025, 0, 15, 8, 5, 9),
        pid: 1,
        hostname: 'h',
        role: 'api',
        n: 3,
        motivo: 'perché sì',
        msg: 'attenzione',
      }),
    );
    expect(line).toBe('09:05:09  warning  attenzione  n=3  motivo=perché sì\n');
  });
  test('di un errore che il sistema o il database racconta restano il codice e i luoghi, non le parole', () => {
    const told = Object.assign(new Error('no such file /archivio/ROSSI MARIO/CI.pdf'), {
      code: 'ENOENT',
      path: '/archivio/ROSSI',
      detail: 'Key (x)=(ROSSI)',
    });
    expect(JSON.stringify(safeError(told))).not.toContain('ROSSI');
    expect(safeError(told)).toMatchObject({ type: 'Error', code: 'ENOENT', stack: expect.stringMatching(/^\s+at /) });
    expect(safeError(new TypeError('x is undefined'))).toMatchObject({ type: 'TypeError', message: 'x is undefined' });
    expect(safeError(null)).toMatchObject({ type: 'unknown' });
    const row = (err: object) => readableRow(JSON.stringify({ level: 50, time: 0, msg: 'guasto', err }));
    expect(row(safeError(told))).toContain('guasto  ENOENT');
    expect(row(safeError(new TypeError('x is undefined')))).toContain('guasto  x is undefined');
  });

  test('una riga scritta mentre si serve una richiesta porta il suo id, e fuori nessuno', async () => {
    const rows: string[] = [];
    const log = pino({ mixin: correlationMixin }, { write: (row: string) => void rows.push(row) });
    await Promise.all(
      ['a', 'b'].map((id) =>
        withCorrelation(id, async () => {
          await Promise.resolve();
          log.info({ of: id }, 'dentro');
        }),
      ),
    );
    withCorrelation('c', () => log.info({ correlationId: 'suo' }, 'dentro'));
    log.info('fuori');
    expect(rows.map((row) => JSON.parse(row).correlationId)).toEqual(['a', 'b', 'suo', undefined]);
    expect(rows.filter((row) => row.split('correlationId').length > 2)).toEqual([]);
  });

  test('l’indirizzo è quello che un browser apre da questa macchina', () => {
    expect(address({ HOST: '127.0.0.1', PORT: 3000 })).toBe('http://127.0.0.1:3000');
    expect(address({ HOST: '0.0.0.0', PORT: 80 })).toBe('http://localhost:80');
    expect(address({ HOST: '::1', PORT: 3000 })).toBe('http://[::1]:3000');
  });
});
