import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fileFields } from '#contracts/core/documents.ts';
import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { personale } from '#contracts/registers/personale.ts';
import { realJpeg } from '../../../test/real-jpeg.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { realQueue, workersOf } from '../../../test/workers.ts';
import { readZip } from '../../../test/zip.ts';
import { jpeg, levels, pdf, withPersonale } from './testing.ts';

let portale: TestPortal;
let p: ReturnType<typeof withPersonale>;
let workers: { stop(): Promise<void> };
let everything: Person;
let own: Person;
let reader: Person;
let deleter: Person;
let none: Person;
let admin: Person;

beforeAll(async () => {
  portale = await startTestPortal({ jobs: realQueue });
  workers = await workersOf(portale);
  p = withPersonale(portale);
  everything = await portale.person({ permessi: { report: levels(3, 3, 3) } });
  own = await portale.person({ permessi: { report: levels(1, 1, 1) } });
  reader = await portale.person({ permessi: { report: levels(3, 0, 0) } });
  deleter = await portale.person({ permessi: { report: levels(3, 0, 3) } });
  none = await portale.person({ permessi: { macchinari: levels(3, 3, 3) } });
  admin = await portale.person({ groupID: GRUPPO_AMMINISTRATORI, permessi: { report: levels(3, 0, 0), macchinari: levels(3, 3, 3) } });
});
afterAll(async () => {
  await workers?.stop();
  await portale?.stop();
});

const take = (from: Person, percorso: string, versione?: number) =>
  p.ftp(from, { operazione: 'prendi', percorso, ...(versione ? { versione } : {}) });
const openings = async (matricola: string) => (await p.storico(everything, matricola)).filter((entry) => entry['tipo'] === 'aperto');

describe('il nome di un documento', () => {
  const open = async (name: string, path = '/file') => fetch(`${portale.base}${path}?file=${name}`);

  it('finisce con la sessione che l’ha chiesto: dopo l’uscita l’indirizzo non apre più niente, quelli degli altri sì', async () => {
    const matricola = await p.created(everything);
    await p.carica(everything, matricola, 'ci');
    await p.carica(everything, matricola, 'idoneita');
    const { ci, idoneita } = await p.riga(everything, matricola);
    const leaving = await portale.person({ permessi: { report: levels(3, 3, 3) } });
    const names = [(await take(leaving, ci)).body.message.name, (await take(leaving, idoneita)).body.message.name] as string[];
    const others = (await take(everything, idoneita)).body.message.name as string;
    for (const name of names) expect((await open(name)).status).toBe(200);
    expect((await portale.call('POST', '/api/logout', { as: leaving })).status).toBe(200);
    for (const name of names) expect((await open(name)).status).toBe(404);
    expect((await open(others)).status).toBe(200);
  });

  it('nessun documento di un lavoratore lascia copie nel browser', async () => {
    const matricola = await p.created(everything);
    await p.carica(everything, matricola, 'ci');
    await p.carica(everything, matricola, 'idoneita');
    const { ci, idoneita } = await p.riga(everything, matricola);
    const kept = async (path: string) => (await open((await take(everything, path)).body.message.name)).headers.get('cache-control');
    expect([await kept(idoneita), await kept(ci)]).toEqual(['private, no-store, no-transform', 'private, no-store, no-transform']);
  });
});

