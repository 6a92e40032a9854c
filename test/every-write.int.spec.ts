import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Level, PermissionLevels } from '#contracts/core/permissions.ts';
import { AREE } from '#contracts/modules/areas.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { bulkChangesOf } from '#services/platform/postgres/bulk-changes.ts';
import { catalogue } from './catalogue.ts';
import { exampleOf } from './arbitraries.ts';
import { samplePair } from './contabilita-samples.ts';
import { makeReferences } from './make-references.ts';
import { startTestPortal, type Person, type TestPortal } from './portal.ts';
import { softwareAuthenticator } from './authenticator.ts';
import { appCode } from './second-factor.ts';
import { realQueue } from './workers.ts';
import { createWorld } from './world.ts';
import { jpeg, pdf } from './samples.ts';

const REGISTERS = catalogue.registers;
const knownRegister = catalogue.registerOrThrow;

/**
 * Writing routes without a call in this spec, each with the reason. The spec checks that every other writing route of the modules leaves a
 * trace: an event in the log, the row of a job, or an entry in the trail of accesses.
 */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'DELETE /api/processi/:id': 'only a finished job: the specs of the trail of accesses see it told',
  'POST /api/processi/:id/riprova': 'the same job again: its row is there already',
  'POST /api/presenza': 'who holds unsaved changes is kept in memory alone',
  'POST /api/passkey/conferma': 'a challenge that lasts five minutes; its answer to POST /api/conferma is told',
  'PUT /api/avvisi': 'which notices a person has read concerns no record and nobody else',
  'PUT /api/preferenze': 'how one person arranged the columns of a list tells nothing of the firm',
  'POST /api/viste': 'a private view is in nobody else’s trail; a view keeps its own versions',
  'PUT /api/viste': 'as for a new view',
  'DELETE /api/viste': 'as for a new view; of a shared one the trail of accesses tells, which its own spec looks for',
  'PUT /api/viste/predefinita': 'how one person opens a list tells nothing of the firm',
  'POST /api/importa/file': 'nothing is recorded of it before it is imported, and it is swept away',
};

/** Registers whose request bodies the definition does not fully describe. */
const OWN_BODIES = ['users', 'groups', 'groupsPermissions', 'tipi_documento', 'requisiti', 'commenti'];

const full: PermissionLevels = { allowInsert: 1, allowView: 3 as Level, allowEdit: 3 as Level, allowDelete: 3 as Level };
const everything = Object.fromEntries(AREE.map((area) => [area, full]));

let portale: TestPortal;
let admin: Person;
const walked = new Set<string>();

beforeAll(async () => {
  portale = await startTestPortal({
    jobs: realQueue,
    env: { MAIL_CANTIERI: 'ufficio@strato.test' },
  });
  await createWorld(portale);
  await makeReferences(portale, { tipologia: ['Gru'], wbs: ['PILA'], lavorazioni: ['TIRANTI'] });
  admin = await portale.person({ groupID: 2, permessi: everything });
});
afterAll(() => portale?.stop());

const events = () => portale.deps.store.head();
const accesses = async () =>
  Number((await sql<{ n: string }>`select count(*) as n from public.accessi`.execute(portale.deps.writeDb)).rows[0]!.n);
const jobs = async () =>
  Number((await sql<{ n: string }>`select count(*) as n from public.processi`.execute(portale.deps.writeDb)).rows[0]!.n);

const TRACES = { event: events, job: jobs, access: accesses };

/** Makes a call and checks that it succeeds and leaves the given trace; `route` as the module declares it. */
async function told(
  route: string,
  trace: keyof typeof TRACES,
  body: unknown,
  path = route.slice(route.indexOf(' ') + 1),
  as: Person = admin,
) {
  walked.add(route);
  const count = TRACES[trace];
  const before = await count();
  const method = route.slice(0, route.indexOf(' ')) as 'POST' | 'PUT' | 'DELETE';
  const answer = await portale.call(method, path, { as, body });
  expect([route, answer.status < 300, answer.status < 300 ? '' : answer.body]).toEqual([route, true, '']);
  expect([route, trace, (await count()) !== before]).toEqual([route, trace, true]);
  return answer.body.message;
}

const form = (fields: Record<string, string>, file: Buffer) => {
  const sent = new FormData();
  for (const [name, value] of Object.entries(fields)) sent.append(name, value);
  sent.append('file', new Blob([new Uint8Array(file)]), 'x');
  return sent;
};
const spreadsheet = (text: string) => {
  const sent = new FormData();
  sent.append('file', new Blob([text]), 'macchine.csv');
  return sent;
};
const upload = (fields: Record<string, string>, file = pdf('x')) => told('POST /api/ftp/caricaDoc', 'event', form(fields, file));
const streamCount = async (stream: string) => (await portale.deps.store.read(stream)).length;

