import { describe, expect, it } from 'vitest';
import { completeMention, peopleFor, typedMention } from './typed-mention.ts';

describe('la menzione che si sta scrivendo', () => {
  it.each([
    ['ciao @', 6, { from: 5, letters: '' }],
    ['@ma', 3, { from: 0, letters: 'ma' }],
    ['@mario guarda', 3, { from: 0, letters: 'ma' }],
    ['(@mario.r', 9, { from: 1, letters: 'mario.r' }],
    ['@mario ', 7, null],
    ['mario@firma', 11, null],
    ['', 0, null],
  ])('in %j con il cursore a %i è %j', (text, cursor, typed) => expect(typedMention(text, cursor)).toEqual(typed));

  it('diventa il nome scelto, con uno spazio, e il cursore dietro', () => {
    expect(completeMention('ciao @ma', { from: 5, letters: 'ma' }, 'mario')).toEqual({ text: 'ciao @mario ', cursor: 12 });
    expect(completeMention('@m guarda', { from: 0, letters: 'm' }, 'Mario Verdi')).toEqual({ text: '@[Mario Verdi] guarda', cursor: 15 });
  });

  it('propone chi comincia così, nel nome utente o in una parola del nome, anche senza accenti', () => {
    const people = [
      { memberID: 'capo', nome: 'Niccolò Bassi' },
      { memberID: 'direzione', nome: null },
      { memberID: 'ufficio', nome: 'Dario Neri' },
    ];
    expect(peopleFor(people, 'Capo')).toEqual([]);
    const found = (letters: string) => peopleFor(people, letters).map(({ memberID }) => memberID);
    expect([found(''), found('d'), found('nicco'), found('BAS'), found('x')]).toEqual([
      ['capo', 'direzione', 'ufficio'],
      ['direzione', 'ufficio'],
      ['capo'],
      ['capo'],
      [],
    ]);
  });
});
