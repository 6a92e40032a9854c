import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVERYTHING } from '#contracts/core/permissions.ts';
import type { AccessRow } from '#contracts/modules/accessi.ts';
import type { SavedView } from '#contracts/core/saved-view.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';

let portal: TestPortal;
let ada: Person;
/** Person in the group of `ada`. */
let aldo: Person;
/** Person in another group. */
let bruno: Person;
let admin: Person;
let manager: Person;
/** Person who may not see machines. */
let blind: Person;

const sees = { macchinari: EVERYTHING, manutenzioni: EVERYTHING };

beforeAll(async () => {
  portal = await startTestPortal();
  ada = await portal.person({ groupID: 201, permessi: sees });
  aldo = await portal.person({ groupID: 201, permessi: sees });
  bruno = await portal.person({ groupID: 202, permessi: sees });
  blind = await portal.person({ groupID: 203, permessi: { costi: EVERYTHING } });
  manager = await portal.person({ groupID: 9, permessi: sees });
  admin = await portal.person({ groupID: 2, permessi: { ...sees, admin_page: EVERYTHING } });
});
afterAll(() => portal?.stop());

const ask = (as: Person, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, headers = {}) =>
  portal.call(method, `/api/${path}`, { as, headers, ...(body === undefined ? {} : { body }) });
const create = async (as: Person, view: object = {}): Promise<number> => {
  const { status, body } = await ask(as, 'POST', 'viste', { vista: { tabella: 'macchinari', nome: 'Gru', contenuto: {}, ...view } });
  expect([status, body.message?.versione]).toEqual([201, 1]);
  return body.message.insertId;
};
const names = async (as: Person, tabella = 'macchinari'): Promise<string[]> =>
  (await ask(as, 'GET', `viste?tabella=${tabella}`)).body.data.map(({ nome }: SavedView) => nome);
const change = (as: Person, id: number, view: object, version?: number) =>
  ask(as, 'PUT', 'viste', { vista: { id, ...view } }, version === undefined ? {} : { 'if-match': `"${version}"` });
const remove = (as: Person, id: number) => ask(as, 'DELETE', 'viste', { id });
const opened = async (as: Person) => (await ask(as, 'GET', 'viste?tabella=macchinari')).body.predefinita;

describe('Una vista privata', () => {
  it('è del solo autore: per chiunque altro non c’è', async () => {
    const id = await create(ada, { nome: 'Segreta' });
    expect(await names(ada)).toEqual(['Segreta']);
    for (const other of [aldo, bruno, manager, admin]) {
      expect(await names(other)).toEqual([]);
      expect((await ask(other, 'GET', `viste?id=${id}`)).status).toBe(404);
      expect((await ask(other, 'GET', `viste/storico?id=${id}`)).status).toBe(404);
      expect((await change(other, id, { nome: 'Mia' })).status).toBe(404);
      expect((await remove(other, id)).status).toBe(404);
      expect((await ask(other, 'PUT', 'viste/predefinita', { tabella: 'macchinari', vista: id })).status).toBe(404);
      // the answer is the same as for a view that never existed
      expect((await ask(other, 'GET', `viste?id=${id}`)).body).toEqual((await ask(other, 'GET', 'viste?id=999999')).body);
    }
    expect((await remove(ada, id)).status).toBe(200);
  });

  it('non la vede nemmeno chi vede il portale come il suo autore; le condivise sì', async () => {
    const [own, shared] = [await create(ada, { nome: 'Segreta' }), await create(ada, { nome: 'Nota', condivisa: 'gruppo' })];
    const { body } = await ask(admin, 'POST', 'sessioni/vedi-come', { utente: ada.memberID });
    const observer: Person = { ...ada, token: body.message.token };
    expect(await names(observer)).toEqual(['Nota']);
    expect((await ask(observer, 'GET', `viste?id=${own}`)).status).toBe(404);
    await Promise.all([remove(ada, own), remove(ada, shared)]);
  });

  it('non va nel registro degli eventi, né nelle tabelle di lettura: ricerca, storico, gruppi ed esportazioni non la conoscono', async () => {
    const head = await portal.deps.store.head();
    const id = await create(ada, { nome: 'Introvabile', contenuto: { cerca: 'introvabile' } });
    await change(ada, id, { nome: 'Introvabile davvero' });
    expect(await portal.deps.store.head()).toEqual(head);
    expect((await ask(admin, 'GET', 'cerca?q=introvabile')).body.data).toEqual([]);
    expect((await ask(admin, 'GET', 'storico/registro?cerca=introvabile')).body.data).toEqual([]);
    for (const path of ['storico?tabella=viste&id=1', 'viste/gruppi?per=nome', 'riferimenti?tabella=viste&id=1'])
      expect((await ask(admin, 'GET', path)).status).toBeGreaterThanOrEqual(400);
    await remove(ada, id);
  });
});

