import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GRUPPO_CAPICANTIERE } from '#contracts/core/permissions.ts';
import { makeReferences } from '../../../test/make-references.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { withProduzione } from './testing.ts';

const levels = (level: 0 | 1 | 3) => ({ allowInsert: level > 0 ? 1 : 0, allowView: level, allowEdit: level, allowDelete: level }) as const;
const ALL = { cantieri: levels(3), produzione: levels(3) };

let portale: TestPortal;
let p: ReturnType<typeof withProduzione>;
let anna: Person;
let capo: Person;
let altro: Person;

beforeAll(async () => {
  portale = await startTestPortal();
  p = withProduzione(portale);
  anna = await portale.person({ permessi: ALL });
  // foremen see only their own productions, even with level 3
  capo = await portale.person({ memberID: 'capo-uno', groupID: GRUPPO_CAPICANTIERE, permessi: ALL });
  altro = await portale.person({ memberID: 'capo-due', groupID: GRUPPO_CAPICANTIERE, permessi: ALL });
  await p.site(
    anna,
    'P001',
    [
      { lavorazione: 'JET GROUTING', prezzo: 10 },
      { lavorazione: 'JET GROUTING', wbs: 'PARATIA', prezzo: 12.3456 },
      { lavorazione: 'TIRANTI', wbs: 'MURO', prezzo: 1.005 },
    ],
    { committente: 'ANAS', indirizzo: 'Via Emilia 1' },
  );
  await p.site(anna, 'P002', [{ lavorazione: 'PALI CFA', prezzo: 7 }]);
  await p.crew(['M-1', 'M-2', 'M-7'], ['Rossi', 'Bianchi']);
});
afterAll(() => portale?.stop());

