import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobQueue } from '#contracts/ports/job-queue.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { realJpeg } from '../../../test/real-jpeg.ts';
import { withNoleggi, jpeg, levels, pdf } from './testing.ts';

let portale: TestPortal;
let n: ReturnType<typeof withNoleggi>;
let everything: Person;
let own: Person;
let reader: Person;
let macchinista: Person;

beforeAll(async () => {
  portale = await startTestPortal();
  n = withNoleggi(portale);
  everything = await portale.person({ permessi: { noleggi_int: levels(3, 3, 3), macchinari: levels(3, 3, 3) } });
  own = await portale.person({ permessi: { noleggi_int: levels(1, 1, 1) } });
  reader = await portale.person({ permessi: { noleggi_int: levels(3, 0, 0), macchinari: levels(3, 3, 3) } });
  macchinista = await portale.person({ permessi: { macchinari: levels(3, 3, 3), manutenzioni: levels(3, 3, 3) } });
});
afterAll(() => portale?.stop());

const pathFor = ({ body }: { body: any }) => body.message?.percorso as string | undefined;
async function content(from: Person, where: string, version?: number): Promise<string> {
  const { body } = await n.ftp(from, { operazione: 'prendi', percorso: where, ...(version ? { versione: version } : {}) });
  return (await portale.call('GET', `/file?file=${body.message.name}`)).text;
}

describe('i documenti di un noleggio', () => {
  it.each([
    ['ST', 'scheda_tecnica'],
    ['CE', 'certificato_ce'],
    ['CDC', 'carta_circolazione'],
    ['ASS', 'assicurazione'],
    ['MUM', 'manuale_uso_manutenzione'],
    ['CR', 'catalogo_ricambi'],
    ['VFC', 'verifica_funi_catene'],
    ['VP', 'visita_periodica'],
  ])('%s va in {matricola}/{matricola}_%s.pdf e il record ne porta il percorso', async (sigla, field) => {
    const { id, matricola } = await n.created(everything);
    const outcome = await n.upload(everything, matricola, `${matricola}_${sigla}.pdf`, pdf(sigla));
    expect(outcome).toMatchObject({
      status: 201,
      body: { message: { percorso: `${matricola}/${matricola}_${sigla}.pdf`, versione: 2, file_versione: 1 } },
    });
    const record = await n.riga(everything, 'noleggi', id);
    expect(record).toMatchObject({
      [field]: `${matricola}/${matricola}_${sigla}.pdf`,
      versione: 2,
      archivio: { [field]: { versione: 1, utente: everything.memberID } },
    });
    expect(await content(reader, record[field])).toContain(sigla);
  });

  it('anche senza estensione o in minuscolo; con un nome o un contenuto sbagliato no', async () => {
    const { matricola } = await n.created(everything);
    expect(pathFor(await n.upload(everything, matricola, `${matricola}_cdc`, pdf('x')))).toBe(`${matricola}/${matricola}_CDC.pdf`);
    for (const [name, data, state] of [
      [`${matricola}_FUNI.pdf`, pdf('x'), 400],
      ['altro.pdf', pdf('x'), 400],
      [`${matricola}_CE.jpg`, jpeg('x'), 415],
      [`${matricola}_CE.pdf`, jpeg('x'), 415],
      [`foto/2026-02-03_${matricola}.pdf`, pdf('x'), 415],
      [`2026-02-03_${matricola}.jpg`, pdf('x'), 415],
      [`2026-02-31_${matricola}.jpg`, jpeg('x'), 400],
      ['2026-02-03_N99999.jpg', jpeg('x'), 400],
      ['../fuori.pdf', pdf('x'), 400],
      [`${matricola}_CONTRATTO_2026-02-31.pdf`, pdf('x'), 400],
    ] as const)
      expect([name, (await n.upload(everything, matricola, name, data)).status]).toEqual([name, state]);
    expect((await n.upload(everything, 'N99999', 'N99999_CE.pdf', pdf('x'))).status).toBe(404);
    expect((await portale.deps.files.list(matricola)).map((file) => file.path)).toEqual([`${matricola}/${matricola}_CDC.pdf`]);
  });

  it('una foto diventa il PDF del documento o del contratto; una PNG no', async () => {
    const { id, matricola } = await n.created(everything);
    const photo = realJpeg({ columns: 2, rows: 3 });
    for (const name of [`${matricola}_CE.pdf`, `${matricola}_CE`, `${matricola}_CE.jpg`])
      expect(pathFor(await n.upload(everything, matricola, name, photo))).toBe(`${matricola}/${matricola}_CE.pdf`);
    expect(await content(everything, `${matricola}/${matricola}_CE.pdf`)).toMatch(/^%PDF-/);
    await n.crea(everything, 'storicoNoleggi', { id_noleggi: id, data_inizio: '2026-02-03' });
    expect(pathFor(await n.upload(everything, matricola, `${matricola}_CONTRATTO_2026-02-03`, photo))).toBe(
      `${matricola}/${matricola}_CONTRATTO_2026-02-03.pdf`,
    );
    expect((await n.upload(everything, matricola, `${matricola}_ASS.pdf`, Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))).status).toBe(415);
  });

  it('a photo keeps how it is turned, and nothing else that the camera wrote', async () => {
    const { matricola } = await n.created(everything);
    const turned = realJpeg({ columns: 2, rows: 3, orientation: 6 });
    const where = String(pathFor(await n.upload(everything, matricola, `2026-02-03_${matricola}.jpg`, turned)));
    expect(await content(everything, where)).toContain('Exif');
    const upright = realJpeg({ columns: 2, rows: 3, orientation: 1 });
    const plain = String(pathFor(await n.upload(everything, matricola, `2026-02-04_${matricola}.jpg`, upright)));
    expect(await content(everything, plain)).not.toContain('Exif');
  });

  it('eliminato, toglie dal record il percorso e la sua scadenza', async () => {
    const { id, matricola } = await n.created(everything);
    const where = String(pathFor(await n.upload(everything, matricola, `${matricola}_VP.pdf`, pdf('x'))));
    await portale.call('PUT', '/api/noleggi', {
      as: everything,
      body: { noleggio: { id, scadenza_periodica: '2027-01-01', scadenza_assicurazione: '2027-01-01' } },
    });
    expect((await n.ftp(everything, { operazione: 'elimina', percorso: where })).status).toBe(200);
    expect(await n.riga(everything, 'noleggi', id)).toMatchObject({
      visita_periodica: null,
      scadenza_periodica: null,
      scadenza_assicurazione: '2027-01-01',
    });
    expect(await content(everything, where, 1)).toContain('x');
  });

  it('cambia nome con il record', async () => {
    const { id, matricola } = await n.created(everything);
    const from = String(pathFor(await n.upload(everything, matricola, `${matricola}_CE.pdf`, pdf('x'))));
    const path = [{ from, to: `${matricola}/certificato.pdf` }];
    expect((await portale.call('POST', '/api/allegati', { as: everything, body: { rename: true, path } })).status).toBe(200);
    expect((await n.riga(everything, 'noleggi', id)).certificato_ce).toBe(`${matricola}/certificato.pdf`);
  });
});

