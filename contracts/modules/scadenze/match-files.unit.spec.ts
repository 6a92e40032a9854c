import { describe, expect, it } from 'vitest';
import { candidatesOf, matchFiles } from './match-files.ts';

const PEOPLE = [
  { id: '1187', cognome: 'El Amrani', nome: 'Youssef' },
  { id: '1190', cognome: 'Rossi', nome: 'Mario' },
  { id: '1191', cognome: 'Rossi', nome: 'Luca' },
  { id: '118', cognome: 'Nardò', nome: 'Anna' },
];
const match = (...names: string[]) =>
  matchFiles(
    names.map((name) => ({ name })),
    PEOPLE,
  ).map(({ id }) => id);

describe('di chi è un file, dal suo nome', () => {
  it('dalla matricola, intera', () => {
    expect(match('1187_ple.pdf', 'PLE 118.pdf', '11870.pdf')).toEqual(['1187', '118', null]);
  });

  it('da cognome e nome, in qualunque ordine, senza accenti né maiuscole', () => {
    expect(match('attestato EL AMRANI youssef.pdf', 'luca-rossi.PDF', 'nardo.jpg')).toEqual(['1187', '1191', '118']);
  });

  it('anche se il cognome è scritto con un segno in più, nel file o nella scheda', () => {
    const people = [{ id: '7', cognome: '(De Luca)', nome: "D'Amico " }];
    expect(matchFiles([{ name: '-de_luca- d amico-.pdf' }], people)[0]!.id).toBe('7');
    expect(matchFiles([{ name: 'luca de.pdf' }], people)[0]!.id).toBeNull();
  });

  it('di due con lo stesso cognome, o di nessuno, non si indovina', () => {
    expect(match('rossi.pdf', 'corso2026.pdf')).toEqual([null, null]);
  });

  it('a ognuno un file solo', () => {
    expect(match('1190.pdf', 'rossi mario.pdf')).toEqual(['1190', null]);
  });

  it('dice fra chi non si sa', () => {
    expect(['rossi.pdf', 'corso2026.pdf', '1191 rossi.pdf', 'rossi anna.pdf'].map((name) => candidatesOf(name, PEOPLE))).toEqual([
      ['1190', '1191'],
      [],
      ['1191'],
      ['1190', '1191'],
    ]);
  });

  it('chi non è scelto, ma è nominato per intero, toglie il dubbio; il cognome da solo è di chi è scelto', () => {
    const [chosen, others] = [PEOPLE.filter(({ id }) => id === '1190'), PEOPLE.filter(({ id }) => id !== '1190')];
    const ids = matchFiles([{ name: 'rossi luca.pdf' }, { name: 'rossi.pdf' }, { name: 'nardo.pdf' }], chosen, others).map(({ id }) => id);
    expect(ids).toEqual(['1191', '1190', null]);
  });
});
