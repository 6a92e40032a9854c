import { describe, expect, it } from 'vitest';
import { EVENTI_DOCUMENTO } from '#contracts/core/documents.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { JsonObject } from '#contracts/core/events.ts';
import type { Identita, Livello } from '#contracts/core/permissions.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { fotoNoleggi as registroFoto } from '#contracts/registers/foto-noleggi.ts';
import { macchinari as registro } from '#contracts/registers/macchinari.ts';
import { noleggi } from '#contracts/registers/noleggi.ts';
import { chiaveRecord, rileggi } from '#contracts/core/history.ts';
import { decidiCaricato, decidiEliminato, decidiRinominato, streamDelFile, type SuFile } from './documents.decider.ts';

const macchinari = registro as unknown as AnyRegister;
const CE = 'A1/A1_CE.pdf';

type Fatto = [type: string, data: JsonObject];
const creata: Fatto = [registro.events.created, { matricola: 'A1' }];
const eliminata: Fatto = [registro.events.deleted, { matricola: 'A1' }];
const caricato = (file_versione = 1, percorso = CE): Fatto => [EVENTI_DOCUMENTO.caricato, { tabella: 'macchinari', id: 'A1', campo: 'documenti_ce', percorso, file_versione, byte: 10 }];
const modificata = (data: JsonObject): Fatto => [registro.events.changed, { matricola: 'A1', ...data }];

const dato = (...fatti: Fatto[]) => rileggi(fatti.map(([type, data], i) => ({ type, data, version: i + 1, metadata: { utente: 'anna', at: '2026-01-01T00:00:00Z' } })));
const persona = (allowView: Livello, allowEdit: Livello, allowDelete: Livello, memberID = 'anna'): Identita =>
  ({ memberID, groupID: 3, permessi: { macchinari: { allowInsert: 0, allowView, allowEdit, allowDelete } } });