describe('le foto di un noleggio', () => {
  it('vanno in foto/{data}_{matricola}.jpg, e quelle dello stesso giorno stanno accanto', async () => {
    const { id, matricola } = await n.created(everything);
    const wanted = ['', '-2', '-3'].map((queue) => `${matricola}/foto/2026-02-03_${matricola}${queue}.jpg`);
    for (const [i, expected] of wanted.entries()) {
      const where = pathFor(await n.upload(everything, matricola, `2026-02-03_${matricola}.jpg`, jpeg(`foto ${i}`)));
      expect(where).toBe(expected);
      const { status: state, body } = await n.crea(everything, 'fotoNoleggi', {
        id: null,
        id_noleggi: id,
        data: '2026-02-03',
        foto: where,
      });
      expect(state).toBe(201);
      expect(await n.riga(everything, 'fotoNoleggi', body.message.insertId)).toMatchObject({
        foto: expected,
        data: '2026-02-03',
        versione: body.message.versione,
        archivio: { foto: { percorso: expected, versione: 1 } },
      });
    }
    for (const [i, expected] of wanted.entries()) expect(await content(reader, expected)).toContain(`foto ${i}`);
  });

  it('dieci insieme hanno dieci nomi, e nessun contenuto va perso', async () => {
    const { matricola } = await n.created(everything);
    const where = (
      await Promise.all(
        Array.from({ length: 10 }, (_, i) => n.upload(everything, matricola, `foto/2026-02-03_${matricola}.jpg`, jpeg(`n${i}.`))),
      )
    ).map(pathFor);
    expect(new Set(where).size).toBe(10);
    const read = await Promise.all(where.map((d) => content(everything, String(d))));
    for (const i of where.keys()) expect(read.filter((text) => text.includes(`n${i}.`))).toHaveLength(1);
  });

  it('la stessa, mandata di nuovo prima che il record la nomini, resta una', async () => {
    const { matricola } = await n.created(everything);
    const [one, two] = [
      await n.upload(everything, matricola, `2026-02-03_${matricola}.jpg`, jpeg('x')),
      await n.upload(everything, matricola, `2026-02-03_${matricola}.jpg`, jpeg('x')),
    ];
    expect(pathFor(two)).toBe(pathFor(one));
  });

  it('una foto eliminata tiene il suo nome e torna con il suo contenuto', async () => {
    const { id, matricola } = await n.created(everything);
    const where = pathFor(await n.upload(everything, matricola, `2026-02-03_${matricola}.jpg`, jpeg('prima')));
    const foto = (await n.crea(everything, 'fotoNoleggi', { id_noleggi: id, data: '2026-02-03', foto: where })).body.message;
    expect((await portale.call('DELETE', '/api/fotoNoleggi', { as: everything, body: { id: foto.insertId } })).status).toBe(200);
    expect(pathFor(await n.upload(everything, matricola, `2026-02-03_${matricola}.jpg`, jpeg('altra')))).toBe(
      `${matricola}/foto/2026-02-03_${matricola}-2.jpg`,
    );
    await portale.call('POST', '/api/storico/ripristina', {
      as: everything,
      body: { tabella: 'fotoNoleggi', id: foto.insertId, versione: foto.versione },
    });
    expect((await n.riga(everything, 'fotoNoleggi', foto.insertId)).foto).toBe(where);
    expect(await content(everything, String(where))).toContain('prima');
  });

  it('il file eliminato lascia vuoto il record della foto', async () => {
    const { id, matricola } = await n.created(everything);
    const where = pathFor(await n.upload(everything, matricola, `2026-02-03_${matricola}.jpg`, jpeg('x')));
    const { insertId } = (await n.crea(everything, 'fotoNoleggi', { id_noleggi: id, data: '2026-02-03', foto: where })).body.message;
    expect((await n.ftp(everything, { operazione: 'elimina', percorso: where })).status).toBe(200);
    expect(await n.riga(everything, 'fotoNoleggi', insertId)).toMatchObject({ foto: null, archivio: {} });
  });
});

