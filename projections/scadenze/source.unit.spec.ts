import { describe, expect, it } from 'vitest';
import type { JsonObject, StoredEvent } from '#contracts/core/events.ts';
import { changeOf } from '#contracts/core/fold.ts';
import type { RegisterChange } from '#contracts/core/record-change.ts';
import { catalogue } from '../../test/catalogue.ts';
import { newEvent } from '../engine/events.testing.ts';
import { evolveSource, sourceRow, tellsTheSame, type Source } from './source.ts';

let version = 0;
function after(before: Source | undefined, type: string, data: JsonObject): Source {
  const event: StoredEvent = { ...newEvent(type, data), stream: 'x', version: (version += 1), position: String(version) };
  return evolveSource(before, { event, change: changeOf(catalogue, event) as RegisterChange });
}

describe('Quello che una scadenza sa di un record', () => {
  it('di una macchina sono le ore e il nome', () => {
    expect(after(undefined, 'MacchinarioRegistrato.v1', { matricola: 'M1', descrizione: 'Sonda', ore_km: 7, marca: 'X' })).toMatchObject({
      tabella: 'macchinari',
      id: 'M1',
      esiste: true,
      matricola: 'M1',
      valori: { descrizione: 'Sonda', ore_km: 7 },
    });
    expect(after(undefined, 'MacchinarioRegistrato.v1', { matricola: 'M1' }).valori).toEqual({ descrizione: null, ore_km: null });
  });

  it('di un intervento solo valori che hanno senso', () => {
    const good = { id: 1, matricola: 'M1', data: '2026-01-02', ore_km: 5, manutenzione: 'A, B', ore_scadenza: 9.5 };
    const { id: _id, ...values } = good;
    expect(after(undefined, 'ManutenzioneRegistrata.v1', good)).toMatchObject({ id: '1', matricola: 'M1', valori: values });
    const strange = { id: 1, matricola: 7, data: '2026-02-31', ore_km: '5', manutenzione: true, ore_scadenza: { a: 1 } };
    expect(after(undefined, 'ManutenzioneRegistrata.v1', strange)).toMatchObject({
      matricola: null,
      valori: { matricola: null, data: null, ore_km: null, manutenzione: null, ore_scadenza: null },
    });
    expect(after(undefined, 'ManutenzioneRegistrata.v1', { ...good, manutenzione: 'ieri' }).valori['manutenzione']).toBe('ieri');
  });

  it('una modifica tiene il resto, un’eliminazione lo tiene tutto', () => {
    const nata = after(undefined, 'AccisaRegistrata.v1', { id: 3, matricola: 'M1', ore: 10 });
    const changed = after(nata, 'AccisaModificata.v1', { id: 3, ore: 12 });
    expect(changed).toMatchObject({ esiste: true, matricola: 'M1', valori: { matricola: 'M1', ore: 12 } });
    expect(changed.versione).toBeGreaterThan(nata.versione);
    expect(after(changed, 'AccisaEliminata.v1', { id: 3 })).toMatchObject({ esiste: false, matricola: 'M1', valori: { ore: 12 } });
  });

  it('dice la stessa cosa finché non cambia un valore che conta, la macchina o l’esistenza', () => {
    const born = after(undefined, 'ManutenzioneRegistrata.v1', { id: 4, matricola: 'M1', ore_km: 5, manutenzione: 'A' });
    expect(tellsTheSame(born, after(born, 'ManutenzioneModificata.v1', { id: 4, descrizione: 'altro' }))).toBe(true);
    for (const change of [
      { ore_km: 6 },
      { manutenzione: 'A, B' },
      { matricola: 'M2' },
      { data: '2026-01-02' },
      { ore_scadenza: 9 },
    ] as JsonObject[]) {
      expect(tellsTheSame(born, after(born, 'ManutenzioneModificata.v1', { id: 4, ...change }))).toBe(false);
    }
    expect(tellsTheSame(born, after(born, 'ManutenzioneEliminata.v1', { id: 4 }))).toBe(false);
  });

  it('mesi tolti e rimessi contano dal giorno in cui sono rimessi', () => {
    const row = { tabella: 'manutMacchinari', id: '1', versione: 1, esiste: true, matricola: 'M1' };
    const values = { matricola: 'M1', componente: 'Olio', ogni_ore: null, ogni_mesi: 3 };
    const since = (dal: string) => ({ ...row, valori: { ...values, dal } });
    expect(tellsTheSame(since('2026-01-01'), since('2026-01-01'))).toBe(true);
    expect(tellsTheSame(since('2026-01-01'), since('2026-02-01'))).toBe(false);
  });

  it('la lettura delle ore è quella del suo registro', () => {
    expect(sourceRow(after(undefined, 'AccisaRegistrata.v1', { id: 3, ore: 10 }))['ore']).toBe(10);
    expect(sourceRow(after(undefined, 'MacchinarioRegistrato.v1', { matricola: 'M1', ore_km: 11 }))['ore']).toBe(11);
    expect(sourceRow(after(undefined, 'ManutenzioneRegistrata.v1', { id: 1, ore_km: 12, ore_scadenza: 99 }))['ore']).toBe(12);
    expect(sourceRow(after(undefined, 'AccisaRegistrata.v1', { id: 3 }))['ore']).toBeNull();
    expect(sourceRow({ tabella: 'altra', id: '1', versione: 1, esiste: true, matricola: null, valori: {} })['ore']).toBeNull();
  });
});
