import { personale } from '#contracts/registers/personale.ts';
import { variantOf, type Prints } from '../prints.ts';

/** Printed forms of the register's records, by the name in the address. */
export const prints: Prints = {
  PersonaleDettaglio: variantOf(personale, {
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
  }),
};