describe('i documenti di un lavoratore', () => {
  it('vanno in PERSONALE/{matricola}_{COGNOME}_{NOME}/{matricola}_{documento}.pdf, tutti e 34, e il record ne porta il percorso', async () => {
    const matricola = await p.created(everything, { cognome: 'Degli Innocenti', nome: 'Pier Paolo Maria' });
    const folder = `PERSONALE/${matricola}_DEGLIINNOC_PIERPAOLOM`;
    for (const { field } of fileFields(personale).filter(({ kind }) => kind === 'document')) {
      const { status, body } = await p.carica(everything, matricola, field, pdf(field), 'DEGLIINNOC_PIERPAOLOM');
      expect([field, status, body.message.percorso]).toEqual([field, 201, `${folder}/${matricola}_${field}.pdf`]);
    }
    const record = await p.riga(everything, matricola);
    expect(record).toMatchObject({
      ci: `${folder}/${matricola}_ci.pdf`,
      prescrizione: `${folder}/${matricola}_prescrizione.pdf`,
      archivio: { altro2: { versione: 1, utente: everything.memberID } },
    });
    expect(await p.content(reader, record.ci)).toContain('ci');
    expect(await portale.deps.files.list(folder)).toHaveLength(34);
  });

  it('la foto è {matricola}_profilo.jpg nella stessa cartella', async () => {
    const matricola = await p.created(everything);
    for (const nomeManutenzione of [
      `${matricola}_profilo`,
      `${matricola}_profilo.jpg`,
      `PERSONALE/${matricola}_ROSSI_MARIO/${matricola}_profilo.jpg`,
    ]) {
      const { status, body } = await p.upload(everything, { matricola, nomeManutenzione }, jpeg(nomeManutenzione));
      expect([status, body.message.percorso]).toEqual([201, `PERSONALE/${matricola}_ROSSI_MARIO/${matricola}_profilo.jpg`]);
    }
    expect((await p.riga(everything, matricola)).foto).toBe(`PERSONALE/${matricola}_ROSSI_MARIO/${matricola}_profilo.jpg`);
    expect((await p.upload(everything, { matricola, nomeManutenzione: `${matricola}_profilo` }, pdf('x'))).status).toBe(415);
  });

  it('una foto diventa il PDF del documento, comunque si chiami; una PNG no', async () => {
    const matricola = await p.created(everything);
    const path = (extension: string) => `PERSONALE/${matricola}_ROSSI_MARIO/${matricola}_ci.${extension}`;
    const send = (extension: string, data: Buffer) =>
      p.upload(everything, { matricola, personale: path(extension), docMacch: 'false' }, data);
    for (const extension of ['pdf', 'jpg', 'jpeg'])
      expect(await send(extension, realJpeg({ columns: 2, rows: 3 }))).toMatchObject({
        status: 201,
        body: { message: { percorso: path('pdf') } },
      });
    expect(await p.content(everything, path('pdf'))).toMatch(/^%PDF-/);
    expect((await send('pdf', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))).status).toBe(415);
  });

  it('un nome, una cartella o un contenuto sbagliato si rifiuta e non tocca nulla', async () => {
    const [matricola, other] = [await p.created(everything), await p.created(everything)];
    const folder = `PERSONALE/${matricola}_ROSSI_MARIO`;
    for (const [percorso, data, state] of [
      [`${folder}/${matricola}_boh.pdf`, pdf('x'), 400],
      [`${folder}/${other}_ci.pdf`, pdf('x'), 400],
      [`PERSONALE/${other}_ROSSI_MARIO/${matricola}_ci.pdf`, pdf('x'), 400],
      [`${folder}/../${matricola}_ci.pdf`, pdf('x'), 400],
      [`/${folder}/${matricola}_ci.pdf`, pdf('x'), 400],
      [`A0001/${matricola}_ci.pdf`, pdf('x'), 400],
      [`${folder}/sotto/${matricola}_ci.pdf`, pdf('x'), 400],
      [`${folder}/${matricola}_ci.jpg`, jpeg('x'), 415],
      [`${folder}/${matricola}_ci.pdf`, jpeg('x'), 415],
    ] as const)
      expect([percorso, (await p.upload(everything, { matricola, personale: percorso, docMacch: 'false' }, data)).status]).toEqual([
        percorso,
        state,
      ]);
    expect((await p.carica(everything, 'MAI', 'ci')).status).toBe(404);
    expect(await portale.deps.files.list(folder)).toEqual([]);
    for (const person of [reader, own, none]) expect((await p.carica(person, matricola, 'ci')).status).toBeGreaterThanOrEqual(403);
    expect(await portale.deps.files.list(folder)).toEqual([]);
  });

  it('eliminato, toglie percorso e scadenza; ciò che non c’è si dice con le parole della specifica', async () => {
    const matricola = await p.created(everything, { scadenza_patente: '2030-01-01', scadenza_ci: '2030-01-01' });
    const { body } = await p.carica(everything, matricola, 'patente');
    expect((await p.ftp(reader, { operazione: 'elimina', percorso: body.message.percorso })).status).toBe(403);
    expect((await p.ftp(everything, { operazione: 'elimina', percorso: body.message.percorso })).status).toBe(200);
    expect(await p.riga(everything, matricola)).toMatchObject({ patente: null, scadenza_patente: null, scadenza_ci: '2030-01-01' });
    const again = await p.ftp(everything, { operazione: 'elimina', percorso: body.message.percorso });
    expect([again.status, again.body.message]).toEqual([404, 'Eliminazione fallita, controllare presenza del file sul NAS']);
  });
});

