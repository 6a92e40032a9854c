// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { md5 } from 'js-md5';
import { afterEach, describe, expect, it } from 'vitest';
import { usePassword } from './use-password.ts';

const GOOD = 'lampada quercia fiume';
const NAMES = ['anna', 'Anna Neri', null, undefined, 'Valborra S.p.A.'];
const open = (isOwn: boolean) => renderHook(() => usePassword({ isOwn, names: NAMES })).result;
/** Fields with these texts. */
function filled({ isOwn, present = '', fresh = '' }: { isOwn: boolean; present?: string; fresh?: string }) {
  const password = open(isOwn);
  act(() => {
    password.current.setPresent(present);
    password.current.setFresh(fresh);
  });
  return password;
}
const wrong = (password: ReturnType<typeof open>, required: boolean): string | undefined => {
  let field: string | undefined;
  act(() => {
    field = password.current.firstWrong({ required });
  });
  return field;
};

afterEach(cleanup);

describe('i campi di una nuova password', () => {
  it('sono vuoti, finché non si scrive nell’uno o nell’altro; svuotati tornano così', () => {
    const password = open(true);
    expect(password.current).toMatchObject({ isOwn: true, present: '', fresh: '', hasInput: false });
    act(() => password.current.setPresent('di prima'));
    expect([password.current.present, password.current.hasInput]).toEqual(['di prima', true]);
    act(() => {
      password.current.setPresent('');
      password.current.setFresh(GOOD);
    });
    expect([password.current.fresh, password.current.hasInput]).toEqual([GOOD, true]);
    act(() => password.current.setPresent('di prima'));
    act(() => password.current.refuse([{ campo: 'passMD5', messaggio: 'No' }]));
    act(() => password.current.clear());
    expect(password.current).toMatchObject({ present: '', fresh: '', hasInput: false });
    expect(password.current.errors).toEqual({});
  });

  it.each([
    ['di un altro, solo la nuova', { isOwn: false, present: 'di prima', fresh: GOOD }, { passMD5: md5(GOOD) }],
    [
      'propria, anche quella di adesso',
      { isOwn: true, present: 'di prima', fresh: GOOD },
      { passMD5: md5(GOOD), passMD5Attuale: md5('di prima') },
    ],
    ['non scritta, nulla', { isOwn: true, present: 'di prima' }, {}],
  ])('si manda l’impronta: %s', (_called, fields, body) => {
    expect(filled(fields).current.body()).toEqual(body);
  });
});

describe('ciò che ferma il salvataggio', () => {
  it.each([
    // own, required, present, fresh, the first wrong field, the messages
    [false, false, '', '', undefined, {}],
    [true, false, '', '', undefined, {}],
    [false, true, '', '', 'passMD5', { fresh: 'Manca la password' }],
    [true, true, 'di prima', '', 'passMD5', { fresh: 'Manca la password' }],
    [true, false, 'di prima', '', 'passMD5', { fresh: 'Scrivi la nuova password' }],
    [true, false, '', GOOD, 'passMD5Attuale', { present: 'Scrivi la tua password attuale' }],
    [true, true, 'di prima', GOOD, undefined, {}],
    [false, true, '', GOOD, undefined, {}],
    [false, false, '', 'corta', 'passMD5', { fresh: 'Servono almeno 12 caratteri: per esempio quattro parole' }],
    [false, false, '', 'valborra e il fiume', 'passMD5', { fresh: 'Non usare un nome che tutti sanno: «valborra»' }],
    [
      true,
      false,
      '',
      'neri come il carbone',
      'passMD5Attuale',
      { fresh: 'Non usare un nome che tutti sanno: «neri»', present: 'Scrivi la tua password attuale' },
    ],
  ])('propria %s, richiesta %s, attuale «%s», nuova «%s»', (isOwn, required, present, fresh, field, errors) => {
    const password = filled({ isOwn, present, fresh });
    expect(wrong(password, required)).toBe(field);
    expect(password.current.errors).toEqual(errors);
  });

  it('si dice fino a che si scrive in quel campo, e una nuova prova toglie ciò che non vale più', () => {
    const password = filled({ isOwn: true, fresh: 'corta' });
    const both = { present: expect.stringContaining('attuale'), fresh: expect.stringContaining('12') };
    wrong(password, true);
    expect(password.current.errors).toEqual(both);
    act(() => password.current.setPresent('d'));
    expect(password.current.errors).toEqual({ ...both, present: undefined });
    act(() => password.current.setPresent(''));
    wrong(password, true);
    act(() => password.current.setFresh(GOOD));
    expect(password.current.errors).toEqual({ ...both, fresh: undefined });
    act(() => password.current.setPresent('di prima'));
    expect(wrong(password, true)).toBeUndefined();
    expect(password.current.errors).toEqual({});
  });
});

it.each([
  [[{ campo: 'user.passMD5Attuale', messaggio: 'Non è la tua' }], { present: 'Non è la tua', fresh: undefined }],
  [[{ campo: 'user.passMD5', messaggio: 'È troppo nota' }], { present: undefined, fresh: 'È troppo nota' }],
  [
    [
      { campo: 'email', messaggio: 'Non è un indirizzo' },
      { campo: 'passMD5', messaggio: 'È troppo nota' },
      { campo: 'passMD5Attuale', messaggio: 'Non è la tua' },
    ],
    { present: 'Non è la tua', fresh: 'È troppo nota' },
  ],
  [[{ campo: 'email', messaggio: 'Non è un indirizzo' }], { present: undefined, fresh: undefined }],
])('un rifiuto del portale sta accanto al suo campo (%#)', (refused, errors) => {
  const password = filled({ isOwn: true, fresh: 'corta' });
  wrong(password, true);
  act(() => password.current.refuse(refused));
  expect(password.current.errors).toEqual(errors);
});
