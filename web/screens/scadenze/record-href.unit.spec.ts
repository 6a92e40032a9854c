import { expect, it } from 'vitest';
import { recordHref } from './record-href.ts';

it.each([
  ['macchina', 'A 1', 'assicurazione', '/home/macchinari/A%201?scheda=documenti'],
  ['macchina', 'A1', 'manutenzione', '/home/macchinari/A1?scheda=manutenzione'],
  // a key like the address of a new record has its own address, with a query
  ['macchina', 'nuovo', 'ce', '/home/macchinari/nuovo?id=nuovo&scheda=documenti'],
  // a fault is found in the list of faults
  ['macchina', 'A/1', 'guasto', '/home/guasti?cerca=A%2F1'],
  ['lavoratore', 'P1', 'patente', '/home/personale/P1?scheda=documenti'],
  ['noleggio', 7, 'fine_noleggio', '/home/noleggi/dettaglio-noleggi?id=7'],
  ['cantiere', '0422', 'fine_cantiere', '/home/cantieri/dettaglio-cantiere?id=0422'],
  ['ditta', 3, 'durc', '/home/documenti-ditta/dettaglio-documenti-ditta?id=3'],
] as const)('una scadenza di %s %s, %s: %s', (soggetto, id, tipo, href) => {
  expect(recordHref({ soggetto, id, tipo })).toBe(href);
});
