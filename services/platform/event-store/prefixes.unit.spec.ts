import { describe, expect, test } from 'vitest';
import type { StoredEvent } from '#contracts/core/events.ts';
import { prefissi } from './prefixes.ts';
import { fatto } from './testing.ts';

const letti = (...ids: string[]): StoredEvent[] => ids.map((id, i) => ({ ...fatto({}, id), stream: 's', version: i + 1, position: String(i) }));

describe('Ciò che si sa dell’inizio di un flusso', () => {
  test('prima di aver letto non si sa nulla, salvo che un flusso nuovo è vuoto', () => {
    expect(prefissi().senza('s', 1, ['a'])).toBe(false);
    expect(prefissi().senza('s', 0, ['a'])).toBe(true);
  });

  test('vale fino alla versione letta, e non oltre', () => {
    const noti = prefissi();
    noti.ricorda('s', letti('A', 'b'));
    expect(noti.senza('s', 2, ['c'])).toBe(true);
    expect(noti.senza('s', 2, ['c', 'a'])).toBe(false);
    expect(noti.senza('s', 1, ['b'])).toBe(true);
    expect(noti.senza('s', 3, ['c'])).toBe(false);
    expect(noti.senza('altro', 2, ['c'])).toBe(false);
  });

  test('si allunga con ciò che si scrive in coda, mai con un buco in mezzo', () => {
    const noti = prefissi();
    noti.allunga('s', 0, ['a']);
    noti.allunga('s', 1, ['b', 'c']);
    noti.allunga('s', 9, ['x']);
    noti.allunga('ignoto', 1, ['x']);
    expect(noti.senza('s', 3, ['d'])).toBe(true);
    expect(noti.senza('s', 3, ['c'])).toBe(false);
    expect(noti.senza('s', 4, ['d'])).toBe(false);
    expect(noti.senza('ignoto', 2, ['d'])).toBe(false);
  });

  test('i flussi non toccati da più tempo e quelli troppo lunghi si dimenticano', () => {
    const noti = prefissi();
    noti.allunga('primo', 0, ['a']);
    noti.allunga('secondo', 0, ['a']);
    for (let n = 0; n < 498; n++) noti.allunga(`s${n}`, 0, ['a']);
    noti.allunga('primo', 1, ['b']);
    noti.allunga('uno in più', 0, ['a']);
    expect(noti.senza('primo', 2, ['c'])).toBe(true);
    expect(noti.senza('secondo', 1, ['c'])).toBe(false);
    noti.allunga('primo', 2, Array.from({ length: 1_000 }, (_, n) => `id${n}`));
    expect(noti.senza('primo', 2, ['c'])).toBe(false);
  });
});
