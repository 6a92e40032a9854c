import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addDays, romeDate } from '#contracts/core/dates.ts';
import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { realQueue, workersOf } from '../../../test/workers.ts';
import { levels, withPersonale } from './testing.ts';

let portale: TestPortal;
let p: ReturnType<typeof withPersonale>;
let workers: { stop(): Promise<void> };
let everything: Person;
let own: Person;
let reader: Person;
let none: Person;
let admin: Person;

beforeAll(async () => {
  portale = await startTestPortal({ jobs: realQueue });
  const { store } = portale.deps;
  workers = await workersOf(portale, { reactions: { store, reactors: portale.modules.flatMap((module) => module.reactors ?? []) } });
  p = withPersonale(portale);
  everything = await portale.person({ permessi: { report: levels(3, 3, 3) } });
  own = await portale.person({ permessi: { report: levels(1, 1, 1) } });
  reader = await portale.person({ permessi: { report: levels(3, 0, 0, 0) } });
  none = await portale.person({ permessi: { macchinari: levels(3, 3, 3) } });
  admin = await portale.person({ groupID: GRUPPO_AMMINISTRATORI, permessi: { report: levels(3, 3, 3), macchinari: levels(3, 3, 3) } });
});
afterAll(async () => {
  await workers?.stop();
  await portale?.stop();
});

