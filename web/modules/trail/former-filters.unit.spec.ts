import { describe, expect, it } from 'vitest';
import { readListState } from '#web/ui/grid/list-state.ts';
import { daysOfFormer, withoutFormer } from './former-filters.ts';

const DEFAULTS = { ordina: '', righe: 20, sortable: [], filtri: ['utente', 'dal', 'al', 'solo'] };
const former = {
  names: ['utente', 'dal', 'al'],
  conditions: ({ utente, ...days }: Readonly<Record<string, string>>) => ({
    ...(utente ? { utente: [utente] } : {}),
    ...daysOfFormer(days),
  }),
};
const opened = (address: string) => {
  const { filtri, conditions } = withoutFormer(readListState(address, DEFAULTS), former);
  return [filtri, conditions && JSON.parse(conditions)];
};

describe('Gli indirizzi di prima', () => {
  it('aprono lo stesso elenco, con le condizioni delle colonne', () => {
    expect(opened('?utente=anna&dal=2026-01-01&solo=modifiche')).toEqual([
      { solo: 'modifiche' },
      { utente: ['anna'], quando: { da: '2026-01-01' } },
    ]);
    expect(opened('?dal=2026-01-01&al=2026-01-31')).toEqual([{}, { quando: { da: '2026-01-01', a: '2026-01-31' } }]);
  });

  it('senza filtri di prima restano come sono; una condizione della stessa colonna vince', () => {
    const state = readListState('?solo=modifiche&filtri={"utente":["luca"]}', DEFAULTS);
    expect(withoutFormer(state, former)).toBe(state);
    expect(opened('?utente=anna&filtri={"utente":["luca"],"tipo":["creato"]}')).toEqual([{}, { utente: ['luca'], tipo: ['creato'] }]);
    expect(opened('?utente=anna&filtri=rotto')).toEqual([{}, { utente: ['anna'] }]);
  });
});
