import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVERYTHING, type Level, type PermissionLevels } from '#contracts/core/permissions.ts';
import { makeReferences } from '../../../test/make-references.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { readTextPdf } from '../../../test/read-text-pdf.ts';
import { statementFile } from './testing.ts';

let portale: TestPortal;
let admin: Person;
let direzione: Person;

const levels = (view: Level, edit: Level): PermissionLevels => ({ allowInsert: 1, allowView: view, allowEdit: edit, allowDelete: 3 });
const ALL = { accise: EVERYTHING, macchinari: EVERYTHING, cantieri: EVERYTHING };

beforeAll(async () => {
  portale = await startTestPortal({ env: { DITTA: 'Fondazioni Valborra' } });
  await makeReferences(portale, { tipologia: ['Perforatrice', 'Dumper'] });
  admin = await portale.person({ groupID: 2, permessi: ALL });
  direzione = await portale.person({ groupID: 9, permessi: ALL });
  for (const commessa of ['C1', 'C2']) await create('cantieri', 'cantiere', { commessa });
  await create('macchinari', 'macchinario', { matricola: 'M1', tipologia: 'Perforatrice', quota_accisa: 80 });
  await create('macchinari', 'macchinario', { matricola: 'M2', tipologia: 'Dumper', targa: 'AB 123 CD' });
  for (const [giri, litri_ora] of [
    [1000, 12],
    [2000, 30],
  ])
    await create('curve_consumo', 'curve_consumo', { matricola: 'M1', giri, litri_ora });
  // M1 runs ten hours at 1500 revolutions per minute on C1 and four at 1000 on C2; M2, with a number plate, has no consumption curve
  for (const [data, cantiere, ore, k_giri] of [
    ['2026-03-30', 'C1', 100, 5000],
    ['2026-04-03', 'C1', 110, 5900],
    ['2026-04-08', 'C2', 114, 6140],
  ])
    await reading({ data, cantiere, ore, k_giri, matricola: 'M1' });
  await reading({ data: '2026-05-04', cantiere: 'C1', matricola: 'M2', ore: 7, k_giri: 1 });
});
afterAll(() => portale?.stop());

async function create(path: string, bodyKey: string, values: object, as: Person = admin): Promise<void> {
  expect((await portale.call('POST', `/api/${path}`, { as, body: { auth: 'x', [bodyKey]: values } })).status).toBe(201);
}
const reading = (values: object, as: Person = admin) => create('accise', 'accise', values, as);
const statement = (query: string, as: Person = direzione) => portale.call('GET', `/api/accise/dichiarazione?${query}`, { as });
const Q2 = 'anno=2026&trimestre=2';

describe('GET api/accise/dichiarazione', () => {
  it('risponde con una riga per macchina e cantiere, i totali e se è chiusa', async () => {
    const { status, body } = await statement(Q2);
    expect(status).toBe(200);
    expect(body).toEqual({
      data: [
        {
          matricola: 'M1',
          cantiere: 'C1',
          ore_inizio: 100,
          ore_fine: 110,
          ore: 10,
          giri_inizio: 5_000_000,
          giri_fine: 5_900_000,
          giri: 900_000,
          litri: 168,
          ammessa: 1,
          motivo: 'Proposta: ammessa, senza targa.',
          lacune: [],
        },
        {
          matricola: 'M1',
          cantiere: 'C2',
          ore_inizio: 110,
          ore_fine: 114,
          ore: 4,
          giri_inizio: 5_900_000,
          giri_fine: 6_140_000,
          giri: 240_000,
          litri: 38,
          ammessa: 1,
          motivo: 'Proposta: ammessa, senza targa.',
          lacune: [],
        },
        {
          matricola: 'M2',
          cantiere: 'C1',
          ore_inizio: 7,
          ore_fine: 7,
          ore: 0,
          giri_inizio: 1000,
          giri_fine: 1000,
          giri: 0,
          litri: null,
          ammessa: 0,
          motivo: 'Senza curva di consumo: litri da calcolare. Proposta: esclusa dal 2026, su ruote con targa AB 123 CD («Dumper»).',
          lacune: ['Prima lettura il 2026-05-04: si conta da 7 ore e 1.000 giri.'],
        },
      ],
      totale: { litri: 206, litri_ammessi: 206 },
      chiusa: null,
      proprie: 0,
    });
  });

  it('un cantiere solo ha le sue righe e i suoi totali; un trimestre senza letture non ne ha', async () => {
    const { body } = await statement(`${Q2}&cantiere=C2`);
    expect(body.data.map(({ cantiere }: { cantiere: string }) => cantiere)).toEqual(['C2']);
    expect(body.totale).toEqual({ litri: 38, litri_ammessi: 38 });
    expect((await statement('anno=2020&trimestre=1')).body).toMatchObject({ data: [], totale: { litri: 0, litri_ammessi: 0 } });
  });

  it('dichiarare la macchina ammessa, o no, vale più della proposta', async () => {
    const admitted = async (declared: number | null) => {
      const body = { auth: 'x', macchinario: { matricola: 'M2', accisa_ammessa: declared } };
      expect((await portale.call('PUT', '/api/macchinari', { as: admin, body })).status).toBe(200);
      return (await statement(`${Q2}`)).body.data.at(-1).ammessa;
    };
    expect([await admitted(1), await admitted(0), await admitted(null)]).toEqual([1, 0, 0]);
  });

  it.each(['', 'anno=2026', 'anno=2026&trimestre=5', 'anno=x&trimestre=1', 'anno=2026&trimestre=1.5', 'anno=20260&trimestre=1'])(
    'con %j risponde 400 e dice quale campo',
    async (query) => {
      const { status, body } = await statement(query);
      expect([status, body.errors?.length > 0]).toEqual([400, true]);
    },
  );

  it('serve il permesso di vedere le accise; al livello 1 contano le sole letture proprie', async () => {
    const nobody = await portale.person({ permessi: { accise: levels(0, 3) } });
    const own = await portale.person({ permessi: { accise: levels(1, 3) } });
    expect((await statement(Q2, nobody)).status).toBe(403);
    expect((await portale.call('GET', `/api/accise/dichiarazione?${Q2}`)).status).toBe(401);
    expect((await statement(Q2, own)).body).toMatchObject({ data: [], proprie: 1 });
    await reading({ data: '2025-05-01', cantiere: 'C1', matricola: 'M1', ore: 10, k_giri: 100 }, admin);
    await reading({ data: '2025-05-02', cantiere: 'C1', matricola: 'M1', ore: 15, k_giri: 400 }, own);
    await reading({ data: '2025-05-04', cantiere: 'C1', matricola: 'M1', ore: 17, k_giri: 520 }, own);
    expect((await statement('anno=2025&trimestre=2', own)).body.data).toMatchObject([{ ore_inizio: 15, ore: 2, litri: 19 }]);
    expect((await statement('anno=2025&trimestre=2')).body.data).toMatchObject([{ ore_inizio: 10, ore: 7 }]);
  });
});