describe('Ogni scrittura lascia traccia', () => {
  let noleggio: { id: number; matricola: string };

  it('dei file: anche di quelli che nessun campo nomina, sostituiti, rinominati o tolti', async () => {
    await told('POST /api/macchinari', 'event', { macchinario: { matricola: 'T1' } });
    const machine = () => streamCount('macchinari-T1');
    const steps: (() => Promise<unknown>)[] = [
      () => upload({ matricola: 'T1', nomeManutenzione: 'T1_CE.pdf', docMacch: 'true' }),
      () => upload({ matricola: 'T1', nomeManutenzione: 'T1_CE.pdf', docMacch: 'true' }, pdf('due')),
      () => told('POST /api/allegati', 'event', { rename: true, path: [{ from: 'T1/T1_CE.pdf', to: 'T1/certificato.pdf' }] }),
      () => told('POST /api/ftp', 'event', { operazione: 'elimina', percorso: 'T1/certificato.pdf' }),
      // the sheet of a day without maintenance
      () => upload({ matricola: 'T1', data: '2026-02-03', docMacch: 'false' }),
      () => upload({ matricola: 'T1', data: '2026-02-03', docMacch: 'false' }, pdf('due')),
      () => told('POST /api/allegati', 'event', { rename: true, path: [{ from: 'T1/T1_260203.pdf', to: 'T1/T1_260204.pdf' }] }),
      () => told('POST /api/ftp', 'event', { operazione: 'elimina', percorso: 'T1/T1_260204.pdf' }),
    ];
    for (const step of steps) {
      const before = await machine();
      await step();
      expect(await machine()).toBe(before + 1);
    }
    const { data } = (await portale.call('GET', '/api/storico?tabella=macchinari&id=T1', { as: admin })).body;
    expect((data as { frase: string }[]).map(({ frase }) => frase)).toEqual(
      expect.arrayContaining([
        'ha caricato il file T1_260203.pdf',
        'ha caricato il file T1_260203.pdf (versione 2)',
        'ha rinominato il file T1_260203.pdf in T1_260204.pdf',
        'ha eliminato il file T1_260204.pdf',
      ]),
    );
    const { insertId } = await told('POST /api/noleggi', 'event', { noleggio: { marca: 'Bauer' } });
    noleggio = {
      id: insertId,
      matricola: (await portale.call('GET', `/api/noleggi?chiave=${insertId}`, { as: admin })).body.data[0].matricola,
    };
    const before = await streamCount(`noleggi-${insertId}`);
    const { percorso } = await upload(
      { matricola: noleggio.matricola, nomeManutenzione: `2026-02-03_${noleggio.matricola}.jpg` },
      jpeg('x'),
    );
    expect(await streamCount(`noleggi-${insertId}`)).toBe(before + 1);
    await told('POST /api/ftp', 'event', { operazione: 'elimina', percorso });
    expect(await streamCount(`noleggi-${insertId}`)).toBe(before + 2);
  });

  it('delle operazioni che si mettono in coda', async () => {
    await told('POST /api/cantieri', 'event', { cantiere: { commessa: 'T2' } });
    await told('POST /api/Mail', 'job', { dataCantiere: { commessa: 'T2' }, lavorazioni: 'PALI' });
    await told('POST /api/allegati', 'job', { macchina: 'T1' });
    await told('POST /api/esporta', 'job', { tabella: 'macchinari', colonne: ['matricola'], formato: 'csv' });
    await told('POST /api/amministrazione/ricostruisci', 'job', { conferma: true });
    // one person has no more than five unfinished ones
    const second = await portale.person({ groupID: 2, permessi: everything });
    await told('POST /api/esporta/tutto', 'job', { formato: 'csv', documenti: false }, undefined, second);
    const files = new FormData();
    for (const [name, content] of Object.entries(samplePair('01_ore')))
      files.append(name, new Blob([new Uint8Array(content)]), `${name}.csv`);
    const { id } = await told('POST /api/contabilita-lavoratori/process-files', 'job', files);
    await sql`update public.processi set status = 'done', finito = now() where id = ${id}`.execute(portale.deps.writeDb);
    await told('DELETE /api/contabilita-lavoratori/process-result', 'event', { id });
  });

  it('delle importazioni: provate, fatte e annullate', async () => {
    const { caricato } = (await portale.call('POST', '/api/importa/file', { as: admin, body: spreadsheet('Matricola\nT9\n') })).body
      .message;
    const asked = { caricato, registro: 'macchinari' };
    const { jobId } = await told('POST /api/importa/prova', 'job', asked);
    await sql`update public.processi set status = 'done', risultato = '{"errori": 0}', finito = now() where id = ${jobId}`.execute(
      portale.deps.writeDb,
    );
    await told('POST /api/importa', 'job', asked);
    await sql`insert into public.importazioni (id, file, impronta, registri, utente, righe) values ('prima', 'x.csv', 'x', '{macchinari}', ${admin.memberID}, 1)`.execute(
      portale.deps.writeDb,
    );
    // as many as one person may ask for are not finished
    const second = await portale.person({ groupID: 2, permessi: everything });
    await told('POST /api/importazioni/annulla', 'job', { id: 'prima' }, '/api/importazioni/annulla', second);
  });

  let n = 0;
  const newKey = (def: AnyRegister) => (def.key.kind === 'natural' ? { [def.key.field]: `W${(n += 1)}` } : {});
  async function create(def: AnyRegister, parent?: string | number): Promise<string | number> {
    if (def.needs) await create(knownRegister(def.needs.register), parent);
    const own = def.parent ? { [def.parent.field]: parent } : newKey(def);
    return (await told(`POST /api/${def.path}`, 'event', { [def.bodyKey]: { ...exampleOf(def), ...own } })).insertId;
  }

  it.each(REGISTERS.filter(({ path }) => !OWN_BODIES.includes(path)).map((def) => [def.path, def] as const))(
    'dei record: %s',
    async (_path, def) => {
      const parent = def.parent && (await create(knownRegister(def.parent.register)));
      const key = await create(def, parent);
      const [field, kind] = Object.entries(def.fields)
        .filter(
          ([name, one]) => !one.computed && name !== def.parent?.field && ['text', 'note', 'number', 'money', 'date'].includes(one.kind),
        )
        .map(([name, one]) => [name, one.kind] as const)
        .at(-1) ?? [def.name.at(-1)!, 'ref'];
      const other = kind === 'ref' ? exampleOf(def, 8)[field] : 'altro testo';
      const highest = Number((def.fields[field] as { max?: number } | undefined)?.max ?? 2048);
      const value = kind === 'date' ? '2049-05-06' : kind === 'number' || kind === 'money' ? Math.min(2048, highest) : other;
      await told(`PUT /api/${def.path}`, 'event', {
        [def.bodyKey]: { [def.key.field]: key, ...(def.parent ? { [def.parent.field]: parent } : {}), [field]: value },
      });
      await told(`DELETE /api/${def.path}`, 'event', { [def.key.field]: key });
      if (def.path !== 'accise') return;
      await told('POST /api/storico/ripristina', 'event', { tabella: def.path, id: key, versione: 1 });
      await told(`DELETE /api/${def.path}`, 'event', { [def.key.field]: key });
      await told('POST /api/storico/riporta', 'event', { tabella: def.path, ids: [key] });
    },
  );

  it('delle modifiche di più record, e del loro annullamento', async () => {
    for (const def of REGISTERS.filter(({ oneByOne }) => !oneByOne)) {
      // one person has no more than five unfinished ones
      const as = await portale.person({ groupID: 2, permessi: everything });
      const [field, value] = Object.entries(exampleOf(def)).find(([name, one]) => name !== def.parent?.field && one !== null)!;
      const body = { ids: [def.key.kind === 'sequence' ? 1 : 'W1'], campi: { [field]: value } };
      await told(`POST /api/${def.path}/modifica-insieme`, 'job', body, undefined, as);
    }
    const as = await portale.person({ groupID: 2, permessi: everything });
    const ended = { id: 'finita', register: 'accise', values: { ore: 1 }, utente: as.memberID, allOrNone: false, takesBack: null };
    const changes = bulkChangesOf(portale.deps.writeDb);
    await changes.begin(ended, [{ key: 1, version: null }]);
    await changes.note(ended.id, [{ number: 1, outcome: 'fatto' }]);
    await changes.finish(ended.id, []);
    await told('POST /api/modifiche/:id/annulla', 'job', {}, '/api/modifiche/finita/annulla', as);
  });

  it('di utenti, gruppi e permessi', async () => {
    const { insertId: groupID } = await told('POST /api/groups', 'event', { group: { name: 'Ufficio' } });
    await told('PUT /api/groups', 'event', { group: { groupID, description: 'Ufficio tecnico' } });
    const { insertId: permissionID } = await told('POST /api/groupsPermissions', 'event', {
      group: { groupID, tableName: 'accise', allowInsert: 1, allowView: 3, allowEdit: 1, allowDelete: 0 },
    });
    await told('PUT /api/groupsPermissions', 'event', { group: { permissionID, groupID, tableName: 'accise', allowView: 1 } });
    await told('DELETE /api/groupsPermissions', 'event', { permissionID });
    await told('POST /api/users', 'event', { user: { memberID: 'nuovo', passMD5: 'a'.repeat(32), groupID } });
    await told('PUT /api/users', 'event', { user: { memberID: 'nuovo', custom3: 'Modena' } });
    await told('DELETE /api/users', 'event', { user: 'nuovo' });
    await told('DELETE /api/groups', 'event', { groupID });
  });

  it('dei commenti', async () => {
    const commento = { tabella: 'macchinari', record: 'T1', testo: 'Va vista' };
    const { insertId: id } = await told('POST /api/commenti', 'event', { commento });
    await told('PUT /api/commenti', 'event', { commento: { id, testo: 'Vista' } });
    await told('DELETE /api/commenti', 'event', { id });
  });

  it('dei tipi di documento e dei requisiti, e di un documento rinnovato o visto', async () => {
    const kind = { soggetto: 'macchina', codice: 'collaudo', nome: 'Collaudo', mesi: 12 };
    const { insertId: id } = await told('POST /api/tipi_documento', 'event', { tipi_documento: kind });
    await told('PUT /api/tipi_documento', 'event', { tipi_documento: { id, mesi: 24 } });
    const { insertId: requisito } = await told('POST /api/requisiti', 'event', {
      requisiti: { soggetto: 'macchina', tipo_documento: 'collaudo', commessa: '*' },
    });
    await told('PUT /api/requisiti', 'event', { requisiti: { id: requisito, tipologia: 'Gru', commessa: null } });
    await told('DELETE /api/requisiti', 'event', { id: requisito });
    await told('DELETE /api/tipi_documento', 'event', { id });
    await told('POST /api/tipi_documento', 'event', { tipi_documento: { ...kind, codice: 'funi' } });
    await told('POST /api/macchinari', 'event', { macchinario: { matricola: 'T4' } });
    await told(
      'POST /api/scadenze/rinnova',
      'event',
      form({ soggetto: 'macchina', id: 'T4', tipo: 'funi', dal: '2026-02-03' }, pdf('funi')),
    );
    await told('PUT /api/macchinari', 'event', { macchinario: { matricola: 'T4', scadenza_varie2: '2099-01-01' } });
    const [{ percorso, versione }] = (await portale.call('GET', '/api/scadenze/catena?soggetto=macchina&id=T4&tipo=funi', { as: admin }))
      .body.data;
    const erased = { soggetto: 'macchina', id: 'T4', tipo: 'funi', percorso, versione, motivo: 'caricato per errore' };
    await told('POST /api/scadenze/oscura', 'event', erased);
    await told('POST /api/personale', 'event', { personale: { matricola: 'D1', data_fine: '2001-01-01' } });
    await told('POST /api/personale/dimentica', 'event', { matricola: 'D1', motivo: 'sua richiesta' });
    await told('POST /api/scadenze/visto', 'event', { soggetto: 'macchina', id: 'T4', tipo: 'funi', fino: '2098-12-31' });
  });

  it('dei promemoria e del calendario delle scadenze', async () => {
    await told('POST /api/scadenze/promemoria', 'job', { giorno: '2026-02-03' });
    await told('POST /api/calendario', 'event', {});
    await told('DELETE /api/calendario', 'event', {});
  });

  it('delle sessioni: chi entra, chi esce, e chi chiude quella di un altro', async () => {
    const [username, password] = ['passante', 'b'.repeat(32)];
    await told('POST /api/users', 'event', { user: { memberID: username, passMD5: password, groupID: admin.groupID } });
    // the session that a sign-in comes with ends
    await told('POST /api/login', 'access', { username, password }, '/api/login', await portale.person({ memberID: 'rientrante' }));
    const { body } = await portale.call('GET', '/api/amministrazione/sessioni', { as: admin });
    const [{ id }] = body.data.filter(({ utente }: { utente: string }) => utente === username);
    await told('DELETE /api/amministrazione/sessioni', 'access', { id });
    await told('POST /api/sessioni/vedi-come', 'access', { utente: username });
    const begun = await portale.call('POST', '/api/secondo-fattore', { as: admin, body: { passo: 'avvia' } });
    await told('POST /api/secondo-fattore', 'access', { passo: 'conferma', codice: appCode(begun.body.message.segreto) });
    await told('POST /api/conferma', 'access', { codice: appCode(begun.body.message.segreto, new Date(), 1) });
    await told('DELETE /api/secondo-fattore', 'access', {});
    const device = softwareAuthenticator(portale.deps.config.PORTALE_URL);
    const options = async (path: string) => (await portale.call('POST', path, { as: admin, body: { passo: 'avvia' } })).body.message;
    const created = device.create((await options('/api/passkey')).opzioni);
    await told('POST /api/passkey', 'access', { passo: 'conferma', nome: 'Telefono', risposta: created });
    await told('PUT /api/passkey', 'access', { id: device.id, nome: 'Portatile' });
    const { tentativo, opzioni } = await options('/api/passkey/accesso');
    const entering = { passo: 'conferma', tentativo, risposta: device.get(opzioni) };
    // the session that a sign-in comes with ends
    await told('POST /api/passkey/accesso', 'access', entering, '/api/passkey/accesso', await portale.person({ memberID: 'con-passkey' }));
    await told('DELETE /api/passkey', 'access', { id: device.id });
    await told('DELETE /api/sessioni', 'access', { tutte: 1 }, '/api/sessioni', await portale.person({ memberID: 'ovunque' }));
    await told('POST /api/logout', 'access', {}, '/api/logout', await portale.person({ memberID: 'uscente' }));
  });

  it('di ciò che il browser esporta o stampa', async () => {
    await told('POST /api/accessi', 'access', { tipo: 'stampa', tabella: 'personale', forma: 'elenco', quanti: 1 });
  });

  it('del ricalcolo', async () => {
    await told('POST /api/cantieri', 'event', { cantiere: { commessa: 'T3' } });
    await told('POST /api/cantieri_wbs', 'event', { cantieri_wbs: { commessa: 'T3', descrizione: 'PILA' } });
    const { insertId: item } = await told('POST /api/cantieri_lavorazioni', 'event', {
      cantieri_lavorazioni: { commessa: 'T3', lavorazione: 'TIRANTI', prezzo: 10 },
    });
    const { insertId: header } = await told('POST /api/produzione_padre', 'event', {
      produzione_padre: { data: '2026-02-03', cantiere: 'T3' },
    });
    await told('POST /api/produzione', 'event', {
      produzione: { id_intestazione: header, wbs: 'PILA', lavorazione: 'TIRANTI', quantita: 5 },
    });
    await told('PUT /api/cantieri_lavorazioni', 'event', { cantieri_lavorazioni: { id: item, commessa: 'T3', prezzo: 12 } });
    await told('POST /api/produzione/ricalcola', 'event', { id: [header] });
  });

  it('del dossier di un cantiere: nella sua storia, oltre all’operazione', async () => {
    await told('POST /api/cantieri', 'event', { cantiere: { commessa: 'T5' } });
    const someone = await portale.person({ permessi: everything });
    await told('POST /api/cantieri/dossier', 'event', { commessa: 'T5', macchinari: ['T1'] }, '/api/cantieri/dossier', someone);
  });

  it('di un guasto: la sua foto, la manutenzione che nasce da lui, la chiusura', async () => {
    await told('POST /api/macchinari', 'event', { macchinario: { matricola: 'T6' } });
    const { insertId: id } = await told('POST /api/guasti', 'event', { guasto: { matricola: 'T6', testo: 'perde olio', ferma: 1 } });
    await told('POST /api/guasti/foto', 'event', form({ id: String(id) }, jpeg('x')));
    await told('POST /api/guasti/manutenzione', 'event', { id });
    await told('POST /api/guasti/chiudi', 'event', { id });
  });

  it('di un trimestre di accise chiuso e riaperto', async () => {
    const quarter = { anno: 2025, trimestre: 2 };
    await told('POST /api/accise/dichiarazione/chiudi', 'event', quarter);
    await told('POST /api/accise/dichiarazione/riapri', 'event', { ...quarter, motivo: 'Mancava una lettura' });
  });

  it('di un sigillo, e della firma di un testimone', async () => {
    const someone = await portale.person({ groupID: 2, permessi: everything });
    await told('POST /api/sigilli', 'access', {}, undefined, someone);
    await told('POST /api/sigilli/firme', 'access', { id: 1, riga: `— testimone.example ${Buffer.alloc(76).toString('base64')}` });
  });

  it('e non ce n’è altre', () => {
    const writes = portale.modules.flatMap(({ routes }) =>
      routes.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`),
    );
    expect(writes.filter((route) => !walked.has(route) && !(route in EXCEPTIONS))).toEqual([]);
    expect(Object.keys(EXCEPTIONS).filter((route) => !writes.includes(route) || walked.has(route))).toEqual([]);
  });
});
