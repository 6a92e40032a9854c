import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVERYTHING, type PermissionLevels } from '#contracts/core/permissions.ts';
import { AREE } from '#contracts/modules/areas.ts';
import { makeReferences } from '../../../test/make-references.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';

const NOTHING: PermissionLevels = { allowInsert: 0, allowView: 0, allowEdit: 0, allowDelete: 0 };

describe('Lo storico', () => {
  let portale: TestPortal;
  let admin: Person;
  let direzione: Person;
  let anna: Person;

  beforeAll(async () => {
    portale = await startTestPortal();
    await makeReferences(portale, {
      cantieri: ['C1'],
      tipologia_costi: ['Gasolio'],
      wbs: ['SPALLA A'],
      lavorazioni: ['JET GROUTING'],
    });
    const everything = Object.fromEntries(AREE.map((area) => [area, EVERYTHING]));
    admin = await portale.person({ memberID: 'admin', groupID: 2, permessi: everything });
    direzione = await portale.person({
      memberID: 'direzione',
      groupID: 9,
      permessi: { ...everything, admin_page: NOTHING, accise: { ...EVERYTHING, allowView: 1 } },
    });
    anna = await portale.person({ memberID: 'anna', permessi: { macchinari: EVERYTHING, accise: EVERYTHING } });
  });
  afterAll(() => portale?.stop());

  const send = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body: unknown, from = anna) => {
    const r = await portale.call(method, path, { as: from, body });
    if (r.status >= 400) throw new Error(`${method} ${path}: ${r.text}`);
    return r.body.message;
  };
  const read = (path: string, from = anna) => portale.call('GET', path, { as: from });

  async function macchina(matricola: string) {
    await send('POST', '/api/macchinari', { macchinario: { matricola, marca: 'Soilmec', ore_km: 100 } });
    await send('PUT', '/api/macchinari', { macchinario: { matricola, marca: 'Bauer', ore_km: 100, targa: 'AB123CD' } });
  }

  it('racconta che cosa è cambiato, prima e dopo, dal più recente', async () => {
    await macchina('S1');
    const { body } = await read('/api/storico?tabella=macchinari&id=S1');
    expect(body.data.map((v: { tipo: string }) => v.tipo)).toEqual(['modificato', 'creato']);
    expect(body.data[0]).toMatchObject({
      versione: 2,
      utente: 'anna',
      evento: 'MacchinarioModificato.v1',
      quando: expect.any(String),
      motivo: null,
    });
    expect(body.data[0].campi).toEqual(
      expect.arrayContaining([
        { campo: 'marca', etichetta: 'Marca', tipo: 'text', prima: 'Soilmec', dopo: 'Bauer' },
        { campo: 'targa', etichetta: 'Targa', tipo: 'text', prima: null, dopo: 'AB123CD' },
      ]),
    );
    expect(body.data[0].campi).toHaveLength(2);
  });

  it('di una macchina racconta anche i dati e il piano', async () => {
    await macchina('S2');
    await send('POST', '/api/datiMacchina', { dati: { matricola: 'S2', motore_marca: 'Deutz' } });
    await send('POST', '/api/manutMacchinari', { manut: { matricola: 'S2', componente: 'antigelo' } });
    const { body } = await read('/api/storico?tabella=macchinari&id=S2');
    expect(body.data.map((v: { tabella: string }) => v.tabella)).toEqual(['manutMacchinari', 'datiMacchina', 'macchinari', 'macchinari']);
  });

  it('a pagine dà il totale; senza, tutto; i tipi chiesti soltanto', async () => {
    await macchina('SPAG');
    await send('PUT', '/api/macchinari', { macchinario: { matricola: 'SPAG', marca: 'Casagrande' } });
    const page = async (query: string) => (await read(`/api/storico?tabella=macchinari&id=SPAG${query}`)).body;
    const versions = ({ data }: { data: { versione: number }[] }) => data.map(({ versione }) => versione);
    const [first, second] = [await page('&pagina=1&righe=2'), await page('&pagina=2&righe=2')];
    expect([versions(first), first.totale, versions(second), second.totale]).toEqual([[3, 2], 3, [1], 3]);
    expect(await page('&righe=1')).toMatchObject({ totale: 3, data: [{ versione: 3 }] });
    expect(await page('&pagina=9')).toEqual({ data: [], totale: 3 });
    const whole = await page('');
    expect([versions(whole), whole.totale]).toEqual([[3, 2, 1], undefined]);
    expect(await page('&pagina=1&tipi=creato,eliminato')).toMatchObject({ totale: 1, data: [{ tipo: 'creato' }] });
    for (const wrong of ['&pagina=0', '&righe=501', '&pagina=x', '&tipi=boh'])
      expect((await read(`/api/storico?tabella=macchinari&id=SPAG${wrong}`)).status, wrong).toBe(400);
    expect(
      (
        await read(
          '/api/storico?tabella=macchinari&id=SPAG',
          await portale.person({ memberID: 'proprie', groupID: 61, permessi: { macchinari: { ...EVERYTHING, allowView: 1 } } }),
        )
      ).status,
    ).toBe(404);
  });

  it("mostra il record com'era a una versione o a una data", async () => {
    await macchina('S3');
    const state = async (query: string) => read(`/api/storico/stato?tabella=macchinari&id=S3&${query}`);
    expect((await state('versione=1')).body.data).toMatchObject([
      { matricola: 'S3', marca: 'Soilmec', targa: null, modello: null, versione: 1, utente: 'anna', esiste: true },
    ]);
    expect((await state('versione=2')).body.data).toMatchObject([{ marca: 'Bauer', targa: 'AB123CD' }]);
    const today = new Date().toISOString();
    expect((await state(`al=${encodeURIComponent(today)}`)).body.data).toMatchObject([{ marca: 'Bauer' }]);
    // a time without an offset is a time in Rome, whatever the time zone of the server
    const rome = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', dateStyle: 'short', timeStyle: 'medium' });
    const clock = (minutes: number) => rome.format(Date.now() + minutes * 60_000).replace(' ', 'T');
    expect((await state(`al=${clock(1)}`)).body.data).toMatchObject([{ marca: 'Bauer' }]);
    expect((await state(`al=${clock(-30)}`)).status).toBe(404);
    for (const [query, code] of [
      ['versione=3', 404],
      ['versione=0', 404],
      ['al=2020-01-01', 404],
      ['versione=x', 400],
      ['al=ieri', 400],
      ['', 400],
      ['versione=1&al=2026-01-01', 400],
    ] as const) {
      expect([query, (await state(query)).status]).toEqual([query, code]);
    }
  });

  it('ripristina i valori di una versione con un evento nuovo', async () => {
    await macchina('S4');
    const back = { tabella: 'macchinari', id: 'S4', versione: 1 };
    expect(await send('POST', '/api/storico/ripristina', back)).toEqual({ affectedRows: 1, versione: 3 });
    expect((await read('/api/macchinari?matricola=S4')).body.data).toMatchObject([{ marca: 'Soilmec', targa: null }]);
    expect(await send('POST', '/api/storico/ripristina', back)).toEqual({ affectedRows: 0, versione: 3 });
    const r = await portale.call('POST', '/api/storico/ripristina', {
      as: anna,
      body: { ...back, versione: 2 },
      headers: { 'if-match': '"2"' },
    });
    expect([r.status, r.body.attuale.marca]).toEqual([409, 'Soilmec']);
    expect((await portale.call('POST', '/api/storico/ripristina', { as: anna, body: { ...back, versione: 77 } })).status).toBe(404);
  });

  it('ripristina i soli campi scelti; gli altri restano come sono', async () => {
    await macchina('S9');
    await send('PUT', '/api/macchinari', { macchinario: { matricola: 'S9', modello: 'SR-30' } });
    const back = { tabella: 'macchinari', id: 'S9', versione: 1, campi: ['marca'] };
    expect(await send('POST', '/api/storico/ripristina', back)).toEqual({ affectedRows: 1, versione: 4 });
    expect((await read('/api/macchinari?matricola=S9')).body.data).toMatchObject([
      { marca: 'Soilmec', targa: 'AB123CD', modello: 'SR-30' },
    ]);
    expect((await read('/api/storico?tabella=macchinari&id=S9')).body.data[0]).toMatchObject({
      tipo: 'ripristinato',
      campi: [{ campo: 'marca', prima: 'Bauer', dopo: 'Soilmec' }],
    });
    expect(await send('POST', '/api/storico/ripristina', { ...back, campi: [] })).toEqual({ affectedRows: 0, versione: 4 });
    for (const campi of [['constructor'], ['non_c_e'], 'marca', [5]]) {
      expect((await portale.call('POST', '/api/storico/ripristina', { as: anna, body: { ...back, campi } })).status).toBe(400);
    }
  });

  it('ciò che il portale calcola segue i campi ripristinati', async () => {
    const costi = await portale.person({ permessi: { costi: EVERYTHING } });
    const { insertId: id } = await send(
      'POST',
      '/api/costi',
      { costi: { data: '2026-11-20', cantiere: 'C1', tipologia_costo: 'Gasolio', quantita: 2, importo: 10 } },
      costi,
    );
    await send('PUT', '/api/costi', { costi: { id, quantita: 3, importo: 20 } }, costi);
    await send('POST', '/api/storico/ripristina', { tabella: 'costi', id, versione: 1, campi: ['quantita'] }, costi);
    expect((await read(`/api/costi?id=${id}`, costi)).body.data).toMatchObject([{ quantita: 2, importo: 20, totale: 40 }]);
  });

  it('un record eliminato conserva la sua storia e torna con i suoi figli', async () => {
    await macchina('S5');
    await send('POST', '/api/datiMacchina', { dati: { matricola: 'S5', motore_marca: 'Deutz' } });
    await send('DELETE', '/api/macchinari', { matricola: 'S5' });
    expect((await read('/api/datiMacchina?matricola=S5')).status).toBe(404);
    expect((await read('/api/storico?tabella=macchinari&id=S5')).body.data[0]).toMatchObject({
      tipo: 'eliminato',
      evento: 'MacchinarioEliminato.v1',
    });
    expect((await read('/api/storico/stato?tabella=macchinari&id=S5&versione=4')).body.data).toMatchObject([{ esiste: false }]);
    const withoutEliminare = await portale.person({ permessi: { macchinari: { ...EVERYTHING, allowDelete: 1 } } });
    const back = { tabella: 'macchinari', id: 'S5', versione: 2 };
    expect((await portale.call('POST', '/api/storico/ripristina', { as: withoutEliminare, body: back })).status).toBe(403);
    await send('POST', '/api/storico/ripristina', back, admin);
    expect((await read('/api/macchinari?matricola=S5')).body.data).toMatchObject([{ marca: 'Bauer', utente: 'anna' }]);
    expect((await read('/api/datiMacchina?matricola=S5')).body.data).toMatchObject([{ motore_marca: 'Deutz' }]);
  });

  it('ogni voce dice di quale oggetto parla, e di un figlio sotto quale padre', async () => {
    const capo = await portale.person({ groupID: 2, permessi: Object.fromEntries(AREE.map((area) => [area, EVERYTHING])) });
    await send('POST', '/api/cantieri', { cantiere: { commessa: '0421', committente: 'Anas' } }, capo);
    await send('POST', '/api/cantieri_wbs', { cantieri_wbs: { commessa: '0421', descrizione: 'SPALLA A' } }, capo);
    const { insertId: item } = await send(
      'POST',
      '/api/cantieri_lavorazioni',
      { cantieri_lavorazioni: { commessa: '0421', lavorazione: 'JET GROUTING', descrizione_wbs: 'SPALLA A', prezzo: 10 } },
      capo,
    );
    await send('PUT', '/api/cantieri_lavorazioni', { cantieri_lavorazioni: { id: item, prezzo: 12 } }, capo);
    const { insertId: header } = await send(
      'POST',
      '/api/produzione_padre',
      { produzione_padre: { data: '2026-11-20', cantiere: '0421' } },
      capo,
    );
    await send(
      'POST',
      '/api/produzione',
      { produzione: { id_intestazione: header, wbs: 'SPALLA A', lavorazione: 'JET GROUTING', quantita: 2 } },
      capo,
    );
    await macchina('S0421');
    await send('POST', '/api/manutMacchinari', { manut: { matricola: 'S0421', componente: 'antigelo' } });
    const { insertId: groupID } = await send('POST', '/api/groups', { group: { name: 'Squadra' } }, admin);
    const { insertId: permissionID } = await send(
      'POST',
      '/api/groupsPermissions',
      { group: { groupID, tableName: 'macchinari', allowInsert: 1, allowView: 3, allowEdit: 1, allowDelete: 0 } },
      admin,
    );
    const told = async (tabella: string, id: unknown) => {
      const { body } = await read(`/api/storico?tabella=${tabella}&id=${encodeURIComponent(String(id))}`, admin);
      return body.data.map(({ tabella, oggetto, padre }: Record<string, string>) => [tabella, oggetto, padre]);
    };
    expect(await told('cantieri', '0421')).toEqual([
      ['cantieri_lavorazioni', 'JET GROUTING, SPALLA A, cantiere 0421', '0421'],
      ['cantieri_lavorazioni', 'JET GROUTING, SPALLA A, cantiere 0421', '0421'],
      ['cantieri_wbs', 'SPALLA A, cantiere 0421', '0421'],
      ['cantieri', 'cantiere 0421', null],
    ]);
    expect(await told('produzione_padre', header)).toEqual([
      ['produzione', 'JET GROUTING, produzione 2026-11-20 0421', String(header)],
      ['produzione_padre', 'produzione 2026-11-20 0421', null],
    ]);
    expect((await told('macchinari', 'S0421'))[0]).toEqual(['manutMacchinari', 'Antigelo (kg), macchinario S0421', 'S0421']);
    expect((await told('groupsPermissions', permissionID))[0]).toEqual([
      'groupsPermissions',
      'Macchinari, gruppo Squadra',
      String(groupID),
    ]);
    // a group's number is shown with the name that the group had at that time
    await portale.command({ register: 'users', action: 'create', key: 'ugo', values: { groupID } });
    await send('PUT', '/api/groups', { group: { groupID, name: 'Squadra nuova' } }, admin);
    const { insertId: second } = await send('POST', '/api/groups', { group: { name: 'Ufficio' } }, admin);
    await portale.command({ register: 'users', action: 'change', key: 'ugo', values: { groupID: second } });
    const [moved, born] = (await read('/api/storico?tabella=users&id=ugo', admin)).body.data;
    expect(born.campi).toEqual([{ campo: 'groupID', etichetta: 'Group', tipo: 'ref', prima: null, dopo: groupID, dopoNome: 'Squadra' }]);
    expect(moved.campi).toEqual([
      { campo: 'groupID', etichetta: 'Group', tipo: 'ref', prima: groupID, dopo: second, primaNome: 'Squadra nuova', dopoNome: 'Ufficio' },
    ]);
    // the trail finds records by the names that people use
    const trail = await read('/api/storico/registro?cerca=SPALLA%200421%20GROUTING&tabella=cantieri_lavorazioni', admin);
    expect(trail.body.totale).toBe(2);
  });

  it('un’eliminazione dice come si chiamava il record, anche nel registro di tutto', async () => {
    const { insertId: id } = await send('POST', '/api/meccanici', { meccanici: { descrizione: 'Rossi Ugo' } }, admin);
    await send('DELETE', '/api/meccanici', { id }, admin);
    expect((await read(`/api/storico/registro?tabella=meccanici&id=${id}&evento=eliminato`, admin)).body.data).toMatchObject([
      { frase: 'ha eliminato il meccanico «Rossi Ugo»' },
    ]);
    expect((await read('/api/storico/registro?cerca=rossi%20ugo%20eliminato', admin)).body.data).toMatchObject([
      { tipo: 'eliminato', id: String(id) },
    ]);
  });

  it('chi non può vedere un record non ne vede la storia', async () => {
    await macchina('S6');
    const own = await portale.person({ permessi: { macchinari: { ...EVERYTHING, allowView: 1 } } });
    const none = await portale.person({});
    for (const path of ['/api/storico?tabella=macchinari&id=S6', '/api/storico/stato?tabella=macchinari&id=S6&versione=1']) {
      expect((await read(path, own)).status).toBe(404);
      expect((await read(path, none)).status).toBe(403);
      expect((await read(path.replace('S6', 'MAI'), none)).status).toBe(403);
    }
    expect((await read('/api/storico?tabella=macchinari&id=MAI')).status).toBe(404);
  });

  it('il registro di tutto è dei gruppi 2 e 9, e solo di ciò che possono vedere', async () => {
    await macchina('S7');
    await send('POST', '/api/accise', { accise: { ore: 4 } });
    await send('POST', '/api/accise', { accise: { ore: 5 } }, direzione);
    expect((await read('/api/storico/registro')).status).toBe(403);
    const ofAdmin = (await read('/api/storico/registro?righe=500', admin)).body;
    expect(ofAdmin.totale).toBe(ofAdmin.data.length);
    expect(new Set(ofAdmin.data.map((v: { tabella: string }) => v.tabella))).toContain('users');
    const ofDirezione = (await read('/api/storico/registro?righe=500', direzione)).body;
    const tables = new Set(ofDirezione.data.map((v: { tabella: string }) => v.tabella));
    expect([tables.has('macchinari'), tables.has('users'), tables.has('groupsPermissions')]).toEqual([true, false, false]);
    // the management sees only its own records of `accise`, so only their entries are in the trail
    const accise = ofDirezione.data.filter((v: { tabella: string }) => v.tabella === 'accise');
    expect(accise.map((v: { campi: { dopo: unknown }[] }) => v.campi.map((c) => c.dopo))).toEqual([[5]]);
    expect(ofDirezione.totale).toBe(ofDirezione.data.length);
    expect((await read('/api/storico/registro?tabella=users', direzione)).body).toEqual({ data: [], totale: 0 });
    expect((await read('/api/storico/registro?area=admin_page', direzione)).body).toEqual({ data: [], totale: 0 });
  });

  it('il registro si filtra e va a pagine', async () => {
    await macchina('S8');
    const register = async (query: string) => (await read(`/api/storico/registro?${query}`, admin)).body;
    const ofS8 = await register('tabella=macchinari&id=S8');
    expect([ofS8.totale, ofS8.data[0].tipo]).toEqual([2, 'modificato']);
    expect((await register('tabella=macchinari&id=S8&evento=creato')).totale).toBe(1);
    expect((await register('tabella=macchinari&id=S8&evento=MacchinarioModificato.v1&utente=anna&area=macchinari')).totale).toBe(1);
    expect((await register('tabella=macchinari&id=S8&utente=bruno')).totale).toBe(0);
    expect((await register('cerca=bauer%20S8')).totale).toBe(1);
    expect((await register('tabella=macchinari&id=S8&dal=2020-01-01&al=2020-12-31')).totale).toBe(0);
    const page = await register('tabella=macchinari&id=S8&pagina=2&righe=1');
    expect([page.totale, page.data.length, page.data[0].tipo]).toEqual([2, 1, 'creato']);
    expect((await register('utente=&area=&evento=&dal=&al=&cerca=')).totale).toBeGreaterThan(2);
  });

  it('il registro si piega: una riga per richiesta, che si apre; chi vede meno conta meno', async () => {
    const capo = await portale.person({ groupID: 2, permessi: Object.fromEntries(AREE.map((area) => [area, EVERYTHING])) });
    const ids: number[] = [];
    for (const from of [capo, direzione]) ids.push((await send('POST', '/api/accise', { accise: { ore: 1 } }, from)).insertId);
    await send('DELETE', '/api/accise', { id: ids }, capo);
    const rows = async (as: Person) => {
      const { body } = await read(`/api/storico/registro?piega=1&tabella=accise&evento=eliminato&utente=${capo.memberID}`, as);
      return body;
    };
    const whole = await rows(capo);
    expect(whole).toMatchObject({ totale: 1, voci: 2, data: [{ id: String(ids[0]), insieme: { quante: 2, unico: false } }] });
    const { gruppo } = whole.data[0].insieme;
    const opened = async (as: Person) =>
      (await read(`/api/storico/registro?gruppo=${gruppo}`, as)).body.data.map(({ id }: { id: string }) => Number(id));
    expect(await opened(capo)).toEqual(ids.toReversed());
    // the management sees only its own records of `accise`
    const less = await rows(direzione);
    expect(less).toMatchObject({ totale: 1, voci: 1, data: [{ id: String(ids[1]) }] });
    expect(less.data[0]).not.toHaveProperty('insieme');
    expect(await opened(direzione)).toEqual([ids[1]]);
    for (const wrong of ['piega=2', 'gruppo=x', 'solo=tutto', 'sistema=1'])
      expect([wrong, (await read(`/api/storico/registro?${wrong}`, admin)).status]).toEqual([wrong, 400]);
  });
});
