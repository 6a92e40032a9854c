import { personale } from '#contracts/registers/personale.ts';
import type { Prints } from '../prints.ts';

/** What is printed of its records, by the name that the address asks with. */
export const prints: Prints = {
  PersonaleDettaglio: {
    def: personale,
    titolo: 'PERSONALE',
    campi: [
      'matricola',
      'cognome',
      'nome',
      'luogo',
      'data_nascita',
      { campo: 'descrizione', etichetta: 'Mansione' },
      { campo: 'data_inizio', etichetta: 'Data Assunzione' },
      { campo: 'data_fine', etichetta: 'Data Termine' },
    ],
    documenti: 'presenti',
    foto: true,
    qr: 'personale',
    path: '/home/personale/',
  },
};