describe('i documenti della salute', () => {
  it('li apre solo chi può modificare, e ogni apertura è scritta nello storico senza toccare la versione', async () => {
    const matricola = await p.created(everything);
    for (const id of ['idoneita', 'limitazione', 'prescrizione']) {
      const { body } = await p.carica(everything, matricola, id);
      const { percorso } = body.message;
      for (const [person, state] of [
        [reader, 403],
        [admin, 403],
        [deleter, 403],
        [own, 404],
        [none, 403],
      ] as const) {
        expect([id, (await take(person, percorso)).status, (await take(person, percorso, 1)).status]).toEqual([id, state, state]);
        expect((await p.ftp(person, { operazione: 'exist', percorso })).body.message.exist).toBe(false);
      }
    }
    expect(await openings(matricola)).toEqual([]);
    const before = await p.riga(everything, matricola);
    expect(await p.content(everything, before.idoneita)).toContain('idoneita');
    await p.content(everything, before.limitazione, 1);
    const [second, first] = await openings(matricola);
    expect(first).toMatchObject({
      utente: everything.memberID,
      frase: 'ha aperto il documento Idoneità',
      evento: 'DocumentoAperto.v1',
      campi: [],
    });
    expect(second?.['frase']).toBe('ha aperto il documento Limitazione');
    // opening a document changes neither the record nor its version, so another person's form stays current
    expect(await p.riga(everything, matricola)).toEqual(before);
    expect((await p.cambia(everything, { matricola, luogo: 'Bra' }, { 'if-match': `"${before.versione}"` })).status).toBe(200);
  });

  it('gli altri si aprono vedendo, senza che se ne scriva', async () => {
    const matricola = await p.created(everything);
    const { body } = await p.carica(everything, matricola, 'patente');
    expect(await p.content(reader, body.message.percorso)).toContain('patente');
    expect(await openings(matricola)).toEqual([]);
  });

  it('il proprio lavoratore al livello 1 si apre, quello di altri no', async () => {
    const [mine, theirs] = [await p.created(own), await p.created(everything)];
    const path = (await p.carica(own, mine, 'idoneita')).body.message.percorso;
    expect(await p.content(own, path)).toContain('idoneita');
    expect((await openings(mine))[0]).toMatchObject({ utente: own.memberID });
    expect((await take(own, (await p.carica(everything, theirs, 'idoneita')).body.message.percorso)).status).toBe(404);
  });

  it('una versione precedente, un nome cambiato a mano, un file che nessun campo nomina: niente gira attorno', async () => {
    const matricola = await p.created(everything);
    const path = String((await p.carica(everything, matricola, 'idoneita', pdf('prima'))).body.message.percorso);
    await p.carica(everything, matricola, 'idoneita', pdf('seconda'));
    expect((await take(reader, path, 1)).status).toBe(403);
    const rename = (from: string, to: string) =>
      portale.call('POST', '/api/allegati', { as: everything, body: { rename: true, path: [{ from, to }] } });
    const folder = path.slice(0, path.lastIndexOf('/'));
    expect((await rename(path, `${folder}/${matricola}_patente.pdf`)).status).toBe(400);
    const hand = `${folder}/visita.pdf`;
    expect((await rename(path, hand)).status).toBe(200);
    expect((await p.riga(everything, matricola)).idoneita).toBe(hand);
    for (const [percorso, version] of [[hand], [path, 1], [path, 2]] as const)
      expect((await take(reader, percorso, version)).status).toBe(403);
    await p.ftp(everything, { operazione: 'elimina', percorso: hand });
    expect((await take(reader, hand, 1)).status).toBe(403);
    expect(await p.content(everything, hand, 1)).toContain('seconda');
    expect((await openings(matricola))[0]?.['frase']).toBe('ha aperto il file visita.pdf');
    // a health document stays reserved even if another document's field names its path
    const { percorso } = (await p.carica(everything, matricola, 'limitazione')).body.message;
    await p.cambia(everything, { matricola, patente: percorso });
    expect((await take(reader, percorso)).status).toBe(403);
  });

  it('di un lavoratore eliminato li apre solo chi può modificare, e anche questo si legge', async () => {
    const matricola = await p.created(everything);
    const path = (await p.carica(everything, matricola, 'idoneita')).body.message.percorso;
    await portale.call('DELETE', '/api/personale', { as: everything, body: { matricola } });
    for (const person of [reader, admin]) expect((await take(person, path)).status).toBe(403);
    expect((await take(everything, path)).status).toBe(200);
    expect(await openings(matricola)).toHaveLength(1);
    expect((await p.carica(everything, matricola, 'ci')).status).toBe(404);
  });

  it('la stessa richiesta ripetuta è una sola apertura', async () => {
    const matricola = await p.created(everything);
    const { percorso } = (await p.carica(everything, matricola, 'idoneita')).body.message;
    for (let i = 0; i < 2; i += 1) await p.ftp(everything, { operazione: 'prendi', percorso }, { 'idempotency-key': `apri-${matricola}` });
    expect(await openings(matricola)).toHaveLength(1);
  });
});

