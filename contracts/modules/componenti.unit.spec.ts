import { describe, expect, it } from 'vitest';
import { COMPONENTI, componenteName } from '../registers/manut-macchinari.ts';
import { componenteOf } from './componenti.ts';

describe('Il componente che una voce di manutenzione nomina', () => {
  it('è quello con lo stesso nome, con o senza unità', () => {
    for (const componente of COMPONENTI) {
      expect(componenteOf(componente)).toBe(componente);
      expect(componenteOf(componenteName(componente))).toBe(componente);
      expect(componenteOf(componente.replaceAll('_', ' ').toUpperCase())).toBe(componente);
    }
  });

  it.each([
    ['Filtro olio', 'filtro_olio'],
    ['  filtro   OLIO ', 'filtro_olio'],
    ['Filtrò Òlio', 'filtro_olio'],
    ['Filtro Gasolio', 'filtro_gasolio'],
    ['Filtro Aria Interno', 'filtro_aria_interno'],
    ['Cambio Olio Motore', 'olio_motore'],
    ['Cambio Olio Idraulico', 'olio_idraulico'],
    ['Sostituzione filtro gasolio', 'filtro_gasolio'],
    ['Olio Cambio', 'olio_cambio'],
    ['Cambio olio cambio', 'olio_cambio'],
    ['Cambio antigelo', 'antigelo'],
    ['Filtro Motore', 'filtro_olio'],
    ['Filtro olio motore', 'filtro_olio'],
    ['Filtro Olio idraulico', 'filtro_idraulico'],
  ])('%s: %s', (item, componente) => expect(componenteOf(item)).toBe(componente));

  it.each(['', 'Cambio', 'Olio', 'Cambio olio', 'Olio filtro', 'Motore olio', 'Controllo antigelo', 'Filtro olio e gasolio', 'Batterie'])(
    '«%s» non ne nomina nessuno',
    (item) => expect(componenteOf(item)).toBeNull(),
  );
});
