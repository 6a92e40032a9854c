import { noleggi } from '#contracts/registers/noleggi.ts';
import { storicoNoleggi } from '#contracts/registers/storico-noleggi.ts';
import type { Prints } from '../prints.ts';

/** Printed forms of the register's records, by the name in the address. */
export const prints: Prints = {
  NoleggioDettaglio: {
    def: noleggi,
    titolo: 'NOLEGGIO',
    campi: [
      'id',
      { campo: 'cantiere', etichetta: 'Commessa' },
      // no form has these fields; on paper they leave room to be filled in by hand
      { campo: 'settimana', etichetta: 'Settimana' },
      { campo: 'n_int1', etichetta: 'Vasconi' },
      { campo: 'n_int2', etichetta: 'Cisterna Gasolio' },
      { campo: 'n_int3', etichetta: 'Impianto di miscelazione' },
      { campo: 'n_int4', etichetta: 'Silos' },
      'matricola',
      'noleggiatore',
      'tipologia',
      'marca',
      'modello',
      'descrizione',
      'chassis',
      'targa',
      'note',
    ],
    documenti: true,
  },
  StoricoNoleggioDettaglio: {
    def: storicoNoleggi,
    titolo: 'STORICO NOLEGGIO',
    campi: ['id', 'matricola', 'cantiere', 'tariffa', 'data_inizio', 'data_fine'],
    documenti: true,
  },
};
