import { defineRegister } from '../core/define-register.ts';
import { date, number, photo } from '../core/fields.ts';

/** A photo of a rental on a day (part 2, sections 2 and 3). */
export const fotoNoleggi = defineRegister({
  path: 'fotoNoleggi',
  bodyKey: 'fotoNoleggi',
  accesso: { area: 'noleggi_int', scrittura: 'area' },
  key: { field: 'id', kind: 'sequence', etichetta: 'Numero' },
  parent: { register: 'noleggi', field: 'id_noleggi' },
  events: {
    created: 'FotoNoleggioRegistrata.v1',
    changed: 'FotoNoleggioModificata.v1',
    deleted: 'FotoNoleggioEliminata.v1',
    restored: 'FotoNoleggioRipristinata.v1',
  },
  fields: {
    id_noleggi: number('Noleggio', { decimali: 0, min: 1 }),
    data: date('Data', { oggi: true }),
    foto: photo('Foto', 'FOTO'),
  },
  etichette: { uno: 'foto del noleggio', articolo: 'la foto del noleggio', molti: 'foto dei noleggi' },
  messaggi: {
    creato: 'Documento caricato con successo!',
    modificato: 'Salvataggio Effettuato correttamente',
    eliminato: 'File Eliminato con successo',
    confermaElimina: 'Sei sicuro di voler cancellare la foto?',
    erroreSalva: 'Errore nel salvataggio dei dati',
    erroreElimina: "Errore durante l'eliminazione",
  },
  nome: ['data', 'foto'],
  list: { titolo: 'FOTO', route: '/home/noleggi', columns: ['data', 'foto'], pageSize: 10, sort: '-data', search: ['data', 'foto'] },
  form: { titolo: 'FOTO', route: '/home/noleggi/dettaglio-noleggi', sections: [{ rows: [['data']] }] },
});
