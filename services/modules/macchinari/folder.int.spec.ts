import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Level, PermissionLevels } from '#contracts/core/permissions.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';

const levels = (view: Level, edit: Level): PermissionLevels => ({ allowInsert: 1, allowView: view, allowEdit: edit, allowDelete: edit });
const PDF = '%PDF-1.4\nx\n%%EOF';

let portale: TestPortal;
let person: Person;
let admin: Person;
let direzione: Person;

beforeAll(async () => {
  portale = await startTestPortal();
  const permessi = { macchinari: levels(3, 3), manutenzioni: levels(3, 3), noleggi_int: levels(3, 3), report: levels(3, 3) };
  person = await portale.person({ permessi });
  admin = await portale.person({ groupID: 2, permessi });
  direzione = await portale.person({ groupID: 9, permessi });
});
afterAll(() => portale?.stop());

const create = (from: Person, table: string, bodyKey: string, values: object, headers = {}) =>
  portale.call('POST', `/api/${table}`, { as: from, body: { [bodyKey]: values }, headers });
const macchina = (matricola: string, from = person) => create(from, 'macchinari', 'macchinario', { matricola });
const put = (table: string, bodyKey: string, values: object) =>
  portale.call('PUT', `/api/${table}`, { as: person, body: { [bodyKey]: values } });
const ftp = (from: Person, operation: string, path: string) =>
  portale.call('POST', '/api/ftp', { as: from, body: { operazione: operation, percorso: path } });

async function onDisk(...path: string[]): Promise<void> {
  const file = join(portale.folder, 'archivio', ...path);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, PDF);
}

