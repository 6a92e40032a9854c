import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DCLinter } from 'dclint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingRequirements } from '#services/platform/start/requirements.ts';
import { ROLES } from '#services/platform/start/role.ts';
import { readConfig } from '#services/platform/start/config.ts';
import { COMPOSE_FILE, MAKE_SECRETS, environmentOf, readCompose, valueOf, type Compose, type Service } from './compose.ts';

/** Service that must finish before the portal starts. */
const PREPARATION = 'preparazione';

// needs no Docker engine: checks the file against the Compose schema and against the documentation
describe('docker-compose.yml', () => {
  let text: string;
  let compose: Compose;
  let portale: [string, Service][];
  let secrets: string;

  beforeAll(async () => {
    secrets = await mkdtemp(join(tmpdir(), 'strato-segreti-'));
    execFileSync(MAKE_SECRETS, { env: { ...process.env, SEGRETI_DIR: secrets } });
    text = readFileSync(COMPOSE_FILE, 'utf8');
    compose = readCompose();
    portale = Object.entries(compose.services).filter(([name, service]) => service.image.startsWith('strato:') && name !== PREPARATION);
  });
  afterAll(() => rm(secrets, { recursive: true, force: true }));

  test('rispetta lo schema di Compose e le regole di dclint', () => {
    const rules = {
      'services-alphabetical-order': 0,
      'service-keys-order': 0,
      'no-build-and-image': 0,
      'service-dependencies-alphabetical-order': 0,
      'service-ports-alphabetical-order': 0,
      'no-unbound-port-interfaces': 0,
    } as const;
    const [result, ...others] = new DCLinter({ rules, quiet: false, debug: false, exclude: [] }).lintFiles([COMPOSE_FILE], false);
    expect(others).toEqual([]);
    expect(result?.messages).toEqual([]);
  });

  test('un file sbagliato non passa lo stesso controllo', () => {
    const wrong = join(import.meta.dirname, 'compose-sbagliato.yml');
    const [result] = new DCLinter({ rules: {}, quiet: false, debug: false, exclude: [] }).lintFiles([wrong], false);
    expect(result?.messages.some((message: { rule: string }) => message.rule === 'invalid-schema')).toBe(true);
  });

  test('il portale è in tre servizi della stessa immagine, un ruolo per ciascuno', () => {
    expect(portale.map(([name]) => name).toSorted()).toEqual(ROLES.filter((role) => role !== 'all').toSorted());
    expect(new Set(portale.map(([, service]) => service.image)).size).toBe(1);
    for (const [name, service] of portale) expect(service.command).toEqual(['--role', name]);
  });

  test.each(['esdb://eventstore:2113?tls=false', 'postgres'])(
    'la configurazione che dà è completa per la produzione, senza dati dimostrativi, con il registro in %s',
    (EVENTSTORE_URL) => {
      const PORTALE_URL = 'https://strato.example.it';
      for (const [name, service] of portale) {
        // EVENTSTORE_URL has no default, so the installation must set the address of the log
        expect(() => environmentOf(service, { chosen: { PORTALE_URL }, secrets }), name).toThrow('EVENTSTORE_URL');
        const config = readConfig(environmentOf(service, { chosen: { PORTALE_URL, EVENTSTORE_URL }, secrets }));
        expect(config.NODE_ENV, name).toBe('production');
        expect(config.DEMO, name).toBe(false);
        expect(missingRequirements(config, name as (typeof ROLES)[number]), name).toEqual([]);
      }
    },
  );

  test('con il registro in PostgreSQL niente aspetta un EventStoreDB che non c’è', () => {
    expect(compose.services['eventstore']?.profiles).toEqual(['eventstore']);
    for (const [name, { depends_on: awaited = {} }] of portale)
      for (const [dependency, { required }] of Object.entries(awaited)) {
        expect(required ?? true, `${name} → ${dependency}`).toBe(dependency !== 'eventstore');
      }
  });

  test('chi manda le mail arriva fuori, a un server di posta che non è qui', () => {
    expect(portale.find(([name]) => name === 'workers')?.[1].networks).toEqual(['interna', 'esterna']);
  });

  test('ogni parte del portale arriva fuori, a un registro o a un database che non sono qui', () => {
    for (const [name, { networks }] of portale) expect(networks, name).toEqual(['interna', 'esterna']);
    expect(compose.networks['esterna']).not.toHaveProperty('internal');
  });

  test('Redis non gira come root, e la sua password non è tra gli argomenti', () => {
    expect(compose.services['redis']?.user).toBe('redis');
    expect(JSON.stringify(compose.services['redis']?.command)).not.toMatch(/--requirepass/);
  });

  test('l’esempio di configurazione nomina tutto ciò senza cui niente parte', () => {
    const example = readFileSync(join(COMPOSE_FILE, '../deploy/env.example'), 'utf8');
    for (const [, name] of text.matchAll(/\$\{(\w+):\?/g)) expect(example).toMatch(new RegExp(`^${name}=`, 'm'));
  });

  test('ogni servizio dice se sta bene, e chi lo aspetta aspetta che stia bene', () => {
    for (const [name, service] of Object.entries(compose.services)) {
      if (name !== PREPARATION) expect(service.healthcheck?.test, name).toBeInstanceOf(Array);
      for (const [dependency, { condition }] of Object.entries(service.depends_on ?? {})) {
        expect(Object.keys(compose.services), name).toContain(dependency);
        expect(condition, `${name} → ${dependency}`).toBe(
          dependency === PREPARATION ? 'service_completed_successfully' : 'service_healthy',
        );
      }
    }
  });

  test('nessun segreto è scritto nel file, e senza i segreti Compose rifiuta di partire', () => {
    const values = Object.values(compose.services).flatMap(({ environment = {} }) => Object.entries(environment));
    const secret = values.filter(([key]) => /PASSWORD|PASSPHRASE|SEGRETO|SECRET|TOKEN/.test(key));
    expect(secret.length).toBeGreaterThan(0);
    for (const [key, value] of secret)
      expect([key, value]).toEqual([expect.stringMatching(/_FILE$/), expect.stringMatching(/^\/run\/secrets\//)]);
    for (const [key, value] of values) expect(value, key).not.toMatch(/:\/\/[^/@\s:]*:(.+)@/);
  });

  test('ogni parte riceve solo i segreti che usa: il proprietario delle tabelle nessuna di quelle che le persone raggiungono', () => {
    expect(Object.fromEntries(Object.entries(compose.services).map(([name, { secrets: named = [] }]) => [name, named]))).toEqual({
      api: ['database-url', 'redis-url', 'segreto'],
      preparazione: ['database-url', 'database-url-proprietario'],
      projections: ['database-url', 'redis-url', 'segreto'],
      workers: ['database-url', 'passphrase', 'redis-url', 'segreto', 'smtp-url'],
      postgres: ['postgres'],
      redis: ['redis'],
      eventstore: [],
      posta: [],
      proxy: [],
    });
    // every secret file that a variable names must be mounted in the service
    for (const [name, { environment = {}, secrets: named = [] }] of Object.entries(compose.services))
      for (const value of Object.values(environment)) {
        const secret = /^\/run\/secrets\/(.+)$/.exec(value)?.[1];
        if (secret) expect(named, name).toContain(secret);
      }
    expect(Object.keys(compose.services['projections']?.environment ?? {})).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/SMTP|PASSPHRASE|BACKUP|MAIL/)]),
    );
  });

  test('i segreti si scrivono una volta, ciascuno nel suo file, in una cartella dove nessun altro entra', () => {
    expect(Object.keys(compose.secrets).toSorted()).toEqual(readdirSync(secrets).toSorted());
    expect(statSync(secrets).mode & 0o777).toBe(0o700);
    const read = (name: string): string => readFileSync(join(secrets, name), 'utf8');
    const before = readdirSync(secrets).map(read);
    execFileSync(MAKE_SECRETS, { env: { ...process.env, SEGRETI_DIR: secrets, SEGRETO: 'y'.repeat(40) } });
    expect(readdirSync(secrets).map(read)).toEqual(before);
    expect(read('database-url-proprietario')).toBe(`postgres://strato:${read('postgres')}@postgres:5432/strato`);
    expect(read('redis-url')).toContain(read('redis'));
    expect(read('database-url')).toMatch(/^postgres:\/\/strato_portale:[0-9a-f]{64}@postgres:5432\/strato$/);
  });

  test('prima del portale, il proprietario delle tabelle le prepara', () => {
    const { entrypoint, environment } = compose.services[PREPARATION]!;
    expect(entrypoint).toEqual(['node', 'services/cli/prepare-database.ts']);
    expect(Object.keys(environment ?? {})).toEqual(['DATABASE_URL_FILE', 'DATABASE_URL_PROPRIETARIO_FILE']);
  });

  test('i dati stanno in volumi con nome, tutti dichiarati e tutti usati', () => {
    const used = Object.values(compose.services)
      .flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0] ?? ''))
      .filter((name) => /^[\w-]+$/.test(name));
    expect(new Set(used)).toEqual(new Set(Object.keys(compose.volumes)));
    for (const name of ['postgres', 'redis', 'eventstore', 'posta'])
      expect(compose.services[name]?.volumes?.length, name).toBeGreaterThan(0);
  });

  test('solo il proxy davanti al portale, per https, e la pagina della posta, su questa macchina, hanno una porta', () => {
    const open = Object.entries(compose.services).filter(([, { ports = [] }]) => ports.length > 0);
    expect(open.map(([name]) => name)).toEqual(['proxy', 'posta']);
    expect(compose.services['proxy']?.ports?.map((port) => valueOf(port, { secrets }))).toEqual(['0.0.0.0:80:80', '0.0.0.0:443:443']);
    for (const port of compose.services['posta']?.ports ?? []) expect(valueOf(port, { secrets })).toMatch(/^127\.0\.0\.1:/);
    for (const name of ['eventstore', 'postgres', 'redis']) expect(compose.services[name]?.networks).toEqual(['interna']);
    expect(compose.networks['interna']).toEqual({ internal: true });
  });

  test('ogni immagine ha una versione scelta', () => {
    for (const [name, { image }] of Object.entries(compose.services)) {
      expect(image, name).toMatch(/:.+/);
      expect(image, name).not.toMatch(/:latest/);
    }
  });
});