describe('i contratti di un noleggio', () => {
  const name = (matricola: string) => `${matricola}_CONTRATTO_2026-02-03.pdf`;
  const periodo = async (id: number) =>
    Number((await n.crea(everything, 'storicoNoleggi', { id_noleggi: id, data_inizio: '2026-02-03' })).body.message.insertId);

  it('il periodo che comincia quel giorno ne porta il percorso; la scrittura dello schermo non trova altro da fare', async () => {
    const { id, matricola } = await n.created(everything);
    const row = await periodo(id);
    const outcome = await n.upload(everything, matricola, name(matricola), pdf('uno'));
    expect(outcome).toMatchObject({ status: 201, body: { message: { percorso: `${matricola}/${name(matricola)}` } } });
    expect(await n.riga(everything, 'storicoNoleggi', row)).toMatchObject({
      contratto: pathFor(outcome),
      versione: outcome.body.message.versione,
      archivio: { contratto: { versione: 1 } },
    });
    const poi = await portale.call('PUT', '/api/storicoNoleggi', {
      as: everything,
      body: { storicoNoleggi: { id: row, contratto: pathFor(outcome) } },
    });
    expect(poi.body.message.affectedRows).toBe(0);
    expect((await n.upload(everything, matricola, name(matricola), pdf('due'))).body.message).toMatchObject({
      percorso: pathFor(outcome),
      file_versione: 2,
    });
    expect(await content(reader, String(pathFor(outcome)), 1)).toContain('uno');
  });

  it('caricato prima che il periodo ci sia, è suo quando lo nomina', async () => {
    const { id, matricola } = await n.created(everything);
    const where = pathFor(await n.upload(everything, matricola, name(matricola), pdf('x')));
    const { insertId, versione } = (
      await n.crea(everything, 'storicoNoleggi', { id_noleggi: id, data_inizio: '2026-02-03', contratto: where })
    ).body.message;
    expect(await n.riga(everything, 'storicoNoleggi', insertId)).toMatchObject({
      contratto: where,
      versione,
      archivio: { contratto: { versione: 1, byte: 16 } },
    });
  });

  it('un secondo periodo dello stesso giorno non prende il contratto del primo', async () => {
    const { id, matricola } = await n.created(everything);
    const first = await periodo(id);
    const where = pathFor(await n.upload(everything, matricola, name(matricola), pdf('uno')));
    const second = await periodo(id);
    expect(pathFor(await n.upload(everything, matricola, name(matricola), pdf('due')))).toBe(
      `${matricola}/${matricola}_CONTRATTO_2026-02-03-2.pdf`,
    );
    expect((await n.riga(everything, 'storicoNoleggi', first)).contratto).toBe(where);
    expect((await n.riga(everything, 'storicoNoleggi', second)).contratto).toBe(`${matricola}/${matricola}_CONTRATTO_2026-02-03-2.pdf`);
    expect(await content(everything, String(where))).toContain('uno');
  });

  it('un periodo che ha cambiato giorno tiene il suo contratto', async () => {
    const { id, matricola } = await n.created(everything);
    const row = await periodo(id);
    const where = pathFor(await n.upload(everything, matricola, name(matricola), pdf('uno')));
    await portale.call('PUT', '/api/storicoNoleggi', { as: everything, body: { storicoNoleggi: { id: row, data_inizio: '2026-03-01' } } });
    expect(pathFor(await n.upload(everything, matricola, name(matricola), pdf('due')))).not.toBe(where);
    expect(await content(everything, String(where))).toContain('uno');
    expect((await n.ftp(everything, { operazione: 'elimina', percorso: where })).status).toBe(200);
    expect(await n.riga(everything, 'storicoNoleggi', row)).toMatchObject({ contratto: null, data_inizio: '2026-03-01' });
  });
});