describe('la cartella di una macchina', () => {
  it.each([[['CONTRATTI', 'a.pdf']], [['UFFICIO', '2025', 'a.pdf']]])(
    'che è già nell’archivio con i suoi file non si prende (%j); un amministratore la adotta, e lo storico lo dice',
    async (path) => {
      await onDisk(...path);
      const [matricola = ''] = path;
      for (const other of [person, direzione]) {
        expect(await macchina(matricola, other)).toMatchObject({
          status: 409,
          body: { message: expect.stringContaining('già nell’archivio') },
        });
      }
      expect((await portale.call('GET', `/api/macchinari?matricola=${matricola}`, { as: person })).status).toBe(404);
      expect((await macchina(matricola, admin)).status).toBe(201);
      const { data } = (await portale.call('GET', `/api/storico?tabella=macchinari&id=${matricola}`, { as: admin })).body;
      expect(data[0]).toMatchObject({ tipo: 'creato', motivo: expect.stringContaining(`adottata la cartella ${matricola}`) });
      expect((await macchina(matricola)).body.message).toContain('esiste già');
    },
  );

  it.each([
    ['ammx', 'AMMX'],
    ['Cantù'.normalize('NFD'), 'Cantù'],
    ['CANTÙ2'.normalize('NFD'), 'cantù2'],
  ])('nemmeno scritta altrimenti (%s per %s): nessuno, finché ha quel nome', async (lying, matricola) => {
    await onDisk(lying, 'a.pdf');
    for (const from of [person, admin])
      expect(await macchina(matricola, from)).toMatchObject({ status: 409, body: { message: expect.stringContaining(`«${lying}»`) } });
    await mkdir(join(portale.folder, 'archivio', `${lying}9`), { recursive: true });
    expect((await macchina(`${matricola}9`)).status).toBe(201);
  });

  it('vuota si prende, e la stessa richiesta ripetuta dopo un caricamento è la stessa', async () => {
    await mkdir(join(portale.folder, 'archivio', 'VUOTA', 'sotto'), { recursive: true });
    const headers = { 'idempotency-key': 'vuota-1' };
    expect((await create(person, 'macchinari', 'macchinario', { matricola: 'VUOTA' }, headers)).status).toBe(201);
    await onDisk('VUOTA', 'VUOTA_CE.pdf');
    expect((await create(person, 'macchinari', 'macchinario', { matricola: 'VUOTA' }, headers)).status).toBe(201);
    expect((await portale.call('GET', '/api/storico?tabella=macchinari&id=VUOTA', { as: admin })).body.data[0].motivo).toBeNull();
  });

  it.each(['PERSONALE', 'personale', '.versioni', '.temp', '.X', 'N00017', 'n123456'])('%s è riservata', async (matricola) => {
    for (const from of [person, admin]) expect((await macchina(matricola, from)).status).toBe(400);
  });

  it('comprende i file che vi stanno, non quelli delle sottocartelle', async () => {
    expect((await macchina('SOTTO')).status).toBe(201);
    await onDisk('SOTTO', 'a mano.pdf');
    await onDisk('SOTTO', 'altro', 'a mano.pdf');
    expect((await ftp(person, 'prendi', 'SOTTO/a mano.pdf')).status).toBe(200);
    for (const operation of ['prendi', 'elimina']) expect((await ftp(person, operation, 'SOTTO/altro/a mano.pdf')).status).toBe(404);
    expect((await ftp(direzione, 'prendi', 'SOTTO/altro/a mano.pdf')).status).toBe(200);
    expect((await ftp(admin, 'elimina', 'SOTTO/altro/a mano.pdf')).status).toBe(403);
  });

  it('un collegamento verso la cartella di un altro non si segue', async () => {
    await macchina('SUA');
    await macchina('LEGATA');
    await onDisk('SUA', 'segreto.pdf');
    await onDisk('LEGATA', 'proprio.pdf');
    await symlink(join(portale.folder, 'archivio', 'SUA'), join(portale.folder, 'archivio', 'COLLEGATA'));
    await symlink(join(portale.folder, 'archivio', 'SUA', 'segreto.pdf'), join(portale.folder, 'archivio', 'LEGATA', 'LEGATA_CE.pdf'));
    expect((await macchina('COLLEGATA')).status).not.toBe(201);
    expect((await ftp(person, 'prendi', 'LEGATA/proprio.pdf')).status).toBe(200);
    for (const operation of ['prendi', 'elimina']) expect((await ftp(person, operation, 'LEGATA/LEGATA_CE.pdf')).status).toBe(400);
  });
});