describe('un lavoratore', () => {
  it('si crea con la matricola, che poi non cambia; le date vuote sono null', async () => {
    const { status, body } = await portale.call('POST', '/api/personale', {
      as: everything,
      body: {
        auth: 'x',
        personale: {
          matricola: '1187',
          nome: 'Arben',
          cognome: 'Hoxha',
          luogo: 'Alba',
          data_inizio: '2021-03-08',
          data_fine: '1899-11-29T23:00:00.000Z',
          scadenza_ci: '0000-00-00',
        },
      },
    });
    expect([status, body.message]).toEqual([201, { insertId: '1187', versione: 1 }]);
    expect(await p.riga(everything, '1187')).toMatchObject({
      nome: 'Arben',
      cognome: 'Hoxha',
      data_inizio: '2021-03-08',
      data_fine: null,
      scadenza_ci: null,
      utente: everything.memberID,
    });
    expect((await p.cambia(everything, { matricola: '1187', luogo: 'Bra' })).status).toBe(200);
    expect((await portale.call('POST', '/api/personale', { as: everything, body: { personale: { matricola: '1187' } } })).status).toBe(409);
  });

  it('senza matricola, o con una che non può dare il nome a una cartella, si rifiuta con una frase', async () => {
    for (const matricola of ['', '   ', null, undefined]) {
      const { status, body } = await portale.call('POST', '/api/personale', {
        as: everything,
        body: { personale: { matricola, nome: 'X' } },
      });
      expect([status, body.message]).toEqual([400, 'Attenzione la matricola non può essere vuota']);
    }
    for (const matricola of ['../x', 'a/b', '.nascosta', 'x'.repeat(31), 'a\u202Eb']) {
      expect([
        matricola,
        (await portale.call('POST', '/api/personale', { as: everything, body: { personale: { matricola } } })).status,
      ]).toEqual([matricola, 400]);
    }
    expect((await portale.call('POST', '/api/macchinari', { as: admin, body: { macchinario: { matricola: 'Personale' } } })).status).toBe(
      400,
    );
  });

  it('SCADUTI sono quelli con un documento scaduto, comunque stiano; ordine e pagina li fa il database', async () => {
    const today = romeDate(new Date());
    const [expired, sold, soon, limited] = [
      await p.created(everything, { luogo: 'Scadutopoli', scadenza_ple: today }),
      await p.created(everything, { luogo: 'Scadutopoli', stato_attuale: 'Venduto', scadenza_ci: addDays(today, -1) }),
      await p.created(everything, { luogo: 'Scadutopoli', scadenza_autogru: addDays(today, 1) }),
      await p.created(everything, { luogo: 'Scadutopoli', stato_attuale: 'Venduto' }),
    ];
    const list = async (filtri: object, more = '') => {
      const { body } = await portale.call(
        'GET',
        `/api/personale?cerca=scadutop&filtri=${encodeURIComponent(JSON.stringify(filtri))}${more}`,
        { as: everything },
      );
      return [body.totale, body.data.map((r: { matricola: string }) => r.matricola)];
    };
    expect(await list({ scaduti: true }, '&ordina=matricola')).toEqual([2, [expired, sold]]);
    expect(await list({ stato_attuale: { diverso: 'Venduto' } })).toEqual([2, [soon, expired]]);
    expect(await list({}, '&ordina=-matricola&righe=1&pagina=4')).toEqual([4, [expired]]);
    expect(limited).not.toBe(soon);
  });

  it('è viola quando la sua matricola è tra le manutenzioni in scadenza', async () => {
    const matricola = await p.created(admin);
    expect((await p.riga(admin, matricola)).manutenzione_oltre).toBeNull();
    await portale.command({ register: 'macchinari', action: 'create', key: matricola, values: { ore_km: 500 } });
    await portale.command({
      register: 'manutenzioni',
      action: 'create',
      values: { matricola, data: '2026-01-10', manutenzione: 'Filtro', ore_km: 100, ore_scadenza: 400 },
    });
    expect((await p.riga(admin, matricola)).manutenzione_oltre).toBe(100);
  });

  it('lo è anche per una scadenza a mesi del piano, senza che chi vede il personale sappia quale', async () => {
    const matricola = await p.created(admin);
    await portale.command({ register: 'macchinari', action: 'create', key: matricola, values: {} });
    await portale.command({
      register: 'manutMacchinari',
      action: 'create',
      values: { matricola, componente: 'antigelo', ogni_mesi: 12 },
    });
    expect(await p.riga(reader, matricola)).toMatchObject({ manutenzione_oltre: null, manutenzione_dovuta: null });
    await portale.command({
      register: 'manutenzioni',
      action: 'create',
      values: { matricola, data: '2020-01-31', manutenzione: 'Antigelo' },
    });
    const row = await p.riga(reader, matricola);
    expect(row).toMatchObject({ manutenzione_oltre: null, manutenzione_dovuta: 1 });
    expect(JSON.stringify(row)).not.toContain('Antigelo');
    // the list of due maintenance requires rights to the area of machines
    expect((await portale.call('GET', '/api/scadenzaManutenzioni', { as: reader })).status).toBe(403);
    expect((await portale.call('GET', '/api/scadenzaManutenzioni', { as: none })).body.data).toContainEqual({
      matricola,
      descrizione: null,
      manutenzione: 'Antigelo',
      ore_scadenza: null,
      ore_attuali: 0,
      ore_mancanti: null,
      scadenza: '2021-01-31',
      motivo: 'Antigelo: scaduta il 2021-01-31',
    });
    const filtri = encodeURIComponent(JSON.stringify({ manutenzione: true }));
    const due = (await portale.call('GET', `/api/macchinari?filtri=${filtri}`, { as: none })).body.data;
    expect(due.map((r: { matricola: string }) => r.matricola)).toContain(matricola);
  });

  it('al livello 1 si vede, si cambia e si elimina solo il proprio', async () => {
    const [mine, theirs] = [await p.created(own), await p.created(everything)];
    expect((await p.riga(own, mine)).matricola).toBe(mine);
    expect(await p.riga(own, theirs)).toBeUndefined();
    for (const [matricola, state] of [
      [mine, 200],
      [theirs, 404],
    ] as const) {
      expect((await p.cambia(own, { matricola, luogo: 'X' })).status).toBe(state);
      expect((await portale.call('GET', `/api/qrcode?id=${matricola}`, { as: own })).status).toBe(state);
      expect((await portale.call('DELETE', '/api/personale', { as: own, body: { auth: 'x', matricola } })).status).toBe(state);
    }
    const { body } = await portale.call('GET', '/api/personale', { as: own });
    expect(body.data.every((r: { utente: string }) => r.utente === own.memberID)).toBe(true);
    for (const [method, path] of [
      ['GET', '/api/personale'],
      ['GET', `/api/qrcode?id=${theirs}&x=1`],
    ] as const) {
      expect([path, (await portale.call(method, path, { as: none })).status].slice(1)).not.toEqual([200]);
    }
  });
});