describe('i permessi sui file dei noleggi', () => {
  it('sono quelli di noleggi_int e del proprietario del noleggio, anche per foto e contratti', async () => {
    const [theirs, others] = [await n.created(own), await n.created(everything)];
    const names = (m: string) =>
      [
        [`${m}_CE.pdf`, pdf('x')],
        [`2026-02-03_${m}.jpg`, jpeg('x')],
        [`${m}_CONTRATTO_2026-02-03.pdf`, pdf('x')],
      ] as const;
    for (const { id } of [theirs, others]) await n.crea(everything, 'storicoNoleggi', { id_noleggi: id, data_inizio: '2026-02-03' });
    for (const [name, data] of names(others.matricola)) {
      for (const [who, state] of [
        [own, 404],
        [reader, 403],
        [macchinista, 403],
      ] as const)
        expect((await n.upload(who, others.matricola, name, data)).status).toBe(state);
      const where = pathFor(await n.upload(everything, others.matricola, name, data));
      if (name.endsWith('.jpg')) await n.crea(everything, 'fotoNoleggi', { id_noleggi: others.id, data: '2026-02-03', foto: where });
      for (const [who, state] of [
        [own, 404],
        [reader, 200],
        [macchinista, 403],
      ] as const)
        expect((await n.ftp(who, { operazione: 'prendi', percorso: where })).status).toBe(state);
      for (const [who, state] of [
        [own, 404],
        [reader, 403],
        [macchinista, 403],
      ] as const)
        expect((await n.ftp(who, { operazione: 'elimina', percorso: where })).status).toBe(state);
    }
    for (const [name, data] of names(theirs.matricola)) {
      const where = pathFor(await n.upload(own, theirs.matricola, name, data));
      if (name.endsWith('.jpg')) await n.crea(own, 'fotoNoleggi', { id_noleggi: theirs.id, data: '2026-02-03', foto: where });
      expect((await n.ftp(own, { operazione: 'prendi', percorso: where })).status).toBe(200);
      expect((await n.ftp(own, { operazione: 'elimina', percorso: where })).status).toBe(200);
    }
  });

  it('un percorso scritto a mano nel proprio record non apre il file di un altro', async () => {
    const [theirs, others] = [await n.created(own), await n.created(everything)];
    const where = pathFor(await n.upload(everything, others.matricola, `${others.matricola}_CE.pdf`, pdf('segreto')));
    expect((await n.crea(own, 'storicoNoleggi', { id_noleggi: theirs.id, contratto: where })).status).toBe(400);
    // a record with such a path may exist from before the path was checked
    const { key: insertId } = await portale.command({
      register: 'storicoNoleggi',
      action: 'create',
      values: { id_noleggi: theirs.id, contratto: String(where) },
    });
    expect((await n.riga(own, 'storicoNoleggi', Number(insertId))).archivio).toEqual({});
    expect((await n.ftp(own, { operazione: 'prendi', percorso: where })).status).toBe(404);
    expect((await portale.call('POST', '/api/allegati', { as: own, body: { macchina: theirs.matricola } })).status).toBe(202);
    expect(lastZip().data.file).toEqual([]);
  });

  it('del noleggio eliminato i file non si aprono più', async () => {
    const { id, matricola } = await n.created(everything);
    const where = pathFor(await n.upload(everything, matricola, `2026-02-03_${matricola}.jpg`, jpeg('x')));
    await n.crea(everything, 'fotoNoleggi', { id_noleggi: id, data: '2026-02-03', foto: where });
    await portale.call('DELETE', '/api/noleggi', { as: everything, body: { id } });
    expect((await n.ftp(everything, { operazione: 'prendi', percorso: where })).status).toBe(404);
    expect((await n.upload(everything, matricola, `${matricola}_CE.pdf`, pdf('x'))).status).toBe(404);
  });
});

