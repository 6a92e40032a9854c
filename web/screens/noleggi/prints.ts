import { noleggi } from '#contracts/registers/noleggi.ts';
import { storicoNoleggi } from '#contracts/registers/storico-noleggi.ts';
import { variantOf, type Prints } from '../prints.ts';

/** Printed forms of the register's records, by the name in the address. */
export const prints: Prints = {
  NoleggioDettaglio: variantOf(noleggi, {
    titolo: 'NOLEGGIO',
    campi: [
      'id',
      { campo: 'cantiere', etichetta: 'Commessa' },
      { onlyOnPaper: 'settimana', etichetta: 'Settimana' },
      { onlyOnPaper: 'n_int1', etichetta: 'Vasconi' },
      { onlyOnPaper: 'n_int2', etichetta: 'Cisterna Gasolio' },
      { onlyOnPaper: 'n_int3', etichetta: 'Impianto di miscelazione' },
      { onlyOnPaper: 'n_int4', etichetta: 'Silos' },
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
  }),
  StoricoNoleggioDettaglio: variantOf(storicoNoleggi, {
    titolo: 'STORICO NOLEGGIO',
    campi: ['id', 'matricola', 'cantiere', 'tariffa', 'data_inizio', 'data_fine'],
    documenti: true,
  }),
};
