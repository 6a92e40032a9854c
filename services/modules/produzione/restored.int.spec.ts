import { EVERYTHING } from '#contracts/core/permissions.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { withProduzione } from './testing.ts';

let portale: TestPortal;
let p: ReturnType<typeof withProduzione>;
let anna: Person;
let items: number[];

beforeAll(async () => {
  portale = await startTestPortal();
  p = withProduzione(portale);
  anna = await portale.person({ groupID: 2, permessi: { cantieri: EVERYTHING, produzione: EVERYTHING } });
  items = await p.site(anna, 'R001', [{ lavorazione: 'JET GROUTING', prezzo: 10 }]);
  await p.site(anna, 'R002', [{ lavorazione: 'JET GROUTING', prezzo: 25 }]);
  await p.site(anna, 'R003', [{ lavorazione: 'PALI CFA', prezzo: 7 }]);
  await p.crew(['M-1'], ['Rossi', 'Verdi']);
});
afterAll(() => portale?.stop());

const made = async () => {
  const header = await p.header(anna, 'R001', '2026-03-02');
  return {
    header,
    line: await p.line(anna, header, { lavorazione: 'JET GROUTING', quantita: 2, operatore: 'Rossi', attrezzatura: 'M-1' }),
  };
};
const move = (id: number, values: object) => p.write('PUT', 'produzione_padre', 'produzione_padre', { id, ...values }, anna);
const refused = ({ status, body }: { status: number; body: { errors?: { campo: string; messaggio: string }[] } }) => [
  status,
  ...(body.errors ?? []).map(({ campo }) => campo),
];