describe('lo zip dei lavoratori', () => {
  const zip = async (from: Person, body: unknown) => {
    const response = await fetch(`${portale.base}/api/allegati`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/zip', authorization: `Bearer ${from.token}` },
      body: JSON.stringify(body),
    });
    return {
      status: response.status,
      entries: response.ok ? await readZip(Buffer.from(await response.arrayBuffer())) : [],
      name: response.headers.get('content-disposition'),
    };
  };

  it('di uno e di più, per nome di esportazione o matricola, nella cartella di ciascuno', async () => {
    const [one, two] = [await p.created(everything), await p.created(everything, { cognome: 'Verdi_Bianchi', nome: 'Anna' })];
    await p.carica(everything, one, 'ci');
    await p.upload(everything, { matricola: one, nomeManutenzione: `${one}_profilo` }, jpeg('x'));
    await p.carica(everything, two, 'ple', pdf('ple'), 'VERDIBIANC_ANNA');
    const single = await zip(reader, { personale: `${one}_ROSSI_MARIO` });
    expect(single.entries.map(({ name }) => name).toSorted()).toEqual([
      `${one}_ROSSI_MARIO/${one}_ci.pdf`,
      `${one}_ROSSI_MARIO/${one}_profilo.jpg`,
    ]);
    expect(single.name).toContain(`${one}_ROSSI_MARIO.zip`);
    const both = await zip(reader, { all: true, personale: [two, `${one}_ROSSI_MARIO`] });
    expect(both.entries.map(({ name }) => name).toSorted()).toEqual(
      [`${one}_ROSSI_MARIO/${one}_ci.pdf`, `${one}_ROSSI_MARIO/${one}_profilo.jpg`, `${two}_VERDIBIANC_ANNA/${two}_ple.pdf`].toSorted(),
    );
  });

  it('lascia fuori i documenti della salute a chi non può aprirli e lo dice; per chi può, sono aperture', async () => {
    const matricola = await p.created(everything);
    for (const id of ['ci', 'idoneita', 'prescrizione']) await p.carica(everything, matricola, id);
    const seen = await zip(reader, { personale: `${matricola}_ROSSI_MARIO` });
    expect(seen.entries.map(({ name }) => name)).toEqual([`${matricola}_ROSSI_MARIO/${matricola}_ci.pdf`, 'LEGGIMI.txt']);
    const readme = seen.entries.at(-1)!.content.toString();
    expect(readme).toContain(`${matricola}_ROSSI_MARIO/${matricola}_idoneita.pdf`);
    expect(readme).toContain('riservati a chi può modificare');
    expect(await openings(matricola)).toEqual([]);
    const whole = await zip(everything, { personale: `${matricola}_ROSSI_MARIO` });
    expect(whole.entries.map(({ name }) => name)).toHaveLength(3);
    const told = await openings(matricola);
    expect(told.map((entry) => entry['frase']).toSorted()).toEqual([
      'ha aperto il documento Idoneità',
      'ha aperto il documento Prescrizione',
    ]);
    expect(told[0]).toMatchObject({ utente: everything.memberID, motivo: 'esportazione zip' });
  });

  it('parte quando lo storico mostra già chi l’ha aperto', async () => {
    const matricola = await p.created(everything);
    await p.carica(everything, matricola, 'idoneita');
    const until = vi.spyOn(portale.deps.readModelWait, 'until');
    await zip(everything, { personale: `${matricola}_ROSSI_MARIO` });
    expect(until).toHaveBeenCalledOnce();
    until.mockRestore();
  });

  it('di nessuno, di un altro o senza permesso non si fa', async () => {
    const theirs = await p.created(everything);
    const none_ = await portale.call('POST', '/api/allegati', { as: everything, body: { all: true, personale: [] } });
    expect([none_.status, none_.body.message]).toEqual([400, 'Selezionare un personale']);
    expect((await zip(own, { personale: `${theirs}_ROSSI_MARIO` })).status).toBe(404);
    expect((await zip(none, { personale: `${theirs}_ROSSI_MARIO` })).status).toBe(403);
    expect((await zip(everything, { personale: 'MAI_VISTO_QUI' })).status).toBe(404);
  });

  it('un percorso scritto a mano verso il documento di un altro non lo porta nello zip', async () => {
    const [mine, theirs] = [await p.created(own), await p.created(everything)];
    const path = (await p.carica(everything, theirs, 'idoneita')).body.message.percorso;
    await p.cambia(own, { matricola: mine, ci: path });
    expect((await zip(own, { personale: `${mine}_ROSSI_MARIO` })).entries.map(({ name }) => name)).toEqual(['LEGGIMI.txt']);
    await vi.waitFor(async () => expect(await openings(theirs)).toEqual([]), 15_000);
  });
});
