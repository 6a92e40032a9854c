import { describe, expect, it } from 'vitest';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { rowOf } from '#web/registers/row.testing.ts';
import { matricoleOf, inOrder } from './matricole.ts';

const row = (matricola: string) => rowOf(macchinari, { matricola });

describe('etichette da stampare', () => {
  it('una per matricola, anche se chiesta due volte', () => {
    expect(matricoleOf('?matricola=A1&matricola=B%232&matricola=A1&matricola=&matricola=%20C3%20')).toEqual(['A1', 'B#2', 'C3']);
    expect(matricoleOf('')).toEqual([]);
  });

  it('nell’ordine in cui sono state scelte; quelle che non ci sono mancano', () => {
    expect(inOrder(macchinari, ['B', 'X', 'A'], [row('A'), row('B'), row('C')]).map((r) => r.matricola)).toEqual(['B', 'A']);
  });
});
