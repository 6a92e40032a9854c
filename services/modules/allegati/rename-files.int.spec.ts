import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Person, TestPortal } from '../../../test/portal.ts';
import { allegatiBench, names, pdf, type AllegatiBench } from './testing.ts';

let b: AllegatiBench;
let portale: TestPortal;
let everything: Person;
beforeAll(async () => {
  b = await allegatiBench();
  ({ portale, everything } = b);
});
afterAll(() => b.portale.stop());

describe('rinominare', () => {
  const rename = (from: Person, pairs: [string, string][], headers: Record<string, string> = {}) =>
    b.allegati(from, { rename: true, path: pairs.map(([from, to]) => ({ from, to })) }, headers);
  const c = (m: string, name: string) => `${m}/${name}`;

  it('il file e il record cambiano insieme, e la storia apre ancora il vecchio', async () => {
    const m = await b.macchina(['CE', 'CDP']);
    const headers = { 'idempotency-key': `rinomina-${m}` };
    const pairs: [string, string][] = [
      [c(m, `${m}_CE.pdf`), c(m, 'certificato CE.pdf')],
      [c(m, `${m}_CDP.pdf`), c(m, 'proprietà.pdf')],
    ];
    const outcome = await rename(everything, pairs, headers);
    expect(outcome).toMatchObject({ status: 200, body: { message: { affectedRows: 2 } } });
    const record = await b.row(m);
    expect(record).toMatchObject({
      documenti_ce: c(m, 'certificato CE.pdf'),
      documenti_cdp: c(m, 'proprietà.pdf'),
      versione: outcome.body.message.versione,
    });
    expect(record.archivio.documenti_ce).toMatchObject({ percorso: c(m, 'certificato CE.pdf'), versione: 1 });
    expect((await portale.deps.files.read(c(m, `${m}_CE.pdf`), 1)).bytes).toBeGreaterThan(0);
    expect((await rename(everything, pairs, headers)).body).toEqual(outcome.body);
    expect((await rename(everything, pairs)).status).toBe(404);
    // a daily sheet without a maintenance record on its day belongs to no record
    const form = new FormData();
    for (const [name, value] of Object.entries({ matricola: m, data: '2026-02-03', docMacch: 'false' })) form.append(name, value);
    form.append('file', pdf('foglio'), 'x.pdf');
    expect((await portale.call('POST', '/api/ftp/caricaDoc', { as: everything, body: form })).status).toBe(201);
    const sheet: [string, string][] = [[c(m, `${m}_260203.pdf`), c(m, `${m}_260204.pdf`)]];
    const key = { 'idempotency-key': `foglio-${m}` };
    for (const time of ['una volta', 'di nuovo']) expect([time, (await rename(everything, sheet, key)).status]).toEqual([time, 200]);
  });

  it('anche quando il record ha già il nome nuovo', async () => {
    const m = await b.macchina(['CE']);
    await portale.call('PUT', '/api/macchinari', {
      as: everything,
      body: { macchinario: { matricola: m, documenti_ce: c(m, 'nuovo.pdf') } },
    });
    expect((await rename(everything, [[c(m, `${m}_CE.pdf`), c(m, 'nuovo.pdf')]])).status).toBe(200);
    expect((await b.row(m)).archivio.documenti_ce.percorso).toBe(c(m, 'nuovo.pdf'));
  });

  it('o tutti o nessuno', async () => {
    const m = await b.macchina(['CE', 'CDP', 'ASS']);
    const ce: [string, string] = [c(m, `${m}_CE.pdf`), c(m, 'a.pdf')];
    const before = await b.row(m);
    for (const [other, state] of [
      [[c(m, `${m}_CDP.pdf`), c(m, `${m}_ASS.pdf`)], 409],
      [[c(m, 'non-c-e.pdf'), c(m, 'b.pdf')], 404],
      [[c(m, `${m}_CDP.pdf`), c(m, 'a.pdf')], 409],
      [[c(m, `${m}_CDP.pdf`), c(m, 'b.jpg')], 400],
      [[c(m, `${m}_CDP.pdf`), '../b.pdf'], 400],
      [[c(m, `${m}_CDP.pdf`), 'ALTRA/b.pdf'], 400],
    ] as [[string, string], number][]) {
      expect((await rename(everything, [ce, other])).status).toBe(state);
      expect(await b.row(m)).toEqual(before);
      expect(names((await portale.deps.files.list(m)).map((f) => ({ name: f.path })))).toEqual(
        [`${m}_ASS.pdf`, `${m}_CDP.pdf`, `${m}_CE.pdf`].map((n) => c(m, n)),
      );
    }
  });

  it('se il processo muore fra il file e il record, la richiesta ripetuta lo registra; il file di un altro no', async () => {
    const m = await b.macchina(['CE', 'CDP']);
    const [old, fresh] = [c(m, `${m}_CE.pdf`), c(m, 'certificato.pdf')];
    await portale.deps.files.rename(old, fresh);
    expect((await rename(everything, [[old, fresh]])).status).toBe(200);
    expect(await b.row(m)).toMatchObject({ documenti_ce: fresh, archivio: { documenti_ce: { percorso: fresh } } });
    // the file at the new name has another document's content, so the rename does not count as done
    await portale.deps.files.delete(c(m, `${m}_CDP.pdf`));
    expect((await rename(everything, [[c(m, `${m}_CDP.pdf`), fresh]])).status).not.toBe(200);
    expect((await b.row(m)).documenti_cdp).toBe(c(m, `${m}_CDP.pdf`));
  });

  it('registrato, e persa solo la risposta del registro, il file resta dove il record dice', async () => {
    const m = await b.macchina(['CE']);
    const [old, fresh] = [c(m, `${m}_CE.pdf`), c(m, 'certificato.pdf')];
    const { store } = portale.deps;
    const real = store.append;
    store.append = async (stream, events, version) => {
      const appended = await real(stream, events, version);
      if (events.some(({ type }) => type === 'DocumentoRinominato.v1')) throw new Error('risposta persa');
      return appended;
    };
    const headers = { 'idempotency-key': `persa-${m}` };
    try {
      expect((await rename(everything, [[old, fresh]], headers)).status).toBeGreaterThanOrEqual(500);
    } finally {
      store.append = real;
    }
    expect([await portale.deps.files.info(old), (await portale.deps.files.info(fresh))?.path]).toEqual([null, fresh]);
    expect((await rename(everything, [[old, fresh]], headers)).status).toBe(200);
    expect((await b.row(m)).documenti_ce).toBe(fresh);
  });

  it('se il secondo passo si guasta il primo torna com’era, anche nel record', async () => {
    const m = await b.macchina(['CE', 'CDP']);
    const { files } = portale.deps;
    const real = files.rename;
    files.rename = async (from, a) => {
      if (from.endsWith('_CDP.pdf')) throw Object.assign(new Error('disco'), { code: 'EIO' });
      return real(from, a);
    };
    try {
      expect(
        (
          await rename(everything, [
            [c(m, `${m}_CE.pdf`), c(m, 'a.pdf')],
            [c(m, `${m}_CDP.pdf`), c(m, 'b.pdf')],
          ])
        ).status,
      ).toBe(500);
    } finally {
      files.rename = real;
    }
    await vi.waitFor(
      async () => expect(await b.row(m)).toMatchObject({ documenti_ce: c(m, `${m}_CE.pdf`), documenti_cdp: c(m, `${m}_CDP.pdf`) }),
      15_000,
    );
    expect(await files.info(c(m, 'a.pdf'))).toBeNull();
    expect(await files.info(c(m, `${m}_CE.pdf`))).not.toBeNull();
  });

  it('vuole il permesso di modificare, e file dello stesso record', async () => {
    const [m, other] = [await b.macchina(['CE']), await b.macchina([])];
    const pair: [string, string][] = [[c(m, `${m}_CE.pdf`), c(m, 'a.pdf')]];
    expect((await rename(b.reader, pair)).status).toBe(403);
    expect((await rename(b.ownFiles, pair)).status).toBe(404);
    expect((await rename(b.none, pair)).status).toBe(403);
    expect((await rename(everything, [[c(m, `${m}_CE.pdf`), c(other, 'a.pdf')]])).status).toBe(400);
    await portale.deps.files.write('SENZA/x.pdf', Readable.from([Buffer.from('%PDF-x%%EOF')]), 'pdf');
    expect((await rename(b.admin, [['SENZA/x.pdf', 'SENZA/y.pdf']])).status).toBe(403);
    for (const path of [[], 'x', [{ from: 1, to: 2 }], undefined])
      expect((await b.allegati(everything, { rename: true, path })).status).toBe(400);
  });
});
