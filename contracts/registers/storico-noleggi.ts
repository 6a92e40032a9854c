import { defineRegister } from '../core/define-register.ts';
import { liesIn } from '../core/documents.ts';
import type { ValuesOf } from '../core/typed-record.ts';
import type { noleggi } from './noleggi.ts';
import { date, document, money, number, ref, text } from '../core/fields.ts';

/** A period of a rental on one site, with its rate and contract (part 2, sections 2 and 3). */
export const storicoNoleggi = defineRegister({
  path: 'storicoNoleggi',
  bodyKey: 'storicoNoleggi',
  access: { area: 'noleggi_int', write: 'area' },
  key: { field: 'id', kind: 'sequence', label: 'Numero' },
  parent: { register: 'noleggi', field: 'id_noleggi' },
  ownsFile(path, _values, noleggio) {
    const { matricola } = (noleggio ?? {}) as ValuesOf<typeof noleggi>;
    return liesIn(matricola, path) && path.startsWith(`${String(matricola)}/${String(matricola)}_CONTRATTO_`);
  },
  events: {
    created: 'PeriodoNoleggioRegistrato.v1',
    changed: 'PeriodoNoleggioModificato.v1',
    deleted: 'PeriodoNoleggioEliminato.v1',
    restored: 'PeriodoNoleggioRipristinato.v1',
  },
  fields: {
    id_noleggi: number('Noleggio', { decimals: 0, min: 1 }),
    matricola: text('Matricola', { max: 20, computed: true }),
    cantiere: ref('Cantiere', 'cantieri', 'commessa', { show: ['commessa', 'committente'], creatable: true, named: true }),
    tariffa: money('Tariffa Mensile', { min: 0 }),
    data_inizio: date('Data Inizio'),
    data_fine: date('Data Fine'),
    contratto: document('Contratto', 'CONTRATTO'),
  },
  inherits: { matricola: 'matricola' },
  periods: [['data_inizio', 'data_fine']],
  labels: { one: 'periodo di noleggio', article: 'il periodo di noleggio', many: 'periodi di noleggio' },
  messages: {
    created: 'Noleggio salvato con successo',
    changed: 'Noleggio salvato con successo',
    deleted: 'Storico Noleggio eliminato con successo',
    confirmDelete: 'Sei sicuro di voler cancellare lo Storico Noleggio?',
    saveError: 'Errore nel salvataggio dei dati',
    deleteError: "Errore durante l'eliminazione",
  },
  name: ['matricola', 'cantiere', 'data_inizio'],
  list: {
    title: 'Storico Noleggi',
    route: '/home/noleggi/dettaglio-noleggi',
    columns: ['cantiere', 'tariffa', 'data_inizio', 'data_fine', 'contratto'],
    optional: ['utente'],
    pageSize: 5,
    sort: '-data_inizio',
    search: ['matricola', 'cantiere', 'data_inizio', 'data_fine'],
  },
  form: {
    title: 'Storico Noleggio',
    route: '/home/noleggi/dettaglio-noleggi',
    // the specification (part 2, section 9) returns to the rental one second after a save
    leaveAfter: 1000,
    sections: [
      {
        rows: [
          ['data_inizio', 'data_fine'],
          ['cantiere', 'tariffa'],
        ],
      },
    ],
  },
});
