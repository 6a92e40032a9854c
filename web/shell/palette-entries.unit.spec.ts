// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { paletteSections, type PaletteEntry } from './palette-entries.ts';

const entry = (kind: PaletteEntry['kind'], title: string, place = ''): PaletteEntry => ({
  id: `${kind}:${title}`,
  kind,
  title,
  detail: '',
  place,
  does: '/home',
});
const records = Array.from({ length: 9 }, (_, i) => entry('record', `Macchinario A${i}`));
const screens = [
  entry('screen', 'Macchinari', 'Attrezzature'),
  entry('screen', 'Noleggi', 'Attrezzature'),
  entry('screen', 'Tipologia', ''),
];
const actions = [entry('action', 'AGGIUNGI'), entry('action', 'STAMPA')];
const titles = (words: string, found = records.slice(0, 1)) =>
  paletteSections({ words, records: found, screens, actions }).map(
    ({ title, entries }) => `${title}: ${entries.map((e) => e.title).join()}`,
  );

it('without words shows records opened lately, actions of the screen and all screens', () => {
  expect(titles(' ')).toEqual([
    'Aperti di recente: Macchinario A0',
    'In questo schermo: AGGIUNGI,STAMPA',
    'Schermi: Macchinari,Noleggi,Tipologia',
  ]);
  expect(titles('', records)[0]?.split(',')).toHaveLength(7);
  expect(titles('', [])[0]).toBe('In questo schermo: AGGIUNGI,STAMPA');
});

it('puts what the words begin the name of before the records, other matches after', () => {
  expect(titles('MACCH')).toEqual(['Schermi e azioni: Macchinari', 'Record: Macchinario A0']);
  expect(titles('attrezzature')).toEqual(['Record: Macchinario A0', 'Schermi e azioni: Macchinari,Noleggi']);
  expect(titles('stam')).toEqual(['Schermi e azioni: STAMPA', 'Record: Macchinario A0']);
  expect(titles('a', [])).toEqual(['Schermi e azioni: AGGIUNGI', 'Altri schermi e azioni: Macchinari,Noleggi,Tipologia,STAMPA']);
  expect(titles('xyz', [])).toEqual([]);
});