describe('i file della dichiarazione', () => {
  it('il csv ha separatore e decimali italiani, e in fondo i totali', async () => {
    const { res, bytes } = await statementFile(portale, direzione, `/api/accise/dichiarazione?${Q2}`, 'text/csv');
    expect(res.headers.get('content-type')).toContain('text/csv');
    expect(res.headers.get('content-disposition')).toContain('accise-2026-2.csv');
    const text = bytes.toString('utf8');
    expect(text.charCodeAt(0)).toBe(0xfeff);
    const lines = text.slice(1).split('\r\n');
    expect(lines[0]).toBe(
      '"Matricola";"Cantiere";Ore inizio;Ore fine;Ore;Giri inizio;Giri fine;Giri;Litri;"Ammessa";Litri ammessi;"Motivo";"Lacune"',
    );
    expect(lines[1]).toBe('"M1";"C1";100;110;10;5000000;5900000;900000;168;"sì";168;"Proposta: ammessa, senza targa.";');
    expect(lines.at(-1)).toBe('"TOTALE";;;;;;;;206;;206;;');
    expect(lines).toHaveLength(5);
  });

  it('le ore con decimali hanno la virgola', async () => {
    await reading({ data: '2024-05-01', cantiere: 'C1', matricola: 'M1', ore: 1, minuti: 15, k_giri: 1 });
    const { bytes } = await statementFile(portale, direzione, '/api/accise/dichiarazione?anno=2024&trimestre=2', 'text/csv');
    expect(bytes.toString('utf8')).toContain('"M1";"C1";1,25;1,25;0;');
  });

  it('il pdf dice trimestre, ditta, righe, lacune e totali', async () => {
    const { res, bytes } = await statementFile(portale, direzione, `/api/accise/dichiarazione?${Q2}&cantiere=C1`, 'application/pdf');
    expect(res.headers.get('content-type')).toBe('application/pdf');
    expect(res.headers.get('content-disposition')).toContain('accise-2026-2.pdf');
    const [page = [], ...others] = (await readTextPdf(bytes)).pages;
    expect(others).toEqual([]);
    expect(page[0]).toBe('Dichiarazione accise, 2º trimestre 2026');
    expect(page).toEqual(expect.arrayContaining(['Fondazioni Valborra', 'M1', 'C1', '100,00', '5.900.000', '168', 'Totale litri']));
    const text = page.join(' ');
    expect(text).toContain('Aperta: dati provvisori');
    expect(text).toContain('solo il cantiere C1');
    expect(text).toContain('Prima lettura il 2026-05-04: si conta da 7 ore e 1.000 giri.');
  });

  it('il pdf di molte righe ha più pagine, e nessuna lacuna va persa', async () => {
    // each reading after the first is lower than the one before, which makes a gap
    for (let day = 1; day <= 28; day++)
      for (const month of ['07', '08', '09'])
        await reading({
          data: `2023-${month}-${String(day).padStart(2, '0')}`,
          cantiere: 'C1',
          matricola: 'M1',
          ore: 9000 - Number(month) * 100 - day,
          k_giri: 5,
        });
    const query = '/api/accise/dichiarazione?anno=2023&trimestre=3';
    const { pages } = await readTextPdf((await statementFile(portale, direzione, query, 'application/pdf')).bytes);
    expect(pages.length).toBeGreaterThan(1);
    const rows = (await statement('anno=2023&trimestre=3')).body.data as { lacune: string[] }[];
    expect(rows[0]?.lacune).toHaveLength(84);
    const text = pages.flat().join(' ').replaceAll(/\s+/g, ' ');
    // the text of all pages is searched at once, since a page break may split a sentence
    expect(text.match(/\bconta\./g)).toHaveLength(83);
    for (const [i, page] of pages.entries()) expect(page.at(-1)).toBe(`Pagina ${i + 1} di ${pages.length}`);
  });

  it('ogni file è annotato fra gli accessi prima di uscire', async () => {
    await statementFile(portale, direzione, `/api/accise/dichiarazione?${Q2}`, 'text/csv');
    const rows = await portale.deps.writeDb.selectFrom('accessi').selectAll().where('utente', '=', direzione.memberID).execute();
    expect(rows.map(({ tipo, cosa }) => [tipo, cosa])).toContainEqual(['esportazione', 'dichiarazione accise, 2º trimestre 2026, csv']);
  });
});