const su = (altro: Partial<SuFile> = {}): SuFile => ({ def: macchinari, id: 'A1', campo: 'documenti_ce', identita: persona(3, 3, 3), ...altro });
const contenuto = (file_versione = 1, percorso = CE) => ({ percorso, file_versione, byte: 10 });
const codice = (prova: () => unknown): string => {
  try {
    prova();
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
  return 'nessuno';
};
/** The stream with the decision added. */
const poi = (fatti: Fatto[], deciso: { type: string; data: JsonObject }[]) => dato(...fatti, ...deciso.map((f): Fatto => [f.type, f.data]));

describe('caricare', () => {
  it('registra percorso, versione e dimensione', () => {
    expect(decidiCaricato(su(), contenuto(), dato(creata))).toEqual([{ type: EVENTI_DOCUMENTO.caricato, data: caricato()[1] }]);
  });

  it('un secondo comando identico non cambia nulla', () => {
    expect(decidiCaricato(su(), contenuto(), poi([creata], decidiCaricato(su(), contenuto(), dato(creata))))).toEqual([]);
  });

  it('una versione più vecchia di quella registrata non torna indietro', () => {
    expect(decidiCaricato(su(), contenuto(1), dato(creata, caricato(2)))).toEqual([]);
    expect(decidiCaricato(su(), contenuto(3), dato(creata, caricato(2)))).toHaveLength(1);
  });

  it('se il campo indicava altro, anche la stessa versione si registra di nuovo', () => {
    expect(decidiCaricato(su(), contenuto(1), dato(creata, caricato(1), modificata({ documenti_ce: null })))).toHaveLength(1);
  });

  it('un file che nessun campo nomina non registra niente', () => {
    expect(decidiCaricato(su({ campo: null }), contenuto(), dato(creata))).toEqual([]);
  });
});

describe('eliminare', () => {
  it('svuota il campo e la sua scadenza', () => {
    const campi = { ...su(), campo: 'documenti_ass' };
    const prima = [creata, modificata({ documenti_ass: 'A1/A1_ASS.pdf', scadenza_assicurazione: '2030-01-01' })];
    const dopo = poi(prima, decidiEliminato(campi, 'A1/A1_ASS.pdf', dato(...prima)));
    expect(dopo.get(chiaveRecord('macchinari', 'A1'))?.valori).toEqual({ documenti_ass: null, scadenza_assicurazione: null });
    expect(decidiEliminato(campi, 'A1/A1_ASS.pdf', dopo)).toEqual([]);
  });

  it('un campo che indica un altro file resta com’è', () => {
    expect(decidiEliminato(su(), CE, dato(creata, caricato(1, 'A1/altro.pdf')))).toEqual([]);
  });
});

describe('rinominare', () => {
  const nuovo = { percorso: 'A1/nuovo.pdf', file_versione: 4 };

  it('il campo prende il nome nuovo, con la sua versione sotto quel nome; una seconda volta nulla', () => {
    const prima = [creata, caricato(7)];
    const dopo = poi(prima, decidiRinominato(su(), CE, nuovo, dato(...prima)));
    const record = dopo.get(chiaveRecord('macchinari', 'A1'));
    expect(record?.valori['documenti_ce']).toBe('A1/nuovo.pdf');
    expect(record?.archivio['documenti_ce']).toMatchObject({ percorso: 'A1/nuovo.pdf', versione: 4, byte: 10 });
    expect(decidiRinominato(su(), CE, nuovo, dopo)).toEqual([]);
  });

  it('anche se il record ha già il nome nuovo', () => {
    expect(decidiRinominato(su(), CE, nuovo, dato(creata, caricato(), modificata({ documenti_ce: 'A1/nuovo.pdf' })))).toHaveLength(1);
  });

  it('un campo che indica un altro file resta com’è', () => {
    expect(decidiRinominato(su(), CE, nuovo, dato(creata, caricato(1, 'A1/altro.pdf')))).toEqual([]);
  });
});

describe('chi può', () => {
  const stato = dato(creata, caricato());
  const prove = (identita: Identita, altro: Partial<SuFile> = {}, s = stato) => [
    codice(() => decidiCaricato(su({ identita, ...altro }), contenuto(2), s)),
    codice(() => decidiRinominato(su({ identita, ...altro }), CE, { percorso: 'A1/b.pdf', file_versione: 1 }, s)),
    codice(() => decidiEliminato(su({ identita, ...altro }), CE, s)),
  ];

  it.each([
    ['tutto', persona(3, 3, 3), ['nessuno', 'nessuno', 'nessuno']],
    ['solo i propri, sul proprio', persona(1, 1, 1), ['nessuno', 'nessuno', 'nessuno']],
    ['solo i propri, su altrui', persona(1, 1, 1, 'bruno'), ['SCONOSCIUTO', 'SCONOSCIUTO', 'SCONOSCIUTO']],
    ['vede tutto, cambia i propri, su altrui', persona(3, 1, 1, 'bruno'), ['NON_PERMESSO', 'NON_PERMESSO', 'NON_PERMESSO']],
    ['modifica ma non elimina', persona(3, 3, 0), ['nessuno', 'nessuno', 'NON_PERMESSO']],
    ['elimina ma non modifica', persona(3, 0, 3), ['NON_PERMESSO', 'NON_PERMESSO', 'nessuno']],
    ['non vede', persona(0, 3, 3), ['NON_PERMESSO', 'NON_PERMESSO', 'NON_PERMESSO']],
  ])('%s', (_caso, identita, attesi) => {
    expect(prove(identita)).toEqual(attesi);
  });

  it('il sistema non chiede permessi, ma il record deve esserci', () => {
    expect(prove(persona(0, 0, 0), { libero: true })).toEqual(['nessuno', 'nessuno', 'nessuno']);
    expect(prove(persona(0, 0, 0), { libero: true }, dato(creata, eliminata))).toEqual(['SCONOSCIUTO', 'SCONOSCIUTO', 'SCONOSCIUTO']);
  });

  it('su un record eliminato o mai creato non si scrive', () => {
    expect(prove(persona(3, 3, 3), {}, dato(creata, caricato(), eliminata))).toEqual(['SCONOSCIUTO', 'SCONOSCIUTO', 'SCONOSCIUTO']);
    expect(prove(persona(3, 3, 3), {}, dato())).toEqual(['SCONOSCIUTO', 'SCONOSCIUTO', 'SCONOSCIUTO']);
  });

  it('chi ha letto una versione superata lo viene a sapere', () => {
    expect(prove(persona(3, 3, 3), { versioneLetta: 1 })).toEqual(['VERSIONE_SUPERATA', 'VERSIONE_SUPERATA', 'VERSIONE_SUPERATA']);
    expect(prove(persona(3, 3, 3), { versioneLetta: 2 })).toEqual(['nessuno', 'nessuno', 'nessuno']);
  });
});

describe('il file di un figlio', () => {
  const foto = registroFoto as unknown as AnyRegister;
  const evento = (type: string, data: JsonObject, version: number, utente: string) => ({ type, data, version, metadata: { utente, at: '2026-01-01T00:00:00Z' } });
  const eventi = [evento(noleggi.events.created, { id: 7 }, 1, 'anna'), evento(registroFoto.events.created, { id: 3, id_noleggi: 7, foto: 'N00007/a.jpg' }, 2, 'bruno')];
  const suFoto = (memberID: string): SuFile =>
    ({ def: foto, id: 3, padre: 7, campo: 'foto', identita: { memberID, groupID: 3, permessi: { noleggi_int: { allowInsert: 1, allowView: 1, allowEdit: 1, allowDelete: 1 } } } });
  const prova = (memberID: string, letti = eventi) => codice(() => decidiCaricato(suFoto(memberID), { percorso: 'N00007/a.jpg', file_versione: 1, byte: 9 }, rileggi(letti)));

  it('sta nel flusso del padre, ed è del proprietario del padre', () => {
    expect(streamDelFile(suFoto('anna'))).toBe('noleggi-7');
    expect([prova('anna'), prova('bruno')]).toEqual(['nessuno', 'SCONOSCIUTO']);
  });

  it('con il padre eliminato non si tocca', () => {
    expect(prova('anna', [...eventi, evento(noleggi.events.deleted, { id: 7 }, 3, 'anna')])).toBe('SCONOSCIUTO');
  });
});