describe('una riga che torna', () => {
  it('è del giorno e del cantiere che la testata ha adesso, al prezzo che quel cantiere ha adesso', async () => {
    const { header, line } = await made();
    await p.remove(anna, 'produzione', line);
    expect((await move(header, { cantiere: 'R002', data: '2026-04-07' })).status).toBe(200);
    expect((await p.restore(anna, 'produzione', line, 2)).status).toBe(200);
    expect(await p.row(anna, 'produzione', line)).toMatchObject({ data: '2026-04-07', commessa: 'R002', prezzo: 25, produzione: 50 });
    expect(await p.row(anna, 'produzione_padre', header)).toMatchObject({ data: '2026-04-07', cantiere: 'R002', produzione: 50 });
  });

  it('anche quando si riporta una versione di prima dello spostamento', async () => {
    const { header, line } = await made();
    await p.changeLine(anna, line, { quantita: 3 });
    await move(header, { data: '2026-04-08' });
    expect((await p.restore(anna, 'produzione', line, 2)).status).toBe(200);
    expect(await p.row(anna, 'produzione', line)).toMatchObject({ data: '2026-04-08', quantita: 2, produzione: 20 });
  });

  it('sotto una testata di un cantiere che non ha la sua lavorazione non torna, e lo dice', async () => {
    const { header, line } = await made();
    await p.remove(anna, 'produzione', line);
    await move(header, { cantiere: 'R003' });
    const answer = await p.restore(anna, 'produzione', line, 2);
    expect([answer.status, answer.body.message]).toEqual([400, 'La lavorazione "JET GROUTING" non è tra quelle del cantiere.']);
  });

  it('tiene ciò che nel frattempo è stato eliminato: operatore, macchina, lavorazione del cantiere', async () => {
    const [item] = await p.site(anna, 'R004', [{ lavorazione: 'TIRANTI', prezzo: 4 }]);
    await p.crew(['M-9'], ['Neri']);
    const header = await p.header(anna, 'R004', '2026-03-02');
    const line = await p.line(anna, header, { lavorazione: 'TIRANTI', quantita: 2, operatore: 'Neri', attrezzatura: 'M-9' });
    const [operator] = (await portale.call('GET', '/api/operatore?cerca=Neri', { as: anna })).body.data;
    await portale.command({ register: 'operatore', action: 'delete', key: operator.id });
    await portale.command({ register: 'macchinari', action: 'delete', key: 'M-9' });
    await portale.command({ register: 'cantieri_lavorazioni', action: 'delete', key: item! });
    expect((await p.changeLine(anna, line, { note: 'pioggia' })).status).toBe(200);
    expect(refused(await p.changeLine(anna, line, { operatore: 'Mai Visto' }))).toEqual([400, 'operatore']);
    await p.remove(anna, 'produzione', line);
    expect((await p.restore(anna, 'produzione', line, 2)).status).toBe(200);
    expect(await p.row(anna, 'produzione', line)).toMatchObject({ operatore: 'Neri', attrezzatura: 'M-9', prezzo: 4, produzione: 8 });
  });

  it('keeps the wbs that its site has no more, until another is asked for', async () => {
    await p.site(anna, 'R005', [
      { lavorazione: 'TIRANTI', prezzo: 4 },
      { lavorazione: 'PALI', wbs: 'SPALLA', prezzo: 6 },
    ]);
    const header = await p.header(anna, 'R005', '2026-03-02');
    const line = await p.line(anna, header, { lavorazione: 'TIRANTI', wbs: 'SPALLA', quantita: 2 });
    const rows = (await portale.call('GET', '/api/cantieri_wbs?commessa=R005', { as: anna })).body.data;
    const spalla = rows.find(({ descrizione }: { descrizione: string }) => descrizione === 'SPALLA');
    await portale.command({ register: 'cantieri_wbs', action: 'delete', key: spalla.id });
    expect((await p.changeLine(anna, line, { quantita: 3 })).status).toBe(200);
    expect(await p.row(anna, 'produzione', line)).toMatchObject({ wbs: 'SPALLA', quantita: 3 });
    expect((await p.changeLine(anna, line, { wbs: 'MURO' })).status).toBe(400);
  });

  it('chiama col nome di oggi ciò che nel frattempo è stato rinominato, e tiene quello di ciò che non c’è più', async () => {
    const { line } = await made();
    await p.changeLine(anna, line, { operatore: 'Verdi' });
    await p.remove(anna, 'produzione', line);
    const entry = async (name: string) => (await portale.call('GET', `/api/operatore?cerca=${name}`, { as: anna })).body.data[0];
    for (const descrizione of ['Verdi L.', 'Verdi Luca'])
      await portale.command({ register: 'operatore', action: 'change', key: (await entry('Verdi')).id, values: { descrizione } });
    await portale.command({ register: 'operatore', action: 'delete', key: (await entry('Rossi')).id });
    expect((await p.restore(anna, 'produzione', line, 3)).status).toBe(200);
    expect((await p.row(anna, 'produzione', line)).operatore).toBe('Verdi Luca');
    expect((await p.restore(anna, 'produzione', line, 2)).status).toBe(200);
    expect((await p.row(anna, 'produzione', line)).operatore).toBe('Rossi');
    await p.crew([], ['Rossi']);
    // this field holds several names
    const [pali] = await Promise.all(
      ['MICROPALI', 'DRENI'].map((descrizione) => portale.command({ register: 'lavorazioni', action: 'create', values: { descrizione } })),
    );
    await p.site(anna, 'R007', [], { lavorazioni: 'MICROPALI, DRENI' });
    await portale.call('DELETE', '/api/cantieri', { as: anna, body: { commessa: 'R007' } });
    await portale.command({ register: 'lavorazioni', action: 'change', key: pali!.key, values: { descrizione: 'PALI CFA' } });
    expect((await p.restore(anna, 'cantieri', 'R007', 1)).status).toBe(200);
    expect((await portale.call('GET', '/api/cantieri?commessa=R007', { as: anna })).body.data[0].lavorazioni).toBe('PALI CFA, DRENI');
  });

  it('una testata non torna su un cantiere che non c’è più', async () => {
    await p.site(anna, 'R005', []);
    const header = await p.header(anna, 'R005', '2026-03-02');
    await move(header, { cantiere: 'R001' });
    await portale.command({ register: 'cantieri', action: 'delete', key: 'R005' });
    expect(refused(await p.restore(anna, 'produzione_padre', header, 1))).toEqual([400, 'cantiere']);
    expect((await p.row(anna, 'produzione_padre', header)).cantiere).toBe('R001');
  });
});

