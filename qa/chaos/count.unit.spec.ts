import { describe, expect, it } from 'vitest';
import type { StoredEvent } from '#contracts/core/events.ts';
import { checkRows, checkTogether, checkWrites, entryName, isHalf, type Row } from './count.ts';
import type { Write } from './ledger.ts';
import { creationEvent, creation, deletionEvent, deletion, withoutAnswer } from './planted.testing.ts';
import { Tally } from './tally.ts';

const read = (events: readonly StoredEvent[]): Tally => {
  const tally = new Tally();
  tally.add(events);
  return tally;
};
const kinds = (faults: readonly { kind: string }[]) => faults.map(({ kind }) => kind);
/** Checks the writes against a history that has an entry for each event except `leftOut`; returns the kinds of faults. */
const found = (writes: readonly Write[], events: readonly StoredEvent[], leftOut: readonly string[] = []) =>
  kinds(checkWrites(writes, read(events), new Set(events.map(entryName).filter((name) => !leftOut.includes(name)))));

describe('Che ne è stato di ogni scrittura', () => {
  it('niente da dire di quelle che stanno dove devono', () => {
    const events = [creationEvent(1, 1, 5, 'a'), creationEvent(2, 2, 6, 'b'), deletionEvent(3, 1, 'c'), deletionEvent(4, 2, 'c')];
    expect(found([creation('a', 1, 5), creation('b', 2, 6), deletion('c', [1, 2])], events)).toEqual([]);
  });

  it('una confermata che non è nel registro è persa; una senza risposta no', () => {
    expect(found([creation('a', 1, 5)], [])).toEqual(['lost']);
    expect(found([withoutAnswer(creation('a', 1, 5))], [])).toEqual([]);
    expect(found([withoutAnswer(creation('a', 1, 5))], [creationEvent(1, 1, 5, 'a')])).toEqual([]);
  });

  it('è persa anche se vi sta con altri valori, in un’altra versione o con un altro numero', () => {
    expect(found([creation('a', 1, 5)], [creationEvent(1, 1, 4, 'a')])).toEqual(['lost']);
    expect(found([creation('a', 2, 5)], [creationEvent(1, 1, 5, 'a')])).toEqual(['lost']);
    const later = { ...creation('a', 1, 5), answer: { status: 201, version: 3, created: '1', text: '' } };
    expect(found([later], [creationEvent(1, 1, 5, 'a')])).toEqual(['lost']);
    expect(
      found([{ ...creation('b', 1, 5), call: { ...creation('b', 1, 5).call, method: 'PUT' as const } }], [deletionEvent(1, 1, 'b', 1)]),
    ).toEqual(['lost']);
  });

  it('una chiave con due effetti è doppia, con risposta o senza', () => {
    const twice = [creationEvent(1, 1, 5, 'a'), creationEvent(2, 2, 5, 'a')];
    expect(found([creation('a', 1, 5)], twice)).toEqual(['doubled']);
    expect(found([withoutAnswer(creation('a', 1, 5))], twice)).toEqual(['doubled']);
  });

  it('di più record insieme, alcuni sì e altri no è a metà; confermata, gli altri sono persi', () => {
    const events = [creationEvent(1, 1, 5, 'a'), creationEvent(2, 2, 6, 'b'), deletionEvent(3, 1, 'c')];
    expect(found([withoutAnswer(deletion('c', [1, 2]))], events)).toEqual(['half']);
    expect(found([deletion('c', [1, 2])], events)).toEqual(['half', 'lost']);
    expect(isHalf(deletion('c', [1, 2]), read(events))).toBe(true);
    expect(isHalf(deletion('c', [1]), read(events))).toBe(false);
    expect(isHalf(deletion('d', [1, 2]), read(events))).toBe(false);
  });

  it('un no dove nessuno ha sbagliato si dice', () => {
    expect(found([{ ...creation('a', 1, 5), answer: { status: 409, version: 0, created: null, text: 'esiste già' } }], [])).toEqual([
      'refused',
    ]);
  });

  it('ogni evento ha la sua voce nello storico', () => {
    expect(found([creation('a', 1, 5)], [creationEvent(1, 1, 5, 'a')], ['accise-1#1'])).toEqual(['history']);
  });
});

describe('Tutte insieme', () => {
  const tables = new Set(['accise']);
  it('lo stesso numero risposto a due è un numero dato due volte', () => {
    const writes = [creation('a', 1, 5), creation('b', 1, 5)];
    expect(kinds(checkTogether(writes, read([creationEvent(1, 1, 5, 'a')]), tables))).toEqual(['number']);
    expect(checkTogether([creation('a', 1, 5), creation('b', 2, 5)], read([]), tables)).toEqual([]);
  });

  it('un evento che nessuno ha chiesto è doppio, se è di ciò che si scrive qui', () => {
    expect(kinds(checkTogether([], read([creationEvent(1, 1, 5, 'x')]), tables))).toEqual(['doubled']);
    expect(checkTogether([], read([creationEvent(1, 1, 5, 'x')]), new Set(['noleggi']))).toEqual([]);
  });
});

describe('Ciò che si vede negli elenchi', () => {
  const writes = [creation('a', 1, 5), creation('b', 2, 6), deletion('c', [2])];
  const tally = read([creationEvent(1, 1, 5, 'a'), creationEvent(2, 2, 6, 'b'), deletionEvent(3, 2, 'c')]);
  const rows = (own: Record<string, Row>) => kinds(checkRows(writes, tally, new Map([['accise', new Map(Object.entries(own))]])));

  it('è ciò che è stato confermato per ultimo, e niente altro', () => {
    expect(rows({ 1: { ore: 5, versione: 1 } })).toEqual([]);
    expect(rows({})).toEqual(['table']);
    expect(rows({ 1: { ore: 4, versione: 1 } })).toEqual(['table']);
    expect(rows({ 1: { ore: 5, versione: 2 } })).toEqual(['table']);
    expect(rows({ 1: { ore: 5, versione: 1 }, 2: { ore: 6, versione: 1 } })).toEqual(['table']);
    expect(rows({ 1: { ore: 5, versione: 1 }, 3: { ore: 1, versione: 1 } })).toEqual(['table']);
  });
});
