import { describe, expect, it } from 'vitest';
import { COMPONENTI, manutMacchinari } from '#contracts/registers/manut-macchinari.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { datiMacchina } from '#contracts/registers/dati-macchina.ts';
import { rowOf } from '#web/registers/row.testing.ts';
import { HEADERS, tabOf } from './scheda.ts';
import { ITEMS, itemsOf } from './items.ts';

const macchina = rowOf(macchinari, {
  matricola: 'A0038',
  marca: 'Casagrande',
  modello: 'M9-1',
  chassis: 'ZX-99',
  tipologia: 'Perforatrice',
});
const base = { macchina, dati: null, piano: [], manutenzioni: [] };

describe('le voci di una manutenzione', () => {
  it('segnano le sette colonne, quali che siano maiuscole e spazi', () => {
    const { voci, altre } = itemsOf(
      'Cambio Olio Motore, Filtro Motore, Cambio Olio Idraulico, Filtro Olio idraulico, Filtro Gasolio, filtro  aria INTERNO, Filtro Aria Esterno',
    );
    expect([...voci]).toEqual(ITEMS.map(({ id }) => id));
    expect(altre).toEqual([]);
  });

  it('le altre restano parole', () => {
    const { voci, altre } = itemsOf('Batterie, Filtro Gasolio, Sostituzione funi');
    expect([...voci]).toEqual(['filtro_gasolio']);
    expect(altre).toEqual(['Batterie', 'Sostituzione funi']);
    expect(itemsOf(null)).toEqual({ voci: new Set(), altre: [] });
  });
});

describe('la scheda di una macchina', () => {
  it('ha i dati generali, con il motore dalla scheda dati', () => {
    const { general } = tabOf({ ...base, dati: rowOf(datiMacchina, { motore_marca: 'Deutz', motore_modello: 'TCD 4.1' }) });
    expect(general.map(({ etichetta, valore }) => [etichetta, valore])).toEqual([
      ['Marca', 'Casagrande'],
      ['Modello', 'M9-1'],
      ['Chassis', 'ZX-99'],
      ['Matricola interna', 'A0038'],
      ['Modello motore', 'Deutz TCD 4.1'],
      ['Tipo attrezzatura', 'Perforatrice'],
    ]);
    expect(tabOf(base).general[4]).toEqual({ etichetta: 'Modello motore', valore: '' });
  });

  it('ha i dodici componenti nel loro ordine, anche quelli senza riga nel piano', () => {
    const piano = [
      rowOf(manutMacchinari, {
        componente: 'olio_motore',
        marca_e_modello: 'Q8 T 750',
        quantita: '18',
        frequenza: '500 h',
        ogni_ore: 500,
        ogni_mesi: 12,
      }),
      rowOf(manutMacchinari, { componente: 'filtro_aria_esterno', marca_e_modello: 'Donaldson P1', quantita: null, frequenza: null }),
    ];
    const { componenti } = tabOf({ ...base, piano });
    expect(componenti).toHaveLength(COMPONENTI.length);
    expect(componenti[0]).toEqual({
      componente: 'Filtro aria esterno',
      marca_e_modello: 'Donaldson P1',
      quantita: '',
      frequenza: '',
      ogni_ore: null,
      ogni_mesi: null,
    });
    expect(componenti[6]).toEqual({
      componente: 'Olio motore (kg)',
      marca_e_modello: 'Q8 T 750',
      quantita: '18',
      frequenza: '500 h',
      ogni_ore: 500,
      ogni_mesi: 12,
    });
    expect(componenti[11]).toEqual({
      componente: 'Antigelo (kg)',
      marca_e_modello: '',
      quantita: '',
      frequenza: '',
      ogni_ore: null,
      ogni_mesi: null,
    });
  });

  it('ha gli interventi dal più vecchio; le letture si dicono', () => {
    const { interventi } = tabOf({
      ...base,
      manutenzioni: [
        rowOf(manutenzioni, {
          id: 9,
          data: '2026-02-01',
          ore_km: 1510.5,
          manutenzione: 'Filtro Gasolio, Batterie',
          note: 'Eseguito in cantiere',
          meccanico: 'Ricci Davide',
          cantiere: '0423',
        }),
        rowOf(manutenzioni, { id: 12, data: '2025-12-24', ore_km: 0, tipologia: 'Lettura' }),
        rowOf(manutenzioni, { id: 4, data: '2026-02-01', ore_km: null }),
        rowOf(manutenzioni, { id: 5, data: null, tipologia: 'Esterna', note: 'Senza data' }),
      ],
    });
    expect(interventi.map(({ id }) => id)).toEqual([5, 12, 4, 9]);
    expect(interventi[1]).toEqual({
      id: 12,
      data: '2025-12-24',
      ore: 0,
      voci: new Set(),
      descrizione: 'Lettura ore',
      firma: '',
      cantiere: '',
    });
    expect(interventi[3]).toEqual({
      id: 9,
      data: '2026-02-01',
      ore: 1510.5,
      voci: new Set(['filtro_gasolio']),
      descrizione: 'Batterie. Eseguito in cantiere',
      firma: 'Ricci Davide',
      cantiere: '0423',
    });
  });

  it('le colonne del registro sono quelle della specifica', () => {
    expect(HEADERS).toEqual([
      'Data',
      'Ore',
      'Olio motore',
      'Filtro olio motore',
      'Olio idraulico',
      'Filtro idraulico',
      'Filtro gasolio',
      'Filtro aria interno',
      'Filtro aria esterno',
      'Descrizione interventi',
      'Firma',
      'Cantiere',
    ]);
  });
});
