import { describe, expect, it } from 'vitest';
import { DOCUMENT_EVENTS } from '#contracts/core/documents.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { JsonObject } from '#contracts/core/events.ts';
import type { Identity, Level } from '#contracts/core/permissions.ts';
import { fotoNoleggi as registroFoto } from '#contracts/registers/foto-noleggi.ts';
import { macchinari as registro } from '#contracts/registers/macchinari.ts';
import { noleggi } from '#contracts/registers/noleggi.ts';
import * as reading from '#contracts/core/fold.ts';
import { catalogue } from '../../test/catalogue.ts';
import { recordKey } from '#contracts/core/record-state.ts';
import { decideUploaded, decideDeleted, decideRenamed, streamOfFile, type FileField } from './documents.decider.ts';

const fold = reading.fold.bind(null, catalogue);

const macchinari = registro;
const CE = 'A1/A1_CE.pdf';

type TypeAndData = [type: string, data: JsonObject];
const created: TypeAndData = [registro.events.created, { matricola: 'A1' }];
const deleted: TypeAndData = [registro.events.deleted, { matricola: 'A1' }];
const uploaded = (file_versione = 1, path = CE): TypeAndData => [
  DOCUMENT_EVENTS.caricato,
  { tabella: 'macchinari', id: 'A1', campo: 'documenti_ce', percorso: path, file_versione, byte: 10 },
];
const modified = (data: JsonObject): TypeAndData => [registro.events.changed, { matricola: 'A1', ...data }];

const given = (...facts: TypeAndData[]) =>
  fold(facts.map(([type, data], i) => ({ type, data, version: i + 1, metadata: { utente: 'anna', at: '2026-01-01T00:00:00Z' } })));