describe('Una vista condivisa', () => {
  it('con il gruppo la vede chi è in quel gruppo, e chi le gestisce; la cambiano autore e gruppi 2 e 9', async () => {
    const id = await create(ada, { nome: 'Del gruppo', condivisa: 'gruppo' });
    for (const one of [ada, aldo, manager, admin]) expect(await names(one)).toEqual(['Del gruppo']);
    expect(await names(bruno)).toEqual([]);
    expect((await ask(bruno, 'GET', `viste?id=${id}`)).status).toBe(404);
    expect((await change(aldo, id, { nome: 'Di Aldo' })).status).toBe(403);
    expect((await remove(aldo, id)).status).toBe(403);
    expect((await change(manager, id, { nome: 'Corretta' })).body.message).toEqual({ affectedRows: 1, versione: 2 });
    const { body } = await ask(aldo, 'GET', `viste?id=${id}`);
    expect(body.data).toMatchObject([{ nome: 'Corretta', utente: ada.memberID, modificato_da: manager.memberID, gruppo: 201 }]);
    const told = async () =>
      (await ask(admin, 'GET', 'amministrazione/accessi?tipo=rimozione')).body.data.map(({ utente, cosa }: AccessRow) => [utente, cosa]);
    const before = await told();
    await remove(ada, await create(ada, { nome: 'Segreta' }));
    expect(await told()).toEqual(before);
    // deleting a shared view is recorded in the trail
    expect((await remove(manager, id)).status).toBe(200);
    expect((await told())[0]).toEqual([manager.memberID, `Vista «Corretta» di macchinari, di ${ada.memberID}, condivisa con il gruppo`]);
  });

  it('con tutti la fa chi le gestisce, e la vede solo chi vede l’elenco', async () => {
    const refused = await ask(ada, 'POST', 'viste', { vista: { tabella: 'macchinari', nome: 'x', contenuto: {}, condivisa: 'tutti' } });
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('gruppi 2 e 9')]);
    const own = await create(ada, { nome: 'Mia' });
    expect((await change(ada, own, { condivisa: 'tutti' })).status).toBe(403);
    const id = await create(manager, { nome: 'Di tutti', condivisa: 'tutti' });
    expect(await names(bruno)).toEqual(['Di tutti']);
    expect((await ask(blind, 'GET', `viste?id=${id}`)).status).toBe(404);
    expect(await names(blind)).toEqual([]);
    expect((await ask(blind, 'POST', 'viste', { vista: { tabella: 'macchinari', nome: 'x', contenuto: {} } })).status).toBe(403);
    expect((await change(bruno, id, { nome: 'x' })).status).toBe(403);
    await Promise.all([remove(ada, own), remove(admin, id)]);
  });

  it('mostra agli altri solo le versioni che erano già condivise', async () => {
    const id = await create(ada, { nome: 'Bozza riservata', contenuto: { cerca: 'riservato' } });
    await change(ada, id, { nome: 'Pronta', contenuto: {}, condivisa: 'gruppo' });
    const told = async (as: Person) => (await ask(as, 'GET', `viste/storico?id=${id}`)).body.data.map(({ nome }: SavedView) => nome);
    expect(await told(ada)).toEqual(['Pronta', 'Bozza riservata']);
    for (const other of [aldo, manager]) expect(await told(other)).toEqual(['Pronta']);
    await change(ada, id, { condivisa: 'no' });
    expect((await ask(manager, 'GET', `viste/storico?id=${id}`)).status).toBe(404);
    await remove(ada, id);
  });
});