describe('il codice QR di un lavoratore', () => {
  it('vuole sempre la sessione, e dà il suo record a chi lo vede', async () => {
    const matricola = await p.created(everything, { cognome: 'Quirino' });
    expect((await portale.call('GET', `/api/qrcode?id=${matricola}`)).status).toBe(401);
    expect((await portale.call('GET', `/api/qrcode?matricola=${matricola}`)).status).toBe(404);
    const { status, body } = await portale.call('GET', `/api/qrcode?id=${matricola}`, { as: reader });
    expect([status, body.data[0].cognome]).toEqual([200, 'Quirino']);
    expect((await portale.call('GET', '/api/qrcode?id=MAI-VISTO', { as: reader })).status).toBe(404);
    expect((await portale.call('GET', `/api/qrcode?id=${matricola}`, { as: none })).status).toBe(404);
  });

  it('e una macchina con la stessa matricola resta quella di matricola=', async () => {
    const matricola = await p.created(admin, { cognome: 'Doppio' });
    await portale.command({ register: 'macchinari', action: 'create', key: matricola, values: { marca: 'Soilmec' } });
    expect((await portale.call('GET', `/api/qrcode?id=${matricola}`, { as: admin })).body.data[0].cognome).toBe('Doppio');
    expect((await portale.call('GET', `/api/qrcode?matricola=${matricola}`, { as: admin })).body.data[0].marca).toBe('Soilmec');
    expect((await portale.call('GET', `/api/qrcode?id=${matricola}`, { as: none })).body.data[0].marca).toBe('Soilmec');
  });
});

describe('le mansioni', () => {
  const post = async (descrizione: string, from = admin) =>
    portale.call('POST', '/api/mansioni', { as: from, body: { auth: 'x', mansioni: { descrizione } } });

  it('le legge chiunque abbia una sessione, le scrive il gruppo 2 o chi ha report.allowEdit 3', async () => {
    const { body } = await post('Perforatore');
    const id = body.message.insertId;
    expect(typeof id).toBe('number');
    expect(
      (await portale.call('GET', '/api/mansioni', { as: none })).body.data.map((r: { descrizione: string }) => r.descrizione),
    ).toContain('Perforatore');
    expect((await portale.call('GET', '/api/mansioni')).status).toBe(401);
    expect((await post('Gruista', everything)).status).toBe(201);
    for (const person of [own, reader, none]) {
      expect((await post('Altro', person)).status).toBe(403);
      expect((await portale.call('PUT', '/api/mansioni', { as: person, body: { mansioni: { id, descrizione: 'X' } } })).status).toBe(403);
      expect((await portale.call('DELETE', '/api/mansioni', { as: person, body: { id } })).status).toBe(403);
    }
    expect((await post('')).status).toBe(400);
  });

  it('un lavoratore porta il numero e la descrizione; rinominata, la segue', async () => {
    const id = (await post('Saldatore')).body.message.insertId;
    const matricola = await p.created(everything, { mansione: id, descrizione: 'inventata' });
    expect(await p.riga(everything, matricola)).toMatchObject({ mansione: id, descrizione: 'Saldatore' });
    await portale.call('PUT', '/api/mansioni', { as: admin, body: { mansioni: { id, descrizione: 'Saldatore esperto' } } });
    await vi.waitFor(async () => expect((await p.riga(everything, matricola)).descrizione).toBe('Saldatore esperto'), { timeout: 20_000 });
    expect((await p.riga(everything, matricola)).mansione).toBe(id);
    expect((await portale.call('GET', `/api/riferimenti?tabella=mansioni&id=${id}`, { as: admin })).body.data).toMatchObject({ totale: 1 });
    await p.cambia(everything, { matricola, mansione: null });
    expect(await p.riga(everything, matricola)).toMatchObject({ mansione: null, descrizione: null });
  });
});