describe('una riga di produzione', () => {
  it('ha data e cantiere della sua testata, e il prezzo del cantiere qualunque cosa si mandi', async () => {
    const id = await p.header(anna, 'P001', '2026-03-02');
    const line = await p.line(anna, id, {
      wbs: 'PARATIA',
      lavorazione: 'JET GROUTING',
      quantita: '10,5',
      prezzo: 999,
      produzione: 'tanto',
      data: '2020-01-01',
      commessa: 'P002',
    });
    expect(await p.row(anna, 'produzione', line)).toMatchObject({
      id_intestazione: id,
      data: '2026-03-02',
      commessa: 'P001',
      quantita: 10.5,
      prezzo: 12.3456,
      produzione: 129.63,
    });
    expect(await p.row(anna, 'produzione_padre', id)).toMatchObject({
      commessa: 'P001',
      wbs: 'PARATIA',
      lavorazioni: 'JET GROUTING',
      quantita: 10.5,
      produzione: 129.63,
    });
  });

  it('senza un prezzo per la sua wbs prende quello della lavorazione; arrotonda il mezzo centesimo in su', async () => {
    const id = await p.header(anna, 'P001', '2026-03-03');
    const generic = await p.line(anna, id, { wbs: 'MURO', lavorazione: 'JET GROUTING', quantita: 2 });
    const half = await p.line(anna, id, { wbs: 'GENERALE', lavorazione: 'TIRANTI', quantita: 1 });
    expect((await p.row(anna, 'produzione', generic)).produzione).toBe(20);
    expect((await p.row(anna, 'produzione', half)).produzione).toBe(1.01);
    expect((await p.row(anna, 'produzione_padre', id)).produzione).toBe(21.01);
  });

  it('nella testata ogni quantità sta con la sua unità, nell’ordine delle righe; quella che la lavorazione ha ora', async () => {
    const master = await portale.person({ permessi: { ...ALL, lavorazioni: levels(3) } });
    const counted = async (descrizione: string, um: string) => {
      const [{ id }] = (await portale.call('GET', `/api/lavorazioni?cerca=${descrizione}`, { as: master })).body.data;
      await p.write('PUT', 'lavorazioni', 'lavorazione', { id, um }, master);
      return id as number;
    };
    const jet = await counted('JET GROUTING', 'ml');
    await counted('TIRANTI', 'mc');
    const id = await p.header(anna, 'P001', '2026-04-01');
    const read = async () => {
      const row = await p.row(anna, 'produzione_padre', id);
      return [row.quantita, JSON.parse(row.quantita_um ?? 'null')];
    };
    expect(await read()).toEqual([0, null]);
    await p.line(anna, id, { lavorazione: 'JET GROUTING', quantita: 100.25 });
    await p.line(anna, id, { lavorazione: 'TIRANTI', quantita: 30 });
    const last = await p.line(anna, id, { lavorazione: 'JET GROUTING', quantita: 20.25 });
    await p.line(anna, id, { fermo: 1 });
    expect(await read()).toEqual([
      150.5,
      [
        { um: 'ml', quantita: 120.5 },
        { um: 'mc', quantita: 30 },
      ],
    ]);
    await p.remove(anna, 'produzione', last);
    await p.write('PUT', 'lavorazioni', 'lavorazione', { id: jet, um: null }, master);
    expect(await read()).toEqual([
      130.25,
      [
        { um: null, quantita: 100.25 },
        { um: 'mc', quantita: 30 },
      ],
    ]);
    const list = await portale.call('GET', '/api/produzione_padre?pagina=1&righe=5&ordina=-quantita', { as: anna });
    expect(list.body.data.find((row: { id: number }) => row.id === id).quantita_um).toContain('"mc"');
  });

  it('ferma non ha quantità né valore; di un altro cantiere, con gli apici o negativa è rifiutata', async () => {
    const id = await p.header(anna, 'P001', '2026-03-04');
    const still = await p.line(anna, id, { fermo: 1, wbs: 'MURO', lavorazione: 'TIRANTI', quantita: 5 });
    expect(await p.row(anna, 'produzione', still)).toMatchObject({ fermo: 1, quantita: null, prezzo: null, produzione: null });
    for (const [values, message] of [
      [{ lavorazione: 'PALI CFA' }, 'La lavorazione "PALI CFA" non è tra quelle del cantiere.'],
      [{ wbs: 'SCONOSCIUTA' }, 'La wbs "SCONOSCIUTA" non è tra quelle del cantiere.'],
      [{ note: "l'acqua" }, 'Non è possibile inserire gli apici'],
      [{ note: 'il "ponte"' }, 'Non è possibile inserire gli apici'],
    ] as const) {
      const refused = await p.addLine(anna, id, values);
      expect([refused.status, refused.body.message]).toEqual([400, message]);
    }
    expect((await p.addLine(anna, id, { quantita: -1 })).status).toBe(400);
    expect((await p.addLine(anna, id, { quantita: 1.0005 })).status).toBe(400);
    expect((await p.addLine(anna, 9_999_999, {})).status).toBe(404);
  });

  it('una modifica prende il prezzo di adesso; passare al noleggio lascia l’attrezzatura', async () => {
    const [item] = await p.site(anna, 'P003', [{ lavorazione: 'DIAFRAMMI', prezzo: 100 }]);
    const id = await p.header(anna, 'P003', '2026-03-05');
    const line = await p.line(anna, id, { lavorazione: 'DIAFRAMMI', quantita: 3, attrezzatura: 'M-1', note: 'pioggia' });
    await p.price(anna, item!, 110);
    expect((await p.row(anna, 'produzione', line)).produzione).toBe(300);
    const before = await p.row(anna, 'produzione', line);
    await p.changeLine(anna, line, { ...before, prezzo: 1 });
    expect(await p.row(anna, 'produzione', line)).toMatchObject({ prezzo: 110, produzione: 330 });
    await p.changeLine(anna, line, { noleggio: 1 });
    expect(await p.row(anna, 'produzione', line)).toMatchObject({ noleggio: 1, attrezzatura: null });
    await p.changeLine(anna, line, { noleggio: 0, attrezzatura: 'M-2' });
    expect((await p.row(anna, 'produzione', line)).attrezzatura).toBe('M-2');
    await portale.call('DELETE', '/api/cantieri_lavorazioni', { as: anna, body: { id: item } });
    await p.changeLine(anna, line, { quantita: 4 });
    expect(await p.row(anna, 'produzione', line)).toMatchObject({ prezzo: 110, produzione: 440 });
  });
});

