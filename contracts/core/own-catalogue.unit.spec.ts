import { describe, expect, it } from 'vitest';
import { exportableList } from '../export/lists.ts';
import { visibleTo } from '../modules/trail.ts';
import { upcast, type JsonObject } from './events.ts';
import { changeOf, evolve, fold } from './fold.ts';
import { changedFields, sentenceOf } from './history-entry.ts';
import { fieldsInWords, recordOf } from './history-in-words.ts';
import { exampleRegister, exampleCatalogue } from './example-register.testing.ts';
import { recordName } from './record-name.ts';
import { recordKey, type ReadEvent } from './record-state.ts';

const at = (version: number, type: string, data: JsonObject): ReadEvent => ({
  type,
  data,
  version,
  metadata: { utente: 'anna', at: '2026-03-01T08:00:00.000Z' },
});
const CREATED = at(1, 'AttrezzoRegistrato.v1', { matricola: 'T1', nome: 'Trapano', peso: 2 });
const CALIBRATED = at(2, 'AttrezzoTarato.v1', { matricola: 'T1', peso: 2.5 });
const T1 = recordKey('attrezzi', 'T1');

describe('the history with a catalogue of its own', () => {
  it('folds what its register and its module record, and nothing of other registers', () => {
    const state = fold(exampleCatalogue, [CREATED, CALIBRATED, at(3, 'MacchinarioRegistrato.v1', { matricola: 'T1' })]);
    expect([...state.keys()]).toEqual([T1]);
    expect(state.get(T1)).toMatchObject({ exists: true, version: 2, values: { nome: 'Trapano', peso: 2.5 } });
    expect(evolve(exampleCatalogue, state, at(3, 'AttrezzoEliminato.v1', { matricola: 'T1' })).get(T1)?.exists).toBe(false);
  });

  it('reads what was recorded in older versions as what is recorded now', () => {
    const old = [
      at(1, 'AttrezzoRegistrato.v0', { codice: 'T1', nome: 'Trapano', peso: 2 }),
      at(2, 'AttrezzoPesato.v1', { codice: 'T1', grammi: 2500 }),
    ];
    expect(fold(exampleCatalogue, old)).toEqual(fold(exampleCatalogue, [CREATED, CALIBRATED]));
    expect(evolve(exampleCatalogue, fold(exampleCatalogue, [CREATED]), old[1]!)).toEqual(fold(exampleCatalogue, [CREATED, CALIBRATED]));
    expect(changeOf(exampleCatalogue, old[1]!)).toEqual(changeOf(exampleCatalogue, CALIBRATED));
    expect(upcast(exampleCatalogue.upcasts, CALIBRATED)).toBe(CALIBRATED);
    expect(upcast(exampleCatalogue.upcasts, old[1]!)).toEqual(CALIBRATED);
  });

  it('tells it in the words of the definition', () => {
    const change = changeOf(exampleCatalogue, CALIBRATED)!;
    const [before, after] = [fold(exampleCatalogue, [CREATED]).get(T1), fold(exampleCatalogue, [CREATED, CALIBRATED]).get(T1)!];
    const campi = changedFields(exampleCatalogue, before, after, change);
    expect(campi).toEqual([{ campo: 'peso', etichetta: 'Peso', tipo: 'number', prima: 2, dopo: 2.5 }]);
    expect(sentenceOf(exampleCatalogue, change, 1)).toBe("ha tarato l'attrezzo");
    expect(fieldsInWords(exampleCatalogue, { tabella: 'attrezzi', tipo: 'modificato', campi })).toBe('Peso: 2 kg → 2,5 kg');
    expect(recordOf(exampleCatalogue, { tabella: 'attrezzi', id: 'T1' })).toBe('attrezzo T1');
    expect(recordName(exampleCatalogue, exampleRegister, { id: 'T1', values: after.values })).toBe('attrezzo T1');
  });

  it('shows each area only what its registers show', () => {
    const anna = {
      memberID: 'anna',
      groupID: 3,
      permessi: { macchinari: { allowInsert: 0, allowView: 1, allowEdit: 0, allowDelete: 0 } as const },
    };
    expect(visibleTo(exampleCatalogue, anna)).toEqual({ tutte: [], proprie: ['macchinari'], utente: 'anna' });
  });

  it('exports its list, with what the module makes of other values', () => {
    const list = exportableList(exampleCatalogue, 'attrezzi')!;
    expect([...list.columns.keys()]).toEqual(['matricola', 'nome', 'peso', 'scheda', 'utente', 'tonnellate']);
    expect(list.columns.get('tonnellate')?.value({ tonnellate: 0.002 })).toBe(0.002);
    expect(exportableList(exampleCatalogue, 'macchinari')).toBeUndefined();
  });
});
