import { describe, expect, it } from 'vitest';
import {
  allDone,
  assign,
  choosePeople,
  dropFiles,
  EMPTY,
  rowsOf,
  takeAway,
  withSent,
  toSend,
  unassignedFiles,
  type RenewedRecord,
  type Together,
} from './together.ts';

const person = (id: string, cognome: string, nome: string): RenewedRecord => ({ id, cognome, nome, label: `${cognome} ${nome}` });
const MARIO = person('1190', 'Rossi', 'Mario');
const LUCA = person('1191', 'Rossi', 'Luca');
const ANNA = person('118', 'Nardò', 'Anna');
const KNOWN = [MARIO, LUCA, ANNA];
const file = (name: string, content = 'x') => new File([content], name, { type: 'application/pdf' });
const start = (...people: RenewedRecord[]): Together => choosePeople({ ...EMPTY, allRecords: KNOWN }, people);
const held = (state: Together) => rowsOf(state).map(({ person: { id }, dropped }) => [id, dropped?.file.name ?? null]);
const idOf = (state: Together, name: string) => state.dropped.find(({ file: one }) => one.name === name)!.id;

describe('rinnovare per più persone', () => {
  it('ogni file trova la sua persona, e chi non ne ha resta in vista', () => {
    const state = dropFiles(start(MARIO, LUCA, ANNA), [file('1191.pdf'), file('nardo anna.pdf')]);
    expect(held(state)).toEqual([
      ['1190', null],
      ['1191', '1191.pdf'],
      ['118', 'nardo anna.pdf'],
    ]);
    expect(toSend(state).map(({ person: { id } }) => id)).toEqual(['1191', '118']);
    expect(unassignedFiles(state)).toEqual([]);
  });

  it('un file che nomina chi non è scelto lo porta dentro; il cognome da solo no', () => {
    const state = dropFiles(start(), [file('attestato_1190_ple.pdf'), file('nardò.pdf')]);
    expect(held(state)).toEqual([['1190', 'attestato_1190_ple.pdf']]);
    expect(unassignedFiles(state).map(({ why }) => why)).toEqual(['Nardò Anna 118 non è fra le persone scelte']);
    // the file of Luca is never given to the Rossi who was chosen
    expect(held(dropFiles(start(MARIO), [file('rossi luca.pdf')]))).toEqual([
      ['1190', null],
      ['1191', 'rossi luca.pdf'],
    ]);
  });

  it('dice perché un file non è di nessuno, e lo si assegna a mano', () => {
    let state = dropFiles(start(MARIO, LUCA), [file('rossi.pdf'), file('1190.pdf'), file('1190 bis.pdf')]);
    expect(unassignedFiles(state).map(({ dropped, why }) => [dropped.file.name, why])).toEqual([
      ['rossi.pdf', 'Può essere di Rossi Mario 1190 o di Rossi Luca 1191'],
      ['1190 bis.pdf', 'Rossi Mario 1190 ha già un file'],
    ]);
    state = assign(state, idOf(state, 'rossi.pdf'), '1191');
    state = assign(state, idOf(state, '1190 bis.pdf'), '1190');
    expect(held(state)).toEqual([
      ['1190', '1190 bis.pdf'],
      ['1191', 'rossi.pdf'],
    ]);
    // the one that was taken from him waits, and is not lost
    expect(unassignedFiles(state).map(({ dropped }) => dropped.file.name)).toEqual(['1190.pdf']);
    expect(state.dropped).toHaveLength(3);
    state = takeAway(state, idOf(state, '1190.pdf'));
    expect(unassignedFiles(state)).toEqual([]);
  });

  it('chi si toglie lascia il suo file, e chi entra trova quello che aspettava', () => {
    let state = dropFiles(start(MARIO, ANNA), [file('1190.pdf')]);
    state = choosePeople(state, [ANNA]);
    expect(held(state)).toEqual([['118', null]]);
    expect(unassignedFiles(state).map(({ why }) => why)).toEqual(['Rossi Mario 1190 non è fra le persone scelte']);
    expect(held(choosePeople(state, [ANNA, MARIO]))).toEqual([
      ['118', null],
      ['1190', '1190.pdf'],
    ]);
  });

  it('ciò che non è un documento è nominato, gli altri si prendono', () => {
    const state = dropFiles(start(MARIO), [file('foglio.xlsx'), file('1190.pdf'), file('118.pdf', '')]);
    expect(state.refusals).toEqual(['«foglio.xlsx» non è un PDF né una foto JPEG', '«118.pdf» è vuoto']);
    expect(held(state)).toEqual([['1190', '1190.pdf']]);
    expect(dropFiles(state, []).refusals).toEqual([]);
  });

  it('RIPROVA manda solo ciò che non è riuscito; chi è rinnovato non si tocca più', () => {
    let state = dropFiles(start(MARIO, LUCA), [file('1190.pdf'), file('1191.pdf')]);
    state = withSent(withSent(state, '1190', { state: 'done' }), '1191', { state: 'failed', message: 'Il file non è un PDF.' });
    expect(toSend(state).map(({ person: { id } }) => id)).toEqual(['1191']);
    expect(allDone(state)).toBe(false);
    // another file for him: what was said of the first holds no more
    state = dropFiles(takeAway(state, idOf(state, '1191.pdf')), [file('1191 nuovo.pdf')]);
    expect(rowsOf(state)[1]).toMatchObject({ sent: null, dropped: { file: { name: '1191 nuovo.pdf' } } });
    // who is renewed stays, even where he is taken out, and takes no second file
    state = dropFiles(choosePeople(state, [LUCA]), [file('rossi mario.pdf')]);
    expect(held(state)[0]).toEqual(['1190', '1190.pdf']);
    state = withSent(state, '1191', { state: 'done' });
    // a file that nobody was given is not lost by closing
    expect([toSend(state).length, allDone(state)]).toEqual([0, false]);
    state = takeAway(state, idOf(state, 'rossi mario.pdf'));
    expect(allDone(state)).toBe(true);
  });
});