describe('il percorso di un documento', () => {
  const refused = { status: 400, body: { errors: [{ messaggio: 'Il percorso non è di un file di questo record' }] } };

  it.each([
    '../../etc/passwd',
    '/etc/passwd',
    'altra/altra_CE.pdf',
    'PERCORSI',
    'PERCORSI/',
    'PERCORSI/sotto/x.pdf',
    'PERCORSI/../altra/x.pdf',
    'PERCORSI/PERCORSI_260203.pdf',
    'PERSONALE/1_A_B/1_ci.pdf',
    '.versioni/PERCORSI/x.pdf/1',
    'PERCORSI//x.pdf',
  ])('di una macchina non è %s', async (path) => {
    await macchina('PERCORSI');
    expect(await put('macchinari', 'macchinario', { matricola: 'PERCORSI', documenti_ce: path })).toMatchObject(refused);
    expect(await create(person, 'macchinari', 'macchinario', { matricola: 'PERCORSI2', foto: path })).toMatchObject(refused);
    expect((await portale.call('GET', '/api/macchinari?matricola=PERCORSI', { as: person })).body.data[0].documenti_ce).toBeNull();
  });

  it('di una macchina è nella sua cartella, si toglie, e uno di prima della regola resta', async () => {
    await macchina('PROPRI');
    expect((await put('macchinari', 'macchinario', { matricola: 'PROPRI', documenti_ce: 'PROPRI/certificato à.pdf' })).status).toBe(200);
    expect((await put('macchinari', 'macchinario', { matricola: 'PROPRI', documenti_ce: null })).status).toBe(200);
    await portale.command({ register: 'macchinari', action: 'change', key: 'PROPRI', values: { documenti_ce: 'vecchio/x.pdf' } });
    expect((await put('macchinari', 'macchinario', { matricola: 'PROPRI', documenti_ce: 'vecchio/x.pdf', marca: 'Soilmec' })).status).toBe(
      200,
    );
  });

  it('di una manutenzione è la scheda del suo giorno', async () => {
    await macchina('GIORNI');
    const values = { matricola: 'GIORNI', data: '2026-02-03' };
    const { body } = await create(person, 'manutenzioni', 'manutenzione', { ...values, documento: 'GIORNI/GIORNI_260203.pdf' });
    for (const path of ['GIORNI/GIORNI_260204.pdf', 'GIORNI/GIORNI_CE.pdf', 'ALTRA/ALTRA_260203.pdf']) {
      expect(await put('manutenzioni', 'manutenzione', { id: body.message.insertId, documento: path })).toMatchObject(refused);
      expect(await create(person, 'manutenzioni', 'manutenzione', { ...values, documento: path })).toMatchObject(refused);
    }
    expect(
      (await put('manutenzioni', 'manutenzione', { id: body.message.insertId, data: '2026-02-05', documento: 'GIORNI/GIORNI_260203.pdf' }))
        .status,
    ).toBe(200);
  });

  it('di un noleggio, delle sue foto e dei suoi periodi è nella loro cartella, e una foto non è di due', async () => {
    const id = (await create(person, 'noleggi', 'noleggio', {})).body.message.insertId;
    const { matricola: m } = (await portale.call('GET', `/api/noleggi?chiave=${id}`, { as: person })).body.data[0];
    const day = { id_noleggi: id, data: '2026-02-03' };
    expect((await create(person, 'fotoNoleggi', 'fotoNoleggi', { ...day, foto: `${m}/foto/2026-02-03_${m}.jpg` })).status).toBe(201);
    for (const foto of [`${m}/foto/2026-02-03_${m}.jpg`, `${m}/x.jpg`, 'N99999/foto/2026-02-03_N99999.jpg'])
      expect(await create(person, 'fotoNoleggi', 'fotoNoleggi', { ...day, foto })).toMatchObject(refused);
    const period = { id_noleggi: id, data_inizio: '2026-02-03' };
    expect(
      (await create(person, 'storicoNoleggi', 'storicoNoleggi', { ...period, contratto: `${m}/${m}_CONTRATTO_2026-02-03.pdf` })).status,
    ).toBe(201);
    for (const contratto of [`${m}/${m}_CE.pdf`, `N99999/N99999_CONTRATTO_2026-02-03.pdf`])
      expect(await create(person, 'storicoNoleggi', 'storicoNoleggi', { ...period, contratto })).toMatchObject(refused);
    for (const path of [`${m}/${m}_CONTRATTO_2026-02-03.pdf`, 'N99999/N99999_CE.pdf'])
      expect(await put('noleggi', 'noleggio', { id, certificato_ce: path })).toMatchObject(refused);
    expect((await put('noleggi', 'noleggio', { id, certificato_ce: `${m}/${m}_CE.pdf` })).status).toBe(200);
  });

  it('di un lavoratore è nella sua cartella, anche con il nome di prima', async () => {
    await create(person, 'personale', 'personale', { matricola: '77', nome: 'Mario', cognome: 'Rossi' });
    expect((await put('personale', 'personale', { matricola: '77', ci: 'PERSONALE/77_BIANCHI_MARIO/77_ci.pdf' })).status).toBe(200);
    for (const path of ['PERSONALE/78_ROSSI_MARIO/78_ci.pdf', 'PERSONALE/77_ci.pdf', 'SUA/segreto.pdf'])
      expect(await put('personale', 'personale', { matricola: '77', cf: path })).toMatchObject(refused);
  });
});
