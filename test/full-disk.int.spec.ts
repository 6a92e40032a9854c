import { EVERYTHING } from '#contracts/core/permissions.ts';
import { chown, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Mail } from '#contracts/ports/mailer.ts';
import { folderMailer } from '#services/platform/mail/folder-mailer.ts';
import { startTestPortal, type Person, type TestPortal } from './portal.ts';
import { smallDisk, type SmallDisk } from './small-disk.ts';

const FULL = 'Il disco del portale è pieno: non si può salvare niente finché non si fa spazio. Quello che era già salvato resta.';
const MB = 1_048_576;

// one disk for the folders, one for the log's table
const [folders, tables] = [await smallDisk(64), await smallDisk(24)];
const NO_MOUNT = folders && tables ? '' : ' (saltato: serve il permesso di montare un disco piccolo)';

const NO_TABLE = process.env['EVENTSTORE_URL'] === undefined ? '' : ' (saltato: il registro è in un EventStoreDB)';
const onPostgres = it.skipIf(NO_TABLE);

describe.skipIf(!folders || !tables)(`Un disco pieno davvero${NO_MOUNT}`, () => {
  const { folder: place, fill, empty } = (folders ?? {}) as SmallDisk;
  const base = process.env['TMPDIR'];
  let portale: TestPortal;
  let person: Person;
  let count = 0;

  beforeAll(async () => {
    process.env['TMPDIR'] = place;
    portale = await startTestPortal();
    person = await portale.person({ permessi: { macchinari: EVERYTHING, manutenzioni: EVERYTHING } });
  });
  afterAll(async () => {
    if (base === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = base;
    await empty();
    await tables?.empty();
    await portale?.stop();
    await folders?.close();
    await tables?.close();
  });

  const create = (matricola = `M${(count += 1)}`, headers = {}) =>
    portale.call('POST', '/api/macchinari', { as: person, body: { macchinario: { matricola, marca: 'x'.repeat(180) } }, headers });
  const health = async () => {
    const { status, body } = await portale.call('GET', '/api/salute');
    return [status, body.stato, body.motivo];
  };
  const upload = (matricola: string, bytes = 2 * MB) => {
    const form = new FormData();
    const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(bytes, 'x'), Buffer.from('\n%%EOF')]);
    form.append('matricola', matricola);
    form.append('nomeManutenzione', `${matricola}_CE.pdf`);
    form.append('docMacch', 'true');
    form.append('file', new Blob([content]), 'ce.pdf');
    return portale.call('POST', '/api/ftp/caricaDoc', { as: person, body: form });
  };
  const left = async () => [
    ...(await readdir(join(portale.folder, 'temp'))),
    ...(await readdir(join(portale.folder, 'archivio', '.temp'))),
  ];

  it.each([
    ['tutto', 0],
    ['per il file, non per la sua copia', 3 * MB],
  ])('l’archivio: 503 che lo nomina, niente a metà, e torna da sé quando c’è spazio (pieno: %s)', async (_what, leave) => {
    await create('A');
    expect((await upload('A')).status).toBe(201);
    const before = await portale.deps.files.info('A/A_CE.pdf');
    await fill(leave);
    const answer = await upload('A');
    expect([answer.status, answer.body?.message, answer.headers.get('retry-after')]).toEqual([503, FULL, '60']);
    expect(await left()).toEqual([]);
    expect(await portale.deps.files.info('A/A_CE.pdf')).toEqual(before);
    expect(await health()).toEqual([503, 'non-disponibile', FULL]);
    // a lock file that could not be written must not block later writes
    await portale.deps.files.delete('A/A_CE.pdf').catch(() => undefined);
    expect(await left()).toEqual([]);
    await empty();
    expect((await upload('A')).status).toBe(201);
    expect(await health()).toEqual([200, 'ok', undefined]);
    expect(await left()).toEqual([]);
  });

  it('un file che non si riesce a togliere del tutto resta com’era, e non risulta tolto', async () => {
    await create('E');
    expect((await upload('E')).status).toBe(201);
    const { files } = portale.deps;
    const before = await files.info('E/E_CE.pdf');
    // leaves room only for the lock file
    await fill(4096);
    await expect(files.delete('E/E_CE.pdf')).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await files.deleted('E/E_CE.pdf')).toBeNull();
    expect(await files.info('E/E_CE.pdf')).toEqual(before);
    expect(await left()).toEqual([]);
    await empty();
    await files.delete('E/E_CE.pdf');
    expect(await files.deleted('E/E_CE.pdf')).toBeInstanceOf(Date);
  });

  it('una mail che non ci sta non lascia un pezzo di sé', async () => {
    const mails = join(place, 'posta');
    await fill(4096);
    const mail: Mail = {
      messageId: '<una@strato>',
      from: 'strato@example.it',
      to: ['anna@example.it'],
      subject: 'Prova',
      text: 'x'.repeat(20_000),
      html: '',
      at: new Date().toISOString(),
    };
    await expect(folderMailer(mails).send(mail, () => Promise.resolve())).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await readdir(mails)).toEqual([]);
    await empty();
  });

  onPostgres(`il registro degli eventi: 503 che lo nomina, niente a metà, e torna da sé quando c’è spazio${NO_TABLE}`, async () => {
    const { writeDb } = portale.deps;
    const {
      rows: [server],
    } = await sql<{ data_directory: string }>`show data_directory`.execute(writeDb);
    const space = join(tables!.folder, 'tabelle');
    await mkdir(space);
    const { uid, gid } = await stat(server!.data_directory);
    await chown(space, uid, gid);
    await sql.raw(`create tablespace piccolo location '${space}'`).execute(writeDb);
    await sql`alter table public.eventi set tablespace piccolo`.execute(writeDb);
    await create('B');
    await create('C');
    await tables!.fill();
    let answer = await create();
    for (let i = 0; i < 300 && answer.status === 201; i += 1) answer = await create();
    expect([answer.status, answer.body?.message, answer.headers.get('retry-after')]).toEqual([503, FULL, '60']);
    const head = await portale.deps.store.head();
    const refused = await upload('B', 1000);
    expect([refused.status, refused.body?.message]).toEqual([503, FULL]);
    expect(await portale.deps.files.info('B/B_CE.pdf')).toBeNull();
    const again = await Promise.all(Array.from({ length: 20 }, () => create()));
    expect(again.map(({ status, body }) => [status, body.message])).toEqual(again.map(() => [503, FULL]));
    expect(await portale.deps.store.head()).toBe(head);
    await tables!.empty();
    expect((await create('D')).status).toBe(201);
    expect((await upload('B', 1000)).status).toBe(201);
  });
});