describe('Le scritture di una vista', () => {
  it('dicono la versione, e una superata si rifiuta con quella di adesso', async () => {
    const id = await create(ada, { condivisa: 'gruppo' });
    expect((await ask(ada, 'GET', `viste?id=${id}`)).headers.get('etag')).toBe('"1"');
    expect((await change(manager, id, { nome: 'Del capo' }, 1)).status).toBe(200);
    const late = await change(ada, id, { nome: 'Mia' }, 1);
    expect([late.status, late.body]).toEqual([409, expect.objectContaining({ versione: 2, utente: manager.memberID })]);
    expect(late.body.attuale.nome).toBe('Del capo');
    expect((await change(ada, id, { predefinita: 1 }, 2)).body.message.versione).toBe(3);
    await remove(ada, id);
  });

  it('di due insieme con la stessa versione una sola passa', async () => {
    const id = await create(ada);
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((nome) => change(ada, id, { nome }, 1)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    await remove(ada, id);
  });

  it('ripetute con la stessa chiave sono una sola', async () => {
    const asked = { vista: { tabella: 'macchinari', nome: 'Una', contenuto: {} } };
    const headers = { 'idempotency-key': 'la-stessa-vista' };
    const ids = [];
    for (let i = 0; i < 2; i += 1) ids.push((await ask(ada, 'POST', 'viste', asked, headers)).body.message.insertId);
    expect(ids[0]).toBe(ids[1]);
    expect(await names(ada)).toEqual(['Una']);
    await remove(ada, ids[0]);
  });

  it.each([
    ['una tabella sconosciuta', { tabella: 'inventata' }, 'tabella'],
    ['un nome vuoto', { nome: '  ' }, 'vista.nome'],
    ['un campo in più', { colore: 'rosso' }, 'vista'],
    ['una parte sconosciuta del contenuto', { contenuto: { pagina: 3 } }, 'vista.contenuto'],
    ['un filtro su un campo che non c’è', { contenuto: { filtri: { inventato: ['x'] } } }, 'inventato'],
    ['un operatore che non c’è', { contenuto: { filtri: { marca: { somiglia: 'x' } } } }, 'marca'],
    ['un periodo che non c’è', { contenuto: { filtri: { scadenza_assicurazione: { periodo: 'ieri' } } } }, 'scadenza_assicurazione'],
    ['un ordine che non c’è', { contenuto: { ordina: '-inventato' } }, 'ordina'],
    ['un gruppo che non c’è', { contenuto: { gruppo: 'inventato' } }, 'per'],
    ['un gruppo per settimana', { contenuto: { gruppo: 'scadenza_assicurazione:settimana' } }, 'gruppo'],
    ['una colonna che non c’è', { contenuto: { colonne: { ordine: ['marca', 'inventata'] } } }, 'colonne'],
    ['una condivisione che non c’è', { condivisa: 'mondo' }, 'vista.condivisa'],
    ['una predefinita che non è 0 né 1', { predefinita: 2 }, 'vista.predefinita'],
  ])('con %s: 400 con il suo nome', async (_name, wrong, campo) => {
    const { status, body } = await ask(ada, 'POST', 'viste', { vista: { tabella: 'macchinari', nome: 'x', contenuto: {}, ...wrong } });
    expect([status, body.errors?.[0]?.campo]).toEqual([400, campo]);
    expect(await names(ada)).toEqual([]);
  });

  it('tengono tutto ciò che un elenco può mostrare, anche le colonne che solo la schermata conosce', async () => {
    const contents = {
      cerca: 'gru',
      filtri: { marca: { contiene: 'lie' }, scadenza_assicurazione: { periodo: 'prossimi30' }, targa: { vuoto: true } },
      interruttori: { scaduti: '1' },
      ordina: '-marca',
      colonne: { ordine: ['marca'], visibili: { manutenzione: false, ore_tot: true }, larghezze: { marca: 200 }, bloccate: ['marca'] },
      gruppo: 'tipologia',
      densita: 'comoda',
    };
    const id = await create(ada, { contenuto: contents });
    expect((await ask(ada, 'GET', `viste?id=${id}`)).body.data[0].contenuto).toEqual(contents);
    await remove(ada, id);
  });
});

describe('Una vista dello scadenzario', () => {
  const due = (as: Person, contents: object) =>
    ask(as, 'POST', 'viste', { vista: { tabella: 'scadenze', nome: 'Del mese', contenuto: contents, condivisa: 'gruppo' } });

  it('tiene condizioni, raggruppamento e colonne; la vede chi vede lo scadenzario', async () => {
    const contents = {
      cerca: 'gru',
      filtri: { scadenza: { periodo: 'prossimi30' }, fascia: ['scaduto', '7'], cantiere: { contiene: 'C1' } },
      interruttori: { gruppo: 'cantiere', soggetto: 'macchina', chiusi: '1' },
      ordina: '-scadenza',
      colonne: { ordine: ['nome', 'ferma', 'azioni'], visibili: { ore_mancanti: true }, larghezze: {}, bloccate: [] },
      gruppo: '',
    };
    const { status, body } = await due(ada, contents);
    expect(status).toBe(201);
    const id = body.message.insertId;
    expect(await names(aldo, 'scadenze')).toEqual(['Del mese']);
    expect(await names(bruno, 'scadenze')).toEqual([]);
    const read = await ask(aldo, 'GET', `viste?id=${id}`);
    expect([read.body.data[0].tabella, read.body.data[0].contenuto, read.body.mancano]).toEqual(['scadenze', contents, []]);
    expect((await ask(ada, 'PUT', 'viste/predefinita', { tabella: 'macchinari', vista: id })).status).toBe(400);
    expect((await ask(ada, 'PUT', 'viste/predefinita', { tabella: 'scadenze', vista: id })).status).toBe(200);
    expect((await ask(ada, 'GET', 'viste?tabella=scadenze')).body.predefinita).toBe(id);
    const wrong = await change(ada, id, { contenuto: { filtri: { inventato: ['x'] } } });
    expect([wrong.status, wrong.body.errors[0].campo]).toEqual([400, 'inventato']);
    expect((await due(blind, {})).status).toBe(403);
    expect((await ask(blind, 'GET', `viste?id=${id}`)).status).toBe(404);
    await remove(ada, id);
  });

  it.each([
    ['un filtro su un campo che non c’è', { filtri: { targa: ['x'] } }, 'targa'],
    ['un operatore che non c’è', { filtri: { nome: { somiglia: 'x' } } }, 'nome'],
    ['un ordine che non c’è', { ordina: '-targa' }, 'ordina'],
    ['un interruttore che non c’è', { interruttori: { fascia: 'ieri' } }, 'interruttori'],
    ['un gruppo per colonna', { gruppo: 'cantiere' }, 'per'],
    ['una colonna che non c’è', { colonne: { ordine: ['targa'] } }, 'colonne'],
  ])('con %s: 400 con il suo nome', async (_name, contents, campo) => {
    const { status, body } = await due(ada, contents);
    expect([status, body.errors?.[0]?.campo]).toEqual([400, campo]);
  });

  it('troppo grande è 413', async () => {
    const wide = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`interruttore-${i}`, 'x'.repeat(60)]));
    expect((await due(ada, { interruttori: wide })).status).toBe(413);
  });
});