const person = (allowView: Level, allowEdit: Level, allowDelete: Level, memberID = 'anna'): Identity => ({
  memberID,
  groupID: 3,
  permessi: { macchinari: { allowInsert: 0, allowView, allowEdit, allowDelete } },
});
const on = (other: Partial<FileField> = {}): FileField => ({
  def: macchinari,
  id: 'A1',
  field: 'documenti_ce',
  identity: person(3, 3, 3),
  ...other,
});
const content = (file_versione = 1, path = CE) => ({ percorso: path, file_versione, byte: 10 });
const code = (test: () => unknown): string => {
  try {
    test();
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
  return 'nessuno';
};
/** Returns the state of the stream after the facts and the decided events. */
const poi = (facts: TypeAndData[], deciso: { type: string; data: JsonObject }[]) =>
  given(...facts, ...deciso.map((f): TypeAndData => [f.type, f.data]));

describe('caricare', () => {
  it('registra percorso, versione e dimensione', () => {
    expect(decideUploaded(on(), content(), given(created))).toEqual([{ type: DOCUMENT_EVENTS.caricato, data: uploaded()[1] }]);
  });

  it('un secondo comando identico non cambia nulla', () => {
    expect(decideUploaded(on(), content(), poi([created], decideUploaded(on(), content(), given(created))))).toEqual([]);
  });

  it('una versione più vecchia di quella registrata non torna indietro', () => {
    expect(decideUploaded(on(), content(1), given(created, uploaded(2)))).toEqual([]);
    expect(decideUploaded(on(), content(3), given(created, uploaded(2)))).toHaveLength(1);
  });

  it('se il campo indicava altro, anche la stessa versione si registra di nuovo', () => {
    expect(decideUploaded(on(), content(1), given(created, uploaded(1), modified({ documenti_ce: null })))).toHaveLength(1);
  });

  it('un file che nessun campo nomina non registra niente', () => {
    expect(beside(decideUploaded(on({ field: null }), content(), given(created)), DOCUMENT_EVENTS.caricato)).toEqual({ ...content() });
  });
});

const gone = (percorso: string) => ({ percorso, file_versione: 3 });

/** Checks the event of a file that no field names, and that it leaves the record unchanged. */
function beside(facts: ReturnType<typeof decideDeleted>, type: string) {
  expect(facts).toHaveLength(1);
  const [fact] = facts;
  const { tabella, id, campo, ...told } = fact!.data;
  expect([fact!.type, tabella, id, campo]).toEqual([type, 'macchinari', 'A1', '']);
  const before = given(created, uploaded());
  expect(poi([created, uploaded()], facts)).toEqual(before);
  return told;
}

describe('eliminare', () => {
  it('svuota il campo e la sua scadenza', () => {
    const fields = { ...on(), field: 'documenti_ass' };
    const before = [created, modified({ documenti_ass: 'A1/A1_ASS.pdf', scadenza_assicurazione: '2030-01-01' })];
    const after = poi(before, decideDeleted(fields, gone('A1/A1_ASS.pdf'), given(...before)));
    expect(after.get(recordKey('macchinari', 'A1'))?.values).toEqual({ documenti_ass: null, scadenza_assicurazione: null });
    expect(beside(decideDeleted(fields, gone('A1/A1_ASS.pdf'), after), DOCUMENT_EVENTS.eliminato)).toEqual(gone('A1/A1_ASS.pdf'));
  });

  it('un campo che indica un altro file resta com’è', () => {
    expect(beside(decideDeleted(on(), gone(CE), given(created, uploaded(1, 'A1/altro.pdf'))), DOCUMENT_EVENTS.eliminato)).toEqual(gone(CE));
  });
});

describe('rinominare', () => {
  const fresh = { percorso: 'A1/nuovo.pdf', file_versione: 4 };

  it('il campo prende il nome nuovo, con la sua versione sotto quel nome; una seconda volta nulla', () => {
    const before = [created, uploaded(7)];
    const after = poi(before, decideRenamed(on(), CE, fresh, given(...before)));
    const record = after.get(recordKey('macchinari', 'A1'));
    expect(record?.values['documenti_ce']).toBe('A1/nuovo.pdf');
    expect(record?.files['documenti_ce']).toMatchObject({ percorso: 'A1/nuovo.pdf', versione: 4, byte: 10 });
    expect(decideRenamed(on(), CE, fresh, after)).toEqual([]);
  });

  it('anche se il record ha già il nome nuovo', () => {
    expect(decideRenamed(on(), CE, fresh, given(created, uploaded(), modified({ documenti_ce: 'A1/nuovo.pdf' })))).toHaveLength(1);
  });

  it('un campo che indica un altro file resta com’è', () => {
    expect(beside(decideRenamed(on(), CE, fresh, given(created, uploaded(1, 'A1/altro.pdf'))), DOCUMENT_EVENTS.rinominato)).toEqual({
      da: CE,
      ...fresh,
    });
  });
});

describe('chi può', () => {
  const state = given(created, uploaded());
  const tests = (identity: Identity, other: Partial<FileField> = {}, s = state) => [
    code(() => decideUploaded(on({ identity, ...other }), content(2), s)),
    code(() => decideRenamed(on({ identity, ...other }), CE, { percorso: 'A1/b.pdf', file_versione: 1 }, s)),
    code(() => decideDeleted(on({ identity, ...other }), gone(CE), s)),
  ];

  it.each([
    ['tutto', person(3, 3, 3), ['nessuno', 'nessuno', 'nessuno']],
    ['solo i propri, sul proprio', person(1, 1, 1), ['nessuno', 'nessuno', 'nessuno']],
    ['solo i propri, su altrui', person(1, 1, 1, 'bruno'), ['SCONOSCIUTO', 'SCONOSCIUTO', 'SCONOSCIUTO']],
    ['vede tutto, cambia i propri, su altrui', person(3, 1, 1, 'bruno'), ['NON_PERMESSO', 'NON_PERMESSO', 'NON_PERMESSO']],
    ['modifica ma non elimina', person(3, 3, 0), ['nessuno', 'nessuno', 'NON_PERMESSO']],
    ['elimina ma non modifica', person(3, 0, 3), ['NON_PERMESSO', 'NON_PERMESSO', 'nessuno']],
    ['non vede', person(0, 3, 3), ['NON_PERMESSO', 'NON_PERMESSO', 'NON_PERMESSO']],
  ])('%s', (random, identity, expected) => {
    expect(tests(identity)).toEqual(expected);
  });

  it('il sistema non chiede permessi, ma il record deve esserci', () => {
    expect(tests(person(0, 0, 0), { trusted: true })).toEqual(['nessuno', 'nessuno', 'nessuno']);
    expect(tests(person(0, 0, 0), { trusted: true }, given(created, deleted))).toEqual(['SCONOSCIUTO', 'SCONOSCIUTO', 'SCONOSCIUTO']);
  });

  it('su un record eliminato o mai creato non si scrive', () => {
    expect(tests(person(3, 3, 3), {}, given(created, uploaded(), deleted))).toEqual(['SCONOSCIUTO', 'SCONOSCIUTO', 'SCONOSCIUTO']);
    expect(tests(person(3, 3, 3), {}, given())).toEqual(['SCONOSCIUTO', 'SCONOSCIUTO', 'SCONOSCIUTO']);
  });

  it('chi ha letto una versione superata lo viene a sapere', () => {
    expect(tests(person(3, 3, 3), { readVersion: 1 })).toEqual(['VERSIONE_SUPERATA', 'VERSIONE_SUPERATA', 'VERSIONE_SUPERATA']);
    expect(tests(person(3, 3, 3), { readVersion: 2 })).toEqual(['nessuno', 'nessuno', 'nessuno']);
  });
});

describe('il file di un figlio', () => {
  const foto = registroFoto;
  const event = (type: string, data: JsonObject, version: number, utente: string) => ({
    type,
    data,
    version,
    metadata: { utente, at: '2026-01-01T00:00:00Z' },
  });
  const events = [
    event(noleggi.events.created, { id: 7 }, 1, 'anna'),
    event(registroFoto.events.created, { id: 3, id_noleggi: 7, foto: 'N00007/a.jpg' }, 2, 'bruno'),
  ];
  const onFoto = (memberID: string): FileField => ({
    def: foto,
    id: 3,
    parent: 7,
    field: 'foto',
    identity: { memberID, groupID: 3, permessi: { noleggi_int: { allowInsert: 1, allowView: 1, allowEdit: 1, allowDelete: 1 } } },
  });
  const test = (memberID: string, read = events) =>
    code(() => decideUploaded(onFoto(memberID), { percorso: 'N00007/a.jpg', file_versione: 1, byte: 9 }, fold(read)));

  it('sta nel flusso del padre, ed è del proprietario del padre', () => {
    expect(streamOfFile(onFoto('anna'))).toBe('noleggi-7');
    expect([test('anna'), test('bruno')]).toEqual(['nessuno', 'SCONOSCIUTO']);
  });

  it('con il padre eliminato non si tocca', () => {
    expect(test('anna', [...events, event(noleggi.events.deleted, { id: 7 }, 3, 'anna')])).toBe('SCONOSCIUTO');
  });
});
