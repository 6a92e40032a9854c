import { describe, expect, it } from 'vitest';
import type { Json } from '#contracts/core/events.ts';
import { catalogue } from '../../test/catalogue.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { RecordState } from '#contracts/core/record-state.ts';
import { toPastRow, toRow, columnKey, fromRow } from './row.ts';

const { register } = catalogue;

const def = (path: string) => register(path) as AnyRegister;
const COUNTED = { from: '2026-03-01T08:00:00.000Z', deletion: null };
const STATE: RecordState = {
  table: 'cantieri',
  id: 'C1',
  exists: true,
  values: {},
  utente: 'anna',
  version: 3,
  created: '2026-01-01T00:00:00.000Z',
  modified: '2026-01-02T00:00:00.000Z',
  modifiedBy: 'luca',
  files: {},
  parentDeleted: false,
};
const column = (path: string, field: string, value: Json) =>
  toRow(def(path), { state: { ...STATE, values: { [field]: value as never } }, stream: 'x', parentVersion: 1, ...COUNTED })[field];

describe('Un valore registrato nella sua colonna', () => {
  it.each([
    [1, 1],
    [true, 1],
    ['1', 1],
    [0, 0],
    [false, 0],
    ['0', 0],
    [2, null],
    ['forse', null],
    ['', null],
    [null, null],
    [[], null],
  ])('un sì o no %j è %j', (value, expected) => {
    expect(column('cantieri', 'protocolloL', value as Json)).toBe(expected);
  });

  it.each([
    ['7.5', 7.5],
    [-3, -3],
    ['molte', null],
    [[5], null],
    [{}, null],
    ['', null],
  ])('un numero %j è %j', (value, expected) => {
    expect(column('accise', 'ore', value as Json)).toBe(expected);
  });

  it.each([
    ['2026-02-28', '2026-02-28'],
    ['2026-02-31', null],
    ['1899-11-30', null],
    [20_260_101, null],
  ])('una data %j è %j', (value, expected) => {
    expect(column('accise', 'data', value)).toBe(expected);
  });

  it('un testo è testo, qualunque cosa sia', () => {
    expect([
      column('macchinari', 'marca', 'A'),
      column('macchinari', 'marca', 5),
      column('macchinari', 'marca', { a: 1 }),
      column('macchinari', 'marca', ''),
    ]).toEqual(['A', '5', '{"a":1}', null]);
  });

  it('una chiave che nessun record può avere non è una chiave', () => {
    expect([
      columnKey(def('accise'), '12'),
      columnKey(def('accise'), 'x'),
      columnKey(def('accise'), '1.5'),
      columnKey(def('cantieri'), '12'),
    ]).toEqual([12, null, null, '12']);
  });
});

describe('Una riga letta e riscritta', () => {
  it.each([true, false])('resta com’era (padre eliminato: %s)', (deletedParent) => {
    const state: RecordState = {
      ...STATE,
      table: 'manutMacchinari',
      id: '5',
      exists: !deletedParent,
      parentDeleted: deletedParent,
      values: { componente: 'antigelo', matricola: 'M1' },
    };
    const row = toRow(def('manutMacchinari'), { state, stream: 'macchinari-M1', parentVersion: 4, ...COUNTED });
    expect(row).toMatchObject({
      id: 5,
      utente: 'anna',
      versione: 3,
      modificato_da: 'luca',
      eliminato: deletedParent,
      padre_eliminato: deletedParent,
      flusso: 'macchinari-M1',
      versione_padre: 4,
    });
    const read = fromRow(def('manutMacchinari'), {
      ...row,
      creato: new Date(state.created),
      modificato: new Date(state.modified),
      dal: new Date(COUNTED.from),
    });
    expect(read).toMatchObject({
      state: { ...state, values: { componente: 'antigelo', matricola: 'M1' } },
      stream: 'macchinari-M1',
      parentVersion: 4,
    });
    expect(toRow(def('manutMacchinari'), read)).toEqual(row);
  });

  it('di un record senza padre non ha flusso', () => {
    const row = toRow(def('cantieri'), { state: STATE, stream: 'cantieri-C1', parentVersion: 1, ...COUNTED });
    expect(Object.keys(row)).not.toContain('flusso');
    expect(fromRow(def('cantieri'), { ...row, creato: new Date(), modificato: new Date(), dal: new Date() })).toMatchObject({
      stream: '',
      parentVersion: 0,
    });
  });

  it('un istante che non è un istante è il primo di tutti', () => {
    expect(toRow(def('cantieri'), { state: { ...STATE, created: 'mai' }, stream: '', parentVersion: 0, ...COUNTED })['creato']).toBe(
      '1970-01-01T00:00:00.000Z',
    );
  });

  it('tiene da quando vale e chi l’ha eliminato; la riga passata ha il suo termine e non dice altro', () => {
    const deletion = { at: '2026-03-02T08:00:00.000Z', by: 'luca' };
    const record = { state: { ...STATE, exists: false }, stream: 'cantieri-C1', parentVersion: 1, from: deletion.at, deletion };
    const row = toRow(def('cantieri'), record);
    expect(row).toMatchObject({ dal: deletion.at, eliminato: true, eliminato_il: deletion.at, eliminato_da: 'luca' });
    const stored = { ...row, creato: new Date(), modificato: new Date(), dal: new Date(deletion.at), eliminato_il: new Date(deletion.at) };
    expect(fromRow(def('cantieri'), stored)).toMatchObject({ from: deletion.at, deletion });
    const past = toPastRow(def('cantieri'), { ...record, ...COUNTED }, deletion.at);
    expect(past).toMatchObject({ dal: COUNTED.from, al: deletion.at });
    expect(Object.keys(past).filter((name) => name.includes('eliminato'))).toEqual([]);
  });
});