describe('una voce rinominata', () => {
  it('porta il nome nuovo nella riga e non ne tocca il prezzo', async () => {
    const [item] = await p.site(anna, 'P008', [{ lavorazione: 'COLONNE', prezzo: 5 }]);
    const line = await p.line(anna, await p.header(anna, 'P008', '2026-03-05'), { lavorazione: 'COLONNE', quantita: 2 });
    await p.price(anna, item!, 6);
    await portale.command({ register: 'produzione', action: 'change', key: line, values: { lavorazione: 'COLONNE DI GHIAIA' } });
    expect(await p.row(anna, 'produzione', line)).toMatchObject({ lavorazione: 'COLONNE DI GHIAIA', prezzo: 5, produzione: 10 });
  });
});

describe('l’elenco delle produzioni', () => {
  it('si esporta con le somme delle righe', async () => {
    const asked = await portale.call('POST', '/api/esporta', {
      as: anna,
      body: {
        tabella: 'produzione_padre',
        formato: 'xlsx',
        colonne: ['data', 'cantiere', 'lavorazioni', 'quantita', 'produzione', 'utente'],
        filtri: { produzione: { da: 1 } },
        ordina: '-produzione',
      },
    });
    expect(asked.status).toBe(202);
    const filtered = await portale.call(
      'GET',
      `/api/produzione_padre?filtri=${encodeURIComponent('{"produzione":{"da":1}}')}&ordina=-produzione`,
      { as: anna },
    );
    expect(filtered.body.totale).toBeGreaterThan(0);
    expect(filtered.body.data.every((row: { produzione: number }) => row.produzione >= 1)).toBe(true);
  });
});

describe('una testata', () => {
  it('somma le sue righe, che la seguono nella data; con righe non cambia cantiere', async () => {
    const id = await p.header(anna, 'P001', '2026-03-06');
    const first = await p.line(anna, id, { wbs: 'MURO', lavorazione: 'TIRANTI', quantita: 0.1, operatore: 'Rossi', note: 'uno' });
    const second = await p.line(anna, id, {
      wbs: 'PARATIA',
      lavorazione: 'TIRANTI',
      quantita: 0.2,
      operatore: 'Bianchi',
      attrezzatura: 'M-7',
    });
    expect(await p.row(anna, 'produzione_padre', id)).toMatchObject({
      quantita: 0.3,
      produzione: 0.3,
      operatori: 'Rossi, Bianchi',
      wbs: 'MURO, PARATIA',
      lavorazioni: 'TIRANTI',
      attrezzatura: 'M-7',
      note: 'uno',
      noleggio: 0,
    });
    const found = await portale.call('GET', '/api/produzione_padre?cerca=bianchi&ordina=-produzione', { as: anna });
    expect(found.body.data.map((row: { id: number }) => row.id)).toContain(id);
    await p.write('PUT', 'produzione_padre', 'produzione_padre', { id, data: '2026-03-09', produzione: 5, operatori: 'nessuno' }, anna);
    expect((await p.row(anna, 'produzione', first)).data).toBe('2026-03-09');
    expect((await p.row(anna, 'produzione_padre', id)).operatori).toBe('Rossi, Bianchi');
    const moved = await p.write('PUT', 'produzione_padre', 'produzione_padre', { id, cantiere: 'P002' }, anna);
    expect([moved.status, moved.body.message]).toEqual([409, 'La produzione ha già delle righe: il cantiere non si può cambiare.']);
    expect((await p.remove(anna, 'produzione', [first, second])).body.message.affectedRows).toBe(2);
    expect(await p.row(anna, 'produzione_padre', id)).toMatchObject({ quantita: 0, produzione: 0, operatori: null });
    expect((await p.write('PUT', 'produzione_padre', 'produzione_padre', { id, cantiere: 'P002' }, anna)).status).toBe(200);
  });

  it('eliminata e ripristinata torna con le sue righe e la loro somma', async () => {
    const id = await p.header(anna, 'P001', '2026-03-10');
    const line = await p.line(anna, id, { lavorazione: 'JET GROUTING', quantita: 3 });
    await p.remove(anna, 'produzione_padre', id);
    expect(await p.row(anna, 'produzione', line)).toBeUndefined();
    expect((await p.restore(anna, 'produzione_padre', id, 1)).status).toBe(200);
    expect((await p.row(anna, 'produzione_padre', id)).produzione).toBe(30);
    expect((await p.row(anna, 'produzione', line)).produzione).toBe(30);
  });

  it('più testate si eliminano tutte o nessuna', async () => {
    const [a, b] = [await p.header(capo, 'P001', '2026-03-11'), await p.header(capo, 'P001', '2026-03-12')];
    const foreign = await p.header(anna, 'P001', '2026-03-12');
    expect((await p.remove(capo, 'produzione_padre', [a, b, foreign])).status).toBe(404);
    expect((await p.row(capo, 'produzione_padre', a)).id).toBe(a);
    expect((await p.remove(capo, 'produzione_padre', `${a},${b}`)).body.message.affectedRows).toBe(2);
  });
});

