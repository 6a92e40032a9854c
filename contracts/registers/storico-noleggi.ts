import { defineRegister } from '../core/define-register.ts';
import { date, document, money, number, ref, text } from '../core/fields.ts';

/** A period of a rental on one site, with its rate and contract (part 2, sections 2 and 3). */
export const storicoNoleggi = defineRegister({
  path: 'storicoNoleggi',
  bodyKey: 'storicoNoleggi',
  accesso: { area: 'noleggi_int', scrittura: 'area' },
  key: { field: 'id', kind: 'sequence', etichetta: 'Numero' },
  parent: { register: 'noleggi', field: 'id_noleggi' },
  events: {
    created: 'PeriodoNoleggioRegistrato.v1',
    changed: 'PeriodoNoleggioModificato.v1',
    deleted: 'PeriodoNoleggioEliminato.v1',
    restored: 'PeriodoNoleggioRipristinato.v1',
  },
  fields: {
    id_noleggi: number('Noleggio', { decimali: 0, min: 1 }),
    matricola: text('Matricola', { max: 20 }),
    cantiere: ref('Cantiere', 'cantieri', 'commessa', { mostra: ['commessa', 'committente'], creabile: true }),
    tariffa: money('Tariffa Mensile'),
    data_inizio: date('Data Inizio'),
    data_fine: date('Data Fine'),
    contratto: document('Contratto', 'CONTRATTO'),
  },
  etichette: { uno: 'periodo di noleggio', articolo: 'il periodo di noleggio', molti: 'periodi di noleggio' },
  messaggi: {
    creato: 'Noleggio salvato con successo',
    modificato: 'Noleggio salvato con successo',
    eliminato: 'Storico Noleggio eliminato con successo',
    confermaElimina: 'Sei sicuro di voler cancellare lo Storico Noleggio?',
    erroreSalva: 'Errore nel salvataggio dei dati',
    erroreElimina: "Errore durante l'eliminazione",
  },
  nome: ['matricola', 'cantiere', 'data_inizio'],
  list: {
    titolo: 'Storico Noleggi',
    route: '/home/noleggi/dettaglio-noleggi',
    columns: ['cantiere', 'tariffa', 'data_inizio', 'data_fine', 'contratto'],
    hidden: ['utente'],
    pageSize: 5,
    sort: '-data_inizio',
    search: ['matricola', 'cantiere', 'data_inizio', 'data_fine'],
  },
  form: {
    titolo: 'Storico Noleggio',
    route: '/home/noleggi/dettaglio-noleggi',
    sections: [{ rows: [['data_inizio', 'data_fine'], ['cantiere', 'tariffa']] }],
  },
});