describe('che cosa serve', () => {
  it('a una testata un cantiere che ci sia', async () => {
    const answer = await p.write('POST', 'produzione_padre', 'produzione_padre', { cantiere: 'ZZZZ', data: '2026-03-02' }, anna);
    expect([answer.status, answer.body.errors]).toEqual([400, [{ campo: 'cantiere', messaggio: 'Cantiere: "ZZZZ" non c\'è' }]]);
    const { header } = await made();
    expect(refused(await move(await p.header(anna, 'R001', '2026-03-03'), { cantiere: 'ZZZZ' }))).toEqual([400, 'cantiere']);
    expect((await move(header, { data: '2026-03-05' })).status).toBe(200);
  });

  it('a una riga di produzione wbs, lavorazione e quantità; ferma niente', async () => {
    const header = await p.header(anna, 'R001', '2026-03-02');
    const whole = { wbs: 'GENERALE', lavorazione: 'JET GROUTING', quantita: 1 };
    for (const [campo, value] of [
      ['wbs', null],
      ['lavorazione', null],
      ['quantita', null],
      ['quantita', 0],
    ] as const) {
      expect(refused(await p.addLine(anna, header, { ...whole, [campo]: value }))).toEqual([400, campo]);
    }
    expect(refused(await p.addLine(anna, header, { ...whole, operatore: 'Nessuno', attrezzatura: 'M-404' }))).toEqual([
      400,
      'operatore',
      'attrezzatura',
    ]);
    const still = await p.line(anna, header, { wbs: null, fermo: 1 });
    expect(refused(await p.changeLine(anna, still, { fermo: 0 }))).toEqual([400, 'wbs', 'lavorazione', 'quantita']);
    expect((await p.changeLine(anna, still, { fermo: 0, ...whole })).status).toBe(200);
    expect(refused(await p.changeLine(anna, still, { wbs: null }))).toEqual([400, 'wbs']);
  });

  it('una riga di prima della regola si cambia ancora, in ciò che la regola non tocca', async () => {
    const header = await p.header(anna, 'R001', '2026-03-02');
    const { key } = await portale.command({
      register: 'produzione',
      action: 'create',
      values: { id_intestazione: header, lavorazione: 'JET GROUTING', quantita: 0, operatore: 'Mai Registrato' },
    });
    expect((await p.changeLine(anna, Number(key), { note: 'pioggia' })).status).toBe(200);
    expect(refused(await p.changeLine(anna, Number(key), { quantita: null }))).toEqual([400, 'quantita']);
    expect((await p.changeLine(anna, Number(key), { quantita: 4 })).status).toBe(200);
  });
});

describe('il valore di una riga', () => {
  it('resta sotto il miliardo, scritto, modificato o ricalcolato', async () => {
    const [item] = await p.site(anna, 'R006', [{ lavorazione: 'JET GROUTING', prezzo: 1000 }]);
    const [one, two] = [await p.header(anna, 'R006', '2026-03-02'), await p.header(anna, 'R006', '2026-03-03')];
    expect(refused(await p.addLine(anna, one, { wbs: 'GENERALE', lavorazione: 'JET GROUTING', quantita: 1_000_000 }))).toEqual([
      400,
      'quantita',
    ]);
    const small = await p.line(anna, one, { lavorazione: 'JET GROUTING', quantita: 1 });
    const big = await p.line(anna, two, { lavorazione: 'JET GROUTING', quantita: 999_999.999 });
    expect((await p.row(anna, 'produzione', big)).produzione).toBe(999_999_999);
    await p.price(anna, item!, 2000);
    const answer = await p.ricalcola(anna, [one, two]);
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining('1.000.000.000')]);
    // one refused header prevents the recalculation of all headers
    expect((await p.row(anna, 'produzione', small)).produzione).toBe(1000);
    expect(refused(await p.changeLine(anna, big, { note: 'x' }))).toEqual([400, 'quantita']);
    expect(items).toHaveLength(1);
  });
});