describe('RICALCOLA', () => {
  it('porta ai prezzi di adesso le righe di più testate, dice che cosa è cambiato, e due volte non cambia nulla', async () => {
    const [item, other] = await p.site(anna, 'P004', [
      { lavorazione: 'MICROPALI', prezzo: 50 },
      { lavorazione: 'ANCORAGGI', prezzo: 20 },
    ]);
    const [one, two] = [await p.header(anna, 'P004', '2026-04-01'), await p.header(anna, 'P004', '2026-04-02')];
    const a = await p.line(anna, one, { lavorazione: 'MICROPALI', quantita: 2 });
    const b = await p.line(anna, two, { lavorazione: 'MICROPALI', quantita: 3 });
    const still = await p.line(anna, two, { lavorazione: 'MICROPALI', fermo: 1 });
    await p.line(anna, two, { lavorazione: 'ANCORAGGI', quantita: 1 });
    await p.price(anna, item!, 60.5);
    expect(other).toBeGreaterThan(0);
    const key = { 'idempotency-key': 'ricalcolo-uno' };
    const done = await p.ricalcola(anna, [one, two], key);
    expect([done.status, done.body.message]).toEqual([
      200,
      {
        affectedRows: 2,
        righe: [
          { id: a, prima: { prezzo: 50, produzione: 100 }, dopo: { prezzo: 60.5, produzione: 121 } },
          { id: b, prima: { prezzo: 50, produzione: 150 }, dopo: { prezzo: 60.5, produzione: 181.5 } },
        ],
      },
    ]);
    expect((await p.row(anna, 'produzione_padre', two)).produzione).toBe(201.5);
    expect((await p.row(anna, 'produzione', still)).prezzo).toBeNull();
    expect((await p.ricalcola(anna, [one, two], key)).body).toEqual(done.body);
    expect((await p.ricalcola(anna, [one, two])).body.message).toEqual({ affectedRows: 0, righe: [] });
  });

  it('è una voce sola del registro, che si apre sulle sue righe; la storia di ogni riga la racconta', async () => {
    const [item] = await p.site(anna, 'P005', [{ lavorazione: 'MICROPALI', prezzo: 1 }]);
    const [one, two] = [await p.header(anna, 'P005', '2026-04-03'), await p.header(anna, 'P005', '2026-04-04')];
    const lines = [
      await p.line(anna, one, { lavorazione: 'MICROPALI', quantita: 2 }),
      await p.line(anna, one, { lavorazione: 'MICROPALI', quantita: 4 }),
      await p.line(anna, two, { lavorazione: 'MICROPALI', quantita: 8 }),
    ];
    await p.price(anna, item!, 2);
    await p.ricalcola(anna, `${one},${two}`);
    const direzione = await portale.person({ groupID: 9, permessi: ALL, memberID: 'direzione-uno' });
    const trail = await portale.call(
      'GET',
      `/api/storico/registro?piega=1&evento=RigaProduzioneRicalcolata.v1&utente=${anna.memberID}&righe=1`,
      {
        as: direzione,
      },
    );
    expect(trail.body.data[0]).toMatchObject({ insieme: { quante: 3 }, utente: anna.memberID });
    const opened = await portale.call('GET', `/api/storico/registro?gruppo=${trail.body.data[0].insieme.gruppo}`, { as: direzione });
    expect(opened.body.data.map((entry: { id: string }) => Number(entry.id)).toSorted((x: number, y: number) => x - y)).toEqual(lines);
    const history = await portale.call('GET', `/api/storico?tabella=produzione&id=${lines[2]}`, { as: anna });
    expect(history.body.data[0]).toMatchObject({
      evento: 'RigaProduzioneRicalcolata.v1',
      frase: 'ha ricalcolato la riga di produzione',
      campi: [
        { campo: 'prezzo', prima: 1, dopo: 2 },
        { campo: 'produzione', prima: 8, dopo: 16 },
      ],
    });
  });

  it('chi vede solo le sue righe ne trova la voce, con il numero delle sue', async () => {
    const manager = await portale.person({ groupID: 9, permessi: { produzione: levels(1) } });
    const [item] = await p.site(anna, 'P107', [{ lavorazione: 'MICROPALI', prezzo: 1 }]);
    const [theirs, mine] = [await p.header(altro, 'P107', '2026-04-06'), await p.header(manager, 'P107', '2026-04-07')];
    const first = await p.line(altro, theirs, { lavorazione: 'MICROPALI', quantita: 2 });
    const own = await p.line(manager, mine, { lavorazione: 'MICROPALI', quantita: 4 });
    await p.price(anna, item!, 2);
    expect((await p.ricalcola(anna, [theirs, mine])).body.message.affectedRows).toBe(2);
    const trail = await portale.call('GET', '/api/storico/registro?piega=1&evento=RigaProduzioneRicalcolata.v1&righe=50', { as: manager });
    const ofSite = trail.body.data.filter(({ id }: { id: string }) => [first, own].includes(Number(id)));
    expect(ofSite.map(({ id }: { id: string }) => Number(id))).toEqual([own]);
    // the manager sees only one of the two lines, so its entry belongs to no group of entries
    expect(ofSite[0]).not.toHaveProperty('insieme');
  });

  it('di altri non si ricalcola niente, nemmeno in parte', async () => {
    const [item] = await p.site(anna, 'P006', [{ lavorazione: 'MICROPALI', prezzo: 1 }]);
    const [mine, theirs] = [await p.header(capo, 'P006', '2026-04-05'), await p.header(altro, 'P006', '2026-04-05')];
    const line = await p.line(capo, mine, { lavorazione: 'MICROPALI', quantita: 2 });
    await p.price(anna, item!, 2);
    expect((await p.ricalcola(capo, [mine, theirs])).status).toBe(404);
    expect((await p.row(capo, 'produzione', line)).produzione).toBe(2);
    expect((await p.ricalcola(capo, [mine])).body.message.affectedRows).toBe(1);
    for (const none of [await p.ricalcola(capo, []), await p.remove(capo, 'produzione_padre', [])]) {
      expect([none.status, none.body.message]).toEqual([400, 'Selezionare un produzione']);
    }
    expect((await p.ricalcola(capo, 'x')).status).toBe(400);
  });
});

