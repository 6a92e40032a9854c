import { describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue.testing.ts';
import type { JsonObject } from './events.ts';
import * as reading from './fold.ts';
import * as entry from './history-entry.ts';
import { recordKey, type ReadEvent } from './record-state.ts';

const { register } = catalogue;
const CHRONICLES = catalogue.chronicles;
const changeOf = reading.changeOf.bind(null, catalogue);
const evolve = reading.evolve.bind(null, catalogue);
const fold = reading.fold.bind(null, catalogue);
const changedFields = entry.changedFields.bind(null, catalogue);
const sentenceOf = entry.sentenceOf.bind(null, catalogue);
/** Event types that the history shows. */
const EVENT_TYPES = [...catalogue.events].filter(([, { change }]) => change).map(([type]) => type);

let version = 0;
const event = (type: string, data: JsonObject, utente = 'l.ferretti'): ReadEvent => ({
  type,
  data,
  version: ++version,
  metadata: { utente, at: `2026-11-20T08:00:${String(version % 60).padStart(2, '0')}.000Z` },
});
const state = (events: ReadEvent[], table: string, id: string) => fold(events).get(recordKey(table, id));

describe('la lettura degli eventi', () => {
  it('un record nasce con il suo proprietario e cambia solo nei campi toccati', () => {
    version = 0;
    const record = state(
      [
        event('MacchinarioRegistrato.v1', { matricola: 'A1', marca: 'Soilmec', ore_km: 10 }),
        event('MacchinarioModificato.v1', { matricola: 'A1', ore_km: 20 }, 'm.bassi'),
      ],
      'macchinari',
      'A1',
    );
    expect(record).toMatchObject({
      exists: true,
      utente: 'l.ferretti',
      modifiedBy: 'm.bassi',
      version: 2,
      values: { marca: 'Soilmec', ore_km: 20 },
    });
  });

  it('una scheda figlia non muove la versione della macchina', () => {
    version = 0;
    const events = [
      event('MacchinarioRegistrato.v1', { matricola: 'A1' }),
      event('DatiMacchinaRegistrati.v1', { matricola: 'A1', motore_marca: 'Deutz' }),
    ];
    expect(state(events, 'macchinari', 'A1')?.version).toBe(1);
    expect(state(events, 'datiMacchina', 'A1')).toMatchObject({ version: 2, values: { motore_marca: 'Deutz' } });
  });

  it('eliminare la macchina nasconde i figli, ripristinarla li riporta', () => {
    version = 0;
    const events = [
      event('MacchinarioRegistrato.v1', { matricola: 'A1' }),
      event('RigaPianoAggiunta.v1', { id: 7, matricola: 'A1', componente: 'antigelo' }),
      event('MacchinarioEliminato.v1', { matricola: 'A1' }),
    ];
    expect(state(events, 'macchinari', 'A1')?.exists).toBe(false);
    expect(state(events, 'manutMacchinari', '7')).toMatchObject({ exists: true, parentDeleted: true });
    events.push(event('MacchinarioRipristinato.v1', { matricola: 'A1' }));
    expect(state(events, 'macchinari', 'A1')?.exists).toBe(true);
    expect(state(events, 'manutMacchinari', '7')?.parentDeleted).toBe(false);
  });

  it('un documento caricato imposta il percorso, uno eliminato lo toglie con la sua scadenza', () => {
    version = 0;
    const upload = (file_versione: number) =>
      event('DocumentoCaricato.v1', {
        tabella: 'macchinari',
        id: 'A1',
        campo: 'documenti_ass',
        percorso: 'A1/A1_ASS.pdf',
        file_versione,
        byte: 10,
      });
    const events = [event('MacchinarioRegistrato.v1', { matricola: 'A1', scadenza_assicurazione: '2026-12-01' }), upload(1), upload(2)];
    const before = state(events.slice(0, 2), 'macchinari', 'A1')!;
    const after = state(events, 'macchinari', 'A1')!;
    expect(after.files['documenti_ass']).toMatchObject({ percorso: 'A1/A1_ASS.pdf', versione: 2 });
    expect(after.values).toEqual({ documenti_ass: 'A1/A1_ASS.pdf', scadenza_assicurazione: '2026-12-01' });
    expect(changedFields(before, after, changeOf(events[2]!)!)).toEqual([
      expect.objectContaining({
        campo: 'documenti_ass',
        etichetta: 'Assicurazione',
        prima: { percorso: 'A1/A1_ASS.pdf', versione: 1 },
        dopo: { percorso: 'A1/A1_ASS.pdf', versione: 2 },
      }),
    ]);
    events.push(event('DocumentoEliminato.v1', { tabella: 'macchinari', id: 'A1', campo: 'documenti_ass' }));
    expect(state(events, 'macchinari', 'A1')).toMatchObject({ values: { documenti_ass: null, scadenza_assicurazione: null }, files: {} });
  });

  it('un file tocca solo il suo campo, e la scadenza solo quando se ne va', () => {
    const fields = (type: string, field: string) =>
      changeOf({ type, data: { tabella: 'macchinari', id: 'A1', campo: field, percorso: 'A1/x' } })?.fields;
    expect(fields('DocumentoCaricato.v1', 'documenti_ass')).toEqual({ documenti_ass: 'A1/x' });
    expect(fields('DocumentoRinominato.v1', 'documenti_ass')).toEqual({ documenti_ass: 'A1/x' });
    expect(fields('DocumentoEliminato.v1', 'documenti_ass')).toEqual({ documenti_ass: null, scadenza_assicurazione: null });
    expect(fields('DocumentoEliminato.v1', 'foto')).toEqual({ foto: null });
    expect(fields('DocumentoEliminato.v1', 'marca')).toEqual({ marca: null });
  });

  it('chi apre un documento riservato non cambia nulla, nemmeno la versione; si legge quale', () => {
    version = 0;
    const events = [event('LavoratoreRegistrato.v1', { matricola: '1', cognome: 'Rossi' })];
    const before = state(events, 'personale', '1');
    const opening = (campo: string, percorso: string) =>
      event('DocumentoAperto.v1', { tabella: 'personale', id: '1', campo, percorso, file_versione: 1 }, 'm.bassi');
    events.push(opening('idoneita', 'PERSONALE/1_ROSSI_/1_idoneita.pdf'), opening('', 'PERSONALE/1_ROSSI_/visita.pdf'));
    expect(state(events, 'personale', '1')).toEqual(before);
    expect(events.slice(1).map((one) => sentenceOf(changeOf(one)!, 0))).toEqual([
      'ha aperto il documento Idoneità',
      'ha aperto il file visita.pdf',
    ]);
  });

  it('un evento sconosciuto non cambia nulla e non lancia', () => {
    const before = fold([event('AccisaRegistrata.v1', { id: 1 })]);
    expect(evolve(before, event('MaiVisto.v1', { id: 1 }))).toBe(before);
    expect(changeOf({ type: 'MaiVisto.v1', data: {} })).toBeNull();
  });

  it('non modifica lo stato che riceve', () => {
    const before = fold([event('AccisaRegistrata.v1', { id: 1, ore: 5 })]);
    const copy = structuredClone([...before.entries()]);
    evolve(before, event('AccisaModificata.v1', { id: 1, ore: 6 }));
    expect([...before.entries()]).toEqual(copy);
  });

  it('la creazione elenca ogni campo dato, con prima vuoto', () => {
    const created = event('AccisaRegistrata.v1', { id: 1, ore: 5, matricola: 'A1' });
    const after = fold([created]).get('accise/1')!;
    expect(changedFields(undefined, after, changeOf(created)!).map((c) => [c.etichetta, c.prima, c.dopo])).toEqual([
      ['Matricola', null, 'A1'],
      ['Ore', null, 5],
    ]);
  });

  it('la frase di una modifica conta i campi', () => {
    const change = changeOf({ type: 'AccisaModificata.v1', data: { id: 1, ore: 2 } })!;
    expect([0, 1, 2, 12].map((count) => sentenceOf(change, count))).toEqual([
      'ha modificato 0 campi',
      'ha modificato 1 campo',
      'ha modificato 2 campi',
      'ha modificato 12 campi',
    ]);
  });

  it('ogni evento ha una frase italiana', () => {
    for (const type of EVENT_TYPES.filter((one) => !CHRONICLES.some(({ events }) => Object.hasOwn(events, one)))) {
      const change = changeOf({ type, data: { tabella: 'macchinari', id: '1', campo: 'foto', percorso: 'a/b.jpg', memberID: 'x' } })!;
      const own = register(change.table)?.facts?.[type];
      expect(sentenceOf(change, 2)).toMatch(
        (typeof own === 'function' ? own({}) : own) ??
          /^ha (creato|modificato|eliminato|ripristinato|caricato|rinominato|rinnovato|aperto|rimosso per sempre) /,
      );
    }
  });
});
