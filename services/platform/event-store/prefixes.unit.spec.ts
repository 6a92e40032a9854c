import { describe, expect, test } from 'vitest';
import type { StoredEvent } from '#contracts/core/events.ts';
import { eventIdPrefixes } from './prefixes.ts';
import { fact } from './testing.ts';

const read = (...ids: string[]): StoredEvent[] =>
  ids.map((id, i) => ({ ...fact({}, id), stream: 's', version: i + 1, position: String(i) }));

describe('Ciò che si sa dell’inizio di un flusso', () => {
  test('prima di aver letto non si sa nulla, salvo che un flusso nuovo è vuoto', () => {
    expect(eventIdPrefixes().without('s', 1, ['a'])).toBe(false);
    expect(eventIdPrefixes().without('s', 0, ['a'])).toBe(true);
  });

  test('vale fino alla versione letta, e non oltre', () => {
    const known = eventIdPrefixes();
    known.remember('s', read('A', 'b'));
    expect(known.without('s', 2, ['c'])).toBe(true);
    expect(known.without('s', 2, ['c', 'a'])).toBe(false);
    expect(known.without('s', 1, ['b'])).toBe(true);
    expect(known.without('s', 3, ['c'])).toBe(false);
    expect(known.without('altro', 2, ['c'])).toBe(false);
  });

  test('si allunga con ciò che si scrive in coda, mai con un buco in mezzo', () => {
    const known = eventIdPrefixes();
    known.extend('s', 0, ['a']);
    known.extend('s', 1, ['b', 'c']);
    known.extend('s', 9, ['x']);
    known.extend('ignoto', 1, ['x']);
    expect(known.without('s', 3, ['d'])).toBe(true);
    expect(known.without('s', 3, ['c'])).toBe(false);
    expect(known.without('s', 4, ['d'])).toBe(false);
    expect(known.without('ignoto', 2, ['d'])).toBe(false);
  });

  test('i flussi non toccati da più tempo e quelli troppo lunghi si dimenticano', () => {
    const known = eventIdPrefixes();
    known.extend('primo', 0, ['a']);
    known.extend('secondo', 0, ['a']);
    for (let n = 0; n < 498; n++) known.extend(`s${n}`, 0, ['a']);
    known.extend('primo', 1, ['b']);
    known.extend('uno in più', 0, ['a']);
    expect(known.without('primo', 2, ['c'])).toBe(true);
    expect(known.without('secondo', 1, ['c'])).toBe(false);
    known.extend(
      'primo',
      2,
      Array.from({ length: 1_000 }, (_, n) => `id${n}`),
    );
    expect(known.without('primo', 2, ['c'])).toBe(false);
  });
});