describe('chi vede', () => {
  it('il gruppo 12 vede solo le sue produzioni, anche col livello 3: elenco, righe, storia e prospetto', async () => {
    const [mine, theirs] = [await p.header(capo, 'P001', '2026-05-04'), await p.header(altro, 'P001', '2026-05-04')];
    await p.line(capo, mine, { lavorazione: 'JET GROUTING', quantita: 1 });
    const foreign = await p.line(altro, theirs, { lavorazione: 'JET GROUTING', quantita: 1 });
    const owners = (body: { data: { utente: string }[] }) => [...new Set(body.data.map((row) => row.utente))];
    expect(owners((await portale.call('GET', '/api/produzione_padre', { as: capo })).body)).toEqual(['capo-uno']);
    expect(owners((await portale.call('GET', '/api/produzione?righe=500', { as: capo })).body)).toEqual(['capo-uno']);
    expect((await portale.call('GET', `/api/produzione?id=${theirs}`, { as: capo })).status).toBe(404);
    expect((await portale.call('GET', `/api/produzione?id=${mine},${theirs}`, { as: capo })).body.data).toHaveLength(1);
    expect((await portale.call('GET', `/api/storico?tabella=produzione&id=${foreign}`, { as: capo })).status).toBe(404);
    expect((await p.changeLine(capo, foreign, { quantita: 9 })).status).toBe(404);
    const month = (await portale.call('GET', '/api/produzione?anno=2026&mese=5&val=JET%20GROUTING', { as: capo })).body.data;
    expect(month.map((row: { commessa: string; giorni: number[] }) => [row.commessa, row.giorni[3]])).toEqual([['P001', 1]]);
    const all = (await portale.call('GET', '/api/produzione?anno=2026&mese=5&commesse=P001', { as: anna })).body.data;
    expect(all).toEqual([
      { commessa: 'P001', committente: 'ANAS', indirizzo: 'Via Emilia 1', giorni: Array.from({ length: 31 }, (_, i) => (i === 3 ? 2 : 0)) },
    ]);
  });

  it('il prospetto vuole anno e mese veri; senza commesse dà i cantieri aperti nel mese', async () => {
    await p.site(anna, 'P007', [], { data_inizio: '2025-01-10', data_fine: '2025-02-10' });
    const rows = async (query: string) =>
      (await portale.call('GET', `/api/produzione?${query}`, { as: anna })).body.data?.map((row: { commessa: string }) => row.commessa);
    expect(await rows('anno=2025&mese=2')).toContain('P007');
    expect(await rows('anno=2025&mese=3')).not.toContain('P007');
    for (const query of ['anno=2025', 'mese=3', 'anno=2025&mese=0', 'anno=2025&mese=13', 'anno=x&mese=1', 'anno=2025&mese=1&mese=2']) {
      expect([query, (await portale.call('GET', `/api/produzione?${query}`, { as: anna })).status]).toEqual([query, 400]);
    }
  });

  it('chi non vede i cantieri non ne legge committente e indirizzo nel prospetto', async () => {
    const blind = await portale.person({ permessi: { produzione: levels(3) } });
    const rows = (await portale.call('GET', '/api/produzione?anno=2026&mese=5', { as: blind })).body.data;
    expect(rows).toEqual([expect.objectContaining({ commessa: 'P001', committente: null, indirizzo: null })]);
  });
});