describe('Una vista che nomina ciò che non c’è più', () => {
  it('si legge com’è, con le voci che mancano', async () => {
    for (const tipologia of ['Gru', 'Pala']) await portal.command({ register: 'tipologia', action: 'create', values: { tipologia } });
    const id = await create(ada, { contenuto: { filtri: { tipologia: ['Gru', 'Pala', null], utente: ['nessuno'] } } });
    const missing = async () => (await ask(ada, 'GET', `viste?id=${id}`)).body.mancano;
    expect(await missing()).toEqual([]);
    const { body } = await ask(admin, 'GET', 'tipologia?cerca=Pala');
    await portal.command({ register: 'tipologia', action: 'delete', key: body.data[0].id });
    expect(await missing()).toEqual([{ campo: 'tipologia', valori: ['Pala'] }]);
    await remove(ada, id);
  });
});

describe('La vista che si apre da sola', () => {
  it('è la propria scelta, altrimenti quella del gruppo, altrimenti quella di tutti', async () => {
    const all = await create(manager, { condivisa: 'tutti', predefinita: 1 });
    expect([await opened(ada), await opened(bruno)]).toEqual([all, all]);
    const group = await create(aldo, { condivisa: 'gruppo', predefinita: 1 });
    // a person who manages the views of other groups does not open their default
    expect([await opened(ada), await opened(bruno), await opened(admin)]).toEqual([group, all, all]);
    const own = await create(ada);
    expect((await ask(ada, 'PUT', 'viste/predefinita', { tabella: 'macchinari', vista: own })).status).toBe(200);
    expect([await opened(ada), await opened(aldo)]).toEqual([own, group]);
    expect((await ask(ada, 'PUT', 'viste/predefinita', { tabella: 'manutenzioni', vista: own })).status).toBe(400);
    await ask(ada, 'PUT', 'viste/predefinita', { tabella: 'macchinari', vista: null });
    expect(await opened(ada)).toBe(group);
    // her own default comes before that of the group, and is nobody else's
    await change(ada, own, { predefinita: 1 });
    expect([await opened(ada), await opened(aldo)]).toEqual([own, group]);
    await change(ada, own, { predefinita: 0 }, 2);
    await ask(ada, 'PUT', 'viste/predefinita', { tabella: 'macchinari', vista: group });
    await change(aldo, group, { condivisa: 'no' });
    expect(await opened(ada)).toBe(all);
    await Promise.all([remove(manager, all), remove(aldo, group), remove(ada, own)]);
    expect(await opened(ada)).toBeNull();
  });
});

describe('Di un utente eliminato', () => {
  it('le viste private se ne vanno, le condivise restano', async () => {
    const carla = await portal.person({ memberID: 'carla', groupID: 201, permessi: sees });
    await create(carla, { nome: 'Privata' });
    const shared = await create(carla, { nome: 'Lasciata', condivisa: 'gruppo' });
    await ask(carla, 'PUT', 'viste/predefinita', { tabella: 'macchinari', vista: shared });
    expect((await ask(admin, 'DELETE', 'users', { user: 'carla' })).status).toBe(200);
    const reactor = portal.modules.flatMap(({ reactors = [] }) => reactors).find(({ name }) => name === 'preferenze-utente-eliminato')!;
    await reactor.react((await portal.deps.store.read('users-carla')).at(-1)!);
    const { rows } = await sql<{ nome: string }>`select nome from public.viste where utente = 'carla'`.execute(portal.deps.writeDb);
    expect(rows).toEqual([{ nome: 'Lasciata' }]);
    const { rows: choices } = await sql`select 1 from public.viste_predefinite`.execute(portal.deps.writeDb);
    expect(choices).toEqual([]);
    expect((await remove(manager, shared)).status).toBe(200);
  });
});
