import { createHash, createPublicKey, verify } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { EVERYTHING, GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import type { CheckpointRow } from '#contracts/modules/sigilli/sigilli.ts';
import { mailFolder } from '#services/platform/files/results.ts';
import { countCheckpoints, lastCheckpoint, makeCheckpoint } from '#services/platform/checkpoints/checkpoints.ts';
import { ACCEPTED_DELAY_MS } from '#services/platform/http/read-model-wait.ts';
import { changeKey, SealKeyWaiting } from '#services/platform/checkpoints/keys.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { realQueue, workersOf } from '../../../test/workers.ts';
import { stampingAuthority, type StampingAuthority } from '../../../test/stamping-authority.ts';

const AT = '2026-05-04T09:00:00.000Z';

describe('I sigilli del registro', { timeout: 60_000 }, () => {
  let portale: TestPortal;
  let admin: Person;
  let worker: Person;
  let authority: StampingAuthority;
  let now = new Date(AT);
  const warnings: string[] = [];

  beforeAll(async () => {
    authority = await stampingAuthority();
    portale = await startTestPortal({
      jobs: realQueue,
      now: () => now,
      log: (row) => void warnings.push(row),
      env: { SIGILLI_A: 'pec@example.it, notaio@example.it', TSA_URL: authority.url, BACKUP_ORA: '02:00' },
    });
    admin = await portale.person({ groupID: GRUPPO_AMMINISTRATORI, permessi: { accise: EVERYTHING } });
    worker = await portale.person({ permessi: { accise: EVERYTHING } });
  }, 60_000);
  afterAll(async () => {
    await portale?.stop();
    await authority?.close();
  });

  const record = async () => {
    const answer = await portale.call('POST', '/api/accise', { as: worker, body: { accise: {} } });
    expect(answer.status).toBe(201);
  };
  const seal = async (): Promise<CheckpointRow> => {
    const { status, body } = await portale.call('POST', '/api/sigilli', { as: admin });
    expect([status, body]).toEqual([expect.toBeOneOf([200, 201]), expect.anything()]);
    return body.data as unknown as CheckpointRow;
  };
  const list = async () =>
    (await portale.call('GET', '/api/sigilli', { as: admin })).body as unknown as { data: CheckpointRow[]; totale: number; stato: unknown };
  const nightly = () => portale.modules.find(({ name }) => name === 'sigilli')!.periodic![0]!;
  const folder = () => join(portale.folder, 'sigilli');
  const events = async () =>
    Number((await sql<{ n: string }>`select count(*) as n from public.eventi`.execute(portale.deps.writeDb)).rows[0]!.n);
  const onPostgres = () => portale.deps.store.name === 'postgres';

  /** Verifies a signed note by C2SP `signed-note`, independent of the code under test; returns the ids of the keys that verify. */
  function verified(note: string, keys: readonly string[]): string[] {
    const end = note.lastIndexOf('\n\n');
    const text = note.slice(0, end + 1);
    return note
      .slice(end + 2)
      .trimEnd()
      .split('\n')
      .flatMap((line) => {
        const [, name = '', base64 = ''] = /^— (\S+) (\S+)$/.exec(line)!;
        const bytes = Buffer.from(base64, 'base64');
        const id = bytes.subarray(0, 4).toString('hex');
        return keys.flatMap((key) => {
          const [of, keyId, ...rest] = key.split('+');
          const material = Buffer.from(rest.join('+'), 'base64');
          const hash = createHash('sha256').update(`${of}\n`).update(material).digest('hex').slice(0, 8);
          expect([material[0], material.length, hash]).toEqual([1, 33, keyId]);
          const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), material.subarray(1)]);
          const ed25519 = createPublicKey({ key: der, format: 'der', type: 'spki' });
          return of === name && keyId === id && verify(null, Buffer.from(text), ed25519, bytes.subarray(4)) ? [id] : [];
        });
      });
  }
  const publicKey = async () =>
    (await portale.call('GET', '/api/sigilli/chiave', { as: worker })).body.data as unknown as {
      origine: string;
      pem: string;
      verificatore: string;
    };

  it('sono del gruppo 2; la chiave pubblica è di tutti, quando c’è', async () => {
    expect((await portale.call('GET', '/api/sigilli/chiave', { as: worker })).status).toBe(404);
    for (const [method, path] of [
      ['GET', '/api/sigilli'],
      ['POST', '/api/sigilli'],
      ['GET', '/api/sigilli/verifica?id=1'],
      ['POST', '/api/sigilli/firme'],
    ] as const)
      expect([path, (await portale.call(method, path, { as: worker, body: method === 'POST' ? {} : undefined })).status]).toEqual([
        path,
        403,
      ]);
    expect(await list()).toEqual({ data: [], totale: 0, stato: { esito: 'nessuno', messaggio: null, in_chiaro: 0, illeggibili: 0 } });
  });

  it('il primo fissa tutto il registro, firmato, in un file e con la marca', async () => {
    await record();
    const one = await seal();
    const size = one.dimensione;
    if (onPostgres()) expect(size).toBe(await events());
    const { origine, pem, verificatore } = await publicKey();
    expect(origine).toMatch(/^strato\/[0-9a-f-]{36}$/);
    expect(one.testo.split('\n').slice(0, 5)).toEqual([origine, String(size), one.radice, AT, '']);
    expect(verified(one.testo, [verificatore])).toHaveLength(1);
    expect(verified(one.testo.replace(AT, '2026-05-04T09:00:00.001Z'), [verificatore])).toEqual([]);
    expect(createPublicKey(pem).export({ format: 'jwk' }).x).toBe(
      Buffer.from(verificatore.split('+').slice(2).join('+'), 'base64').subarray(1).toString('base64url'),
    );
    expect(await readFile(join(folder(), `${size}.txt`), 'utf8')).toBe(one.testo);
    expect((await stat(join(portale.folder, 'segreti', 'sigillo.pem'))).mode & 0o777).toBe(0o600);
    expect(await list()).toMatchObject({ data: [{ id: one.id, marca: 1 }], totale: 1, stato: { esito: 'esteso', messaggio: null } });
    const { rows } = await sql<{ marca: Buffer }>`select marca from public.sigilli`.execute(portale.deps.writeDb);
    expect(await authority.verify(rows[0]!.marca, one.testo)).toBe(true);
    expect(await authority.verify(rows[0]!.marca, `${one.testo} `)).toBe(false);
  });

  it('senza niente di nuovo è lo stesso; poi il successivo nomina quello prima', async () => {
    const [before] = (await list()).data;
    expect((await portale.call('POST', '/api/sigilli', { as: admin })).status).toBe(200);
    await record();
    const one = await seal();
    expect(one.id).toBe(before!.id + 1);
    const { origine } = await publicKey();
    expect(one.testo.split('\n')[4]).toBe(`continua ${origine} ${before!.dimensione} ${before!.radice}`);
    const { body } = await portale.call('GET', `/api/sigilli/verifica?id=${before!.id}`, { as: admin });
    expect(body.data).toMatchObject({ esito: 'esteso', trovata: before!.radice, ora: one.dimensione, coerenza: expect.any(Array) });
    expect((await portale.call('GET', '/api/sigilli/verifica?id=99', { as: admin })).status).toBe(404);
  });

  it('due insieme ne fanno uno', async () => {
    await record();
    const { totale } = await list();
    const both = await Promise.all([1, 2, 3].map(() => portale.call('POST', '/api/sigilli', { as: admin })));
    const statuses = both.map(({ status }) => status).filter((status) => status !== 429);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect((await list()).totale).toBe(totale + 1);
  });

  it('ciò che altri registrano intanto non ferma un sigillo', async () => {
    await record();
    const { store } = portale.deps;
    const recorded = await store.head();
    const head = vi.spyOn(store, 'head').mockResolvedValueOnce(recorded).mockResolvedValue('9'.repeat(16));
    const until = vi.spyOn(portale.deps.readModelWait, 'until');
    try {
      expect((await portale.call('POST', '/api/sigilli', { as: admin })).status).toBe(201);
      expect(until).toHaveBeenCalledWith(recorded, ACCEPTED_DELAY_MS);
    } finally {
      head.mockRestore();
      until.mockRestore();
    }
  });

  it('con l’orologio tirato indietro nessuno è di prima di quello che continua', async () => {
    const [before] = (await list()).data;
    now = new Date('2026-05-03T09:00:00.000Z');
    await record();
    const one = await seal();
    expect(one.quando).toBe(before!.quando);
    now = new Date(AT);
  });

  it('si manda una volta a chi è indicato, con il testo intero', async () => {
    const workers = await workersOf(portale);
    try {
      await vi.waitFor(
        async () => expect((await readdir(mailFolder(portale.deps.config))).length).toBeGreaterThanOrEqual((await list()).totale),
        { timeout: 20_000 },
      );
    } finally {
      await workers.stop();
    }
    const mails = await Promise.all(
      (await readdir(mailFolder(portale.deps.config))).map((name) => readFile(join(mailFolder(portale.deps.config), name), 'utf8')),
    );
    expect(mails).toHaveLength((await list()).totale);
    expect(mails.every((mail) => mail.includes('pec@example.it') && mail.includes('notaio@example.it'))).toBe(true);
  });

  it('la riga di un testimone resta con il sigillo; una che non è una firma, o porta il nome del portale, no', async () => {
    const [one] = (await list()).data;
    const line = `— witness.example/w1 ${Buffer.alloc(76, 7).toString('base64')}`;
    const send = (riga: unknown, id: unknown = one!.id) => portale.call('POST', '/api/sigilli/firme', { as: admin, body: { id, riga } });
    expect((await send(`${line}\n`)).body.data).toEqual({ id: one!.id, firme: [line] });
    expect((await send(line)).body.data).toEqual({ id: one!.id, firme: [line] });
    expect((await list()).data[0]!.testo).toBe(`${one!.testo}${line}\n`);
    const { origine } = await publicKey();
    for (const wrong of ['', 'ciao', line.replace('—', '-'), `${line}\n${line}`, '— a AAAA', line.replace('witness.example/w1', origine)])
      expect([wrong, (await send(wrong)).status]).toEqual([wrong, 400]);
    expect((await send(line, 999)).status).toBe(404);
    expect((await send(line, 'x')).status).toBe(400);
  });

  it('la chiave nuova si fa firmare anche dalla vecchia, una volta', async () => {
    const before = await publicKey();
    await changeKey(portale.folder);
    await expect(changeKey(portale.folder)).rejects.toThrow(SealKeyWaiting);
    const one = await seal();
    const after = await publicKey();
    expect(after.verificatore).not.toBe(before.verificatore);
    expect(verified(one.testo, [before.verificatore, after.verificatore])).toHaveLength(2);
    await record();
    expect(verified((await seal()).testo, [before.verificatore, after.verificatore])).toHaveLength(1);
    expect(await readdir(join(portale.folder, 'segreti'))).not.toContain('sigillo-precedente.pem');
  });

  describe('di notte', () => {
    const count = () => countCheckpoints(portale.deps.writeDb);
    // sessions of the day before have expired
    afterEach(() => {
      now = new Date(AT);
    });

    it('se ne fa uno dopo l’ora dei salvataggi, non prima e non due volte', async () => {
      const totale = await count();
      await record();
      await nightly().run();
      expect(await count()).toBe(totale);
      now = new Date('2026-05-05T00:00:01.000Z');
      await nightly().run();
      await nightly().run();
      expect(await count()).toBe(totale + 1);
    });

    it('ciò che un portale ucciso non ha fatto si fa dopo: il file, e la marca se l’autorità non rispondeva', async () => {
      authority.refuse(true);
      await record();
      now = new Date('2026-05-06T01:00:00.000Z');
      await nightly().run();
      const one = await lastCheckpoint(portale.deps.writeDb);
      expect([one!.marca, warnings.some((row) => row.includes('checkpoint not stamped'))]).toEqual([null, true]);
      authority.refuse(false);
      await rm(folder(), { recursive: true });
      await mkdir(folder());
      now = new Date('2026-05-06T01:30:00.000Z');
      await nightly().run();
      expect((await lastCheckpoint(portale.deps.writeDb))!.marca).not.toBeNull();
      const names = await readdir(folder());
      expect(names).toContain(`${one!.dimensione}.txt`);
      expect(names.filter((name) => name.includes('.tmp'))).toEqual([]);
      expect(await readFile(join(folder(), `${one!.dimensione}.txt`), 'utf8')).toBe(one!.testo);
    });

    it('ucciso prima della fine non resta niente a metà', async () => {
      await record();
      const totale = await count();
      const { deps } = portale;
      const dying = {
        ...deps,
        clock: {
          now: () => {
            throw new Error('killed');
          },
        },
      };
      await vi.waitFor(async () => expect(await makeCheckpoint(dying).catch((error: Error) => error.message)).toBe('killed'));
      expect(await count()).toBe(totale);
      expect((await seal()).id).toBe(totale + 1);
    });
  });

  it('senza la chiave il portale lo dice, e non ne inventa un’altra', async () => {
    const path = join(portale.folder, 'segreti', 'sigillo.pem');
    await rename(path, `${path}.via`);
    await record();
    expect((await portale.call('POST', '/api/sigilli', { as: admin })).status).toBe(409);
    expect((await portale.call('GET', '/api/salute')).body).toMatchObject({
      stato: 'degradato',
      motivo: expect.stringContaining('Manca la chiave dei sigilli'),
    });
    await rename(`${path}.via`, path);
    expect((await portale.call('GET', '/api/salute')).body).toMatchObject({ stato: 'ok', sigilli: { esteso: true } });
  });

  it('un albero che non estende l’ultimo si dice in salute, nell’elenco e per mail, e non si sigilla', async () => {
    await seal();
    const { totale } = await list();
    await portale.command({ register: 'users', action: 'change', key: admin.memberID, values: { email: 'capo@example.it' } });
    const { readDb } = portale.deps;
    const flip = () =>
      sql`update letture.sigilli_foglie set impronta = set_byte(impronta, 5, get_byte(impronta, 5) # 1) where numero = 3`.execute(readDb);
    await flip();
    try {
      expect((await portale.call('GET', '/api/salute')).body).toMatchObject({
        stato: 'degradato',
        motivo: expect.stringContaining('Il registro non è più quello del sigillo'),
        sigilli: { esteso: false },
      });
      expect(await list()).toMatchObject({ stato: { esito: 'spezzato', messaggio: expect.stringContaining('make verify') } });
      const refused = await portale.call('POST', '/api/sigilli', { as: admin });
      expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('qualcosa è stato cambiato o tolto')]);
      const [last] = (await list()).data;
      expect((await portale.call('GET', `/api/sigilli/verifica?id=${last!.id}`, { as: admin })).body.data).toMatchObject({
        esito: 'diverso',
        coerenza: [],
      });
      expect((await list()).totale).toBe(totale);
      const { rows } = await sql<{
        n: string;
      }>`select count(*) as n from public.processi where dati->>'subject' = 'Il registro degli eventi è stato alterato' and dati->'to' = '["capo@example.it"]'`.execute(
        portale.deps.writeDb,
      );
      expect(Number(rows[0]!.n)).toBe(1);
    } finally {
      await flip();
    }
    expect((await portale.call('GET', '/api/salute')).body).toMatchObject({ stato: 'ok' });
  });

  it('dopo un ripristino a un momento comincia un’altra epoca, che nomina il sigillo a cui torna', async () => {
    await seal();
    const { data } = await list();
    const [newest, before] = data;
    const { writeDb } = portale.deps;
    // the state after a restore: another epoch, and a log that does not reach the last checkpoint
    await sql`update public.sigilli_origine set epoca = epoca + 1`.execute(writeDb);
    await sql`update public.sigilli set radice = ${Buffer.alloc(32).toString('base64')} where id = ${newest!.id}`.execute(writeDb);
    expect((await portale.call('GET', '/api/salute')).body).toMatchObject({ stato: 'ok' });
    const one = await seal();
    const [origin, , , , continued] = one.testo.split('\n');
    expect(origin).toMatch(/^strato\/[0-9a-f-]{36}\/2$/);
    expect(continued).toBe(`continua ${origin!.replace(/\/2$/, '')} ${before!.dimensione} ${before!.radice}`);
    expect(await readdir(folder())).toContain(`${one.dimensione}-2.txt`);
    expect(verified(one.testo, [(await publicKey()).verificatore])).toHaveLength(1);
    expect((await portale.call('GET', `/api/sigilli/verifica?id=${newest!.id}`, { as: admin })).body.data).toMatchObject({
      esito: 'altra-epoca',
    });
  });
});