type Zip = { title: string; data: { nome: string; file: { percorso: string }[] } };
const lastZip = () => (portale.deps.jobs as JobQueue & { asked: Zip[] }).asked.at(-1) as Zip;
const inZip = () => lastZip().data.file.map((file) => file.percorso);
const zip = (from: Person, body: unknown) => portale.call('POST', '/api/allegati', { as: from, body });

describe('lo zip dei noleggi', () => {
  async function complete() {
    const noleggio = await n.created(everything);
    const { id, matricola } = noleggio;
    const periodo = (await n.crea(everything, 'storicoNoleggi', { id_noleggi: id, data_inizio: '2026-02-03' })).body.message.insertId;
    const file = [
      await n.upload(everything, matricola, `${matricola}_CE.pdf`, pdf('x')),
      await n.upload(everything, matricola, `${matricola}_CONTRATTO_2026-02-03.pdf`, pdf('x')),
    ].map(pathFor);
    const foto = pathFor(await n.upload(everything, matricola, `2026-02-03_${matricola}.jpg`, jpeg('x')));
    await n.crea(everything, 'fotoNoleggi', { id_noleggi: id, data: '2026-02-03', foto });
    return { ...noleggio, periodo, file: [...file, foto] };
  }

  it('ha documenti, contratti e foto; la scheda manda il noleggio intero', async () => {
    const { id, matricola, file, periodo } = await complete();
    expect((await zip(everything, { macchina: await n.riga(everything, 'noleggi', id) })).status).toBe(202);
    expect(lastZip()).toMatchObject({ title: `Zip allegati, noleggio ${matricola}`, data: { nome: matricola } });
    expect(inZip().toSorted()).toEqual(file.toSorted());
    await portale.call('DELETE', '/api/storicoNoleggi', { as: everything, body: { id: periodo } });
    await zip(everything, { macchina: matricola });
    expect(inZip()).not.toContain(file[1]);
    expect(inZip()).toHaveLength(2);
  });

  it('di più noleggi, e di noleggi con macchine', async () => {
    const [one, two] = [await complete(), await complete()];
    const matricola = 'A9001';
    await portale.call('POST', '/api/macchinari', {
      as: everything,
      body: { macchinario: { matricola, documenti_ce: `${matricola}/${matricola}_CE.pdf` } },
    });
    expect((await zip(everything, { all: true, macchina: [one.matricola, two.matricola] })).status).toBe(202);
    expect(lastZip().title).toBe('Zip allegati, 2 noleggi');
    expect(inZip().toSorted()).toEqual([...one.file, ...two.file].toSorted());
    expect((await zip(everything, { all: true, macchina: [one.matricola, matricola, two.matricola] })).status).toBe(202);
    expect(lastZip().title).toBe('Zip allegati, 1 macchinario e 2 noleggi');
    expect(inZip().toSorted()).toEqual([`${matricola}/${matricola}_CE.pdf`, ...one.file, ...two.file].toSorted());
  });

  it('solo di ciò che si vede: se uno non si vede non parte niente', async () => {
    const [theirs, others] = [await n.created(own), await complete()];
    const before = await portale.deps.jobs.counts();
    expect((await zip(own, { all: true, macchina: [theirs.matricola, others.matricola] })).status).toBe(404);
    expect((await zip(everything, { macchina: 'N99999' })).status).toBe(404);
    expect((await zip(macchinista, { all: true, macchina: ['A9001', others.matricola] })).status).toBe(403);
    expect(await portale.deps.jobs.counts()).toEqual(before);
  });
});
