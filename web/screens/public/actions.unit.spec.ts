import { describe, expect, it } from 'vitest';
import { actionHref, chosenAction } from './actions.ts';

describe('che cosa si fa da un macchinario scansionato', () => {
  it('la lettura ore è una manutenzione di quel tipo, con la macchina scelta e il cursore sulle ore; poi si torna alla macchina', () => {
    const url = new URL(actionHref('A&1 ì', 'lettura'), 'http://portale.esempio');
    expect([url.pathname, Object.fromEntries(url.searchParams)]).toEqual([
      '/home/manutenzioni/nuovo',
      {
        matricola: 'A&1 ì',
        tipologia: 'Lettura',
        cursore: 'ore_km',
        ritorno: '/home/macchinari/qrcode/A%261%20%C3%AC',
      },
    ]);
    expect(Object.fromEntries(new URL(actionHref('A1', 'manutenzione'), url).searchParams)).toEqual({
      matricola: 'A1',
      ritorno: '/home/macchinari/qrcode/A1',
    });
  });
  it('dell’indirizzo vale solo ciò che c’è', () => {
    expect(['?azione=lettura', '?azione=manutenzione', '?azione=elimina', ''].map(chosenAction)).toEqual([
      'lettura',
      'manutenzione',
      null,
      null,
    ]);
  });
});
