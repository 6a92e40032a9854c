import { describe, expect, it } from 'vitest';
import type { Row } from '#web/registers/list/columns.ts';
import { daSalvare, righePiano, scrivi } from './piano.ts';

const riga = (id: number, componente: string, marca: string | null): Row => ({
  id, componente, marca_e_modello: marca, quantita: null, frequenza: null, matricola: 'A1', utente: 'anna', versione: 4,
});

describe('piano di manutenzione', () => {
  it('ha sempre le dodici righe, nel loro ordine', () => {
    const righe = righePiano([riga(9, 'antigelo', 'Eni'), riga(7, 'filtro_olio', 'Mann')]);
    expect(righe).toHaveLength(12);
    expect(righe[3]).toMatchObject({ componente: 'filtro_olio', id: '7', versione: 4, valori: { marca_e_modello: 'Mann' } });
    expect(righe[11]).toMatchObject({ componente: 'antigelo', id: '9' });
    expect(righe[0]).toEqual({ componente: 'filtro_aria_esterno', id: null, versione: null, valori: { marca_e_modello: null, quantita: null, frequenza: null } });
  });
  it('si salvano solo le righe cambiate, con i soli valori cambiati', () => {
    const righe = righePiano([riga(7, 'filtro_olio', 'Mann')]);
    const scritti = scrivi(scrivi(scrivi({}, righe[3]!, 'quantita', '2'), righe[0]!, 'frequenza', ' '), righe[5]!, 'frequenza', 'ogni 500 h');
    expect(daSalvare(scritti)).toEqual([
      { base: righe[3], valori: { quantita: '2' } },
      { base: righe[5], valori: { frequenza: 'ogni 500 h' } },
    ]);
  });
  it('un valore tolto si salva vuoto; rimesso come era non si salva', () => {
    const [, , , olio] = righePiano([riga(7, 'filtro_olio', 'Mann')]);
    const tolto = scrivi({}, olio!, 'marca_e_modello', '');
    expect(daSalvare(tolto)).toEqual([{ base: olio, valori: { marca_e_modello: null } }]);
    expect(daSalvare(scrivi(tolto, olio!, 'marca_e_modello', 'Mann'))).toEqual([]);
  });
  it('la versione letta resta quella su cui si è scritto, anche se la riga cambia nel frattempo', () => {
    const [, , , olio] = righePiano([riga(7, 'filtro_olio', 'Mann')]);
    const [, , , dopo] = righePiano([{ ...riga(7, 'filtro_olio', 'Bosch'), versione: 9 }]);
    const scritti = scrivi(scrivi({}, olio!, 'quantita', '1'), dopo!, 'quantita', '2');
    expect(daSalvare(scritti)[0]?.base.versione).toBe(4);
  });
});