describe('i costi', () => {
  let clerk: Person;
  beforeAll(async () => {
    clerk = await portale.person({ permessi: { costi: levels(3) } });
    await makeReferences(portale, { tipologia_costi: ['Gasolio'] });
  });

  it('hanno il totale che fa il portale', async () => {
    const cost = { data: '2026-01-02', cantiere: 'P001', tipologia_costo: 'Gasolio' };
    const post = (values: Record<string, unknown>) =>
      portale.call('POST', '/api/costi', { as: clerk, body: { costi: { ...cost, ...values } } });
    expect((await post({ quantita: 3, importo: 0.335, totale: 99 })).status).toBe(400);
    const { insertId: id } = (await post({ quantita: 1.5, importo: 0.33, totale: 99 })).body.message;
    const read = async () => (await portale.call('GET', `/api/costi?id=${id}`, { as: clerk })).body.data[0];
    expect((await read()).totale).toBe(0.5);
    await portale.call('PUT', '/api/costi', { as: clerk, body: { costi: { id, quantita: 2, totale: 1 } } });
    expect((await read()).totale).toBe(0.66);
    expect((await post({ quantita: 1, importo: -1 })).status).toBe(400);
  });

  it('vogliono cantiere, tipologia, quantità e importo, e un totale che stia nei conti', async () => {
    const whole = { data: '2026-01-02', cantiere: 'P001', tipologia_costo: 'Gasolio', quantita: 2, importo: 10 };
    const errors = async (method: 'POST' | 'PUT', costi: Record<string, unknown>) => {
      const { status, body } = await portale.call(method, '/api/costi', { as: clerk, body: { costi } });
      return [status, ...(body.errors ?? []).map(({ campo }: { campo: string }) => campo)];
    };
    for (const campo of ['cantiere', 'tipologia_costo', 'quantita', 'importo']) {
      expect(await errors('POST', { ...whole, [campo]: undefined })).toEqual([400, campo]);
    }
    expect(await errors('POST', { ...whole, quantita: 1e6, importo: 1000 })).toEqual([400, 'importo']);
    const { insertId: id } = (await portale.call('POST', '/api/costi', { as: clerk, body: { costi: whole } })).body.message;
    expect(await errors('PUT', { id, quantita: '' })).toEqual([400, 'quantita']);
    expect(await errors('PUT', { id, importo: 1e9 })).toEqual([400, 'importo']);
    expect(await errors('PUT', { id, importo: 499_999_999.99 })).toEqual([200]);
  });
});
