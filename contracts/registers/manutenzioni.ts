import { defineRegister } from '../core/define-register.ts';
import { manutenzionePath } from '../core/documents.ts';
import { choice, date, document, money, multi, note, number, ref, text } from '../core/fields.ts';

/** Maintenance records per machine (part 1, sections 2 and 3). */
export const manutenzioni = defineRegister({
  path: 'manutenzioni',
  bodyKey: 'manutenzione',
  access: { area: 'manutenzioni', write: 'area' },
  key: { field: 'id', kind: 'sequence', label: 'Numero' },
  // records of one machine and day share the sheet of that day
  ownsFile: (path, { matricola, data }) => path === manutenzionePath(String(matricola ?? ''), String(data ?? '')).normalize('NFC'),
  events: {
    created: 'ManutenzioneRegistrata.v1',
    changed: 'ManutenzioneModificata.v1',
    deleted: 'ManutenzioneEliminata.v1',
    restored: 'ManutenzioneRipristinata.v1',
  },
  fields: {
    data: date('Data', { today: true }),
    cantiere: ref('Cantiere', 'cantieri', 'commessa', { show: ['commessa', 'committente'], creatable: true, named: true }),
    matricola: ref('Matricola', 'macchinari', 'matricola', { show: ['matricola', 'marca', 'modello'], creatable: true }),
    descrizione: text('Descrizione'),
    matr_costr: text('Matricola costruttore'),
    manutenz_tipo: choice('Tipologia', ['Ordinaria', 'Straordinaria', 'Altro']),
    tipologia: choice('Tipo Manutenzione', ['Interna', 'Esterna', { value: 'Lettura', label: 'Lettura Ore' }]),
    ore_km: number('Ore/Km', { min: 0 }),
    costo: money('Costo', { min: 0 }),
    documento: document('Documento', 'MANUTENZIONE'),
    manutenzione: multi('Manutenzione', 'elencoManutenzioni', 'Descrizione'),
    ore_scadenza: number('Scadenza', { unit: 'h', min: 0 }),
    note: note('Note'),
    meccanico: ref('Meccanici', 'meccanici', 'descrizione', { column: 'Meccanico', creatable: true }),
  },
  labels: { one: 'manutenzione', article: 'la manutenzione', many: 'manutenzioni' },
  messages: {
    created: 'Salvataggio effettuato con successo',
    changed: 'Salvataggio effettuato con successo',
    deleted: 'Manutenzione eliminata con successo',
    confirmDelete: 'Sei sicuro di voler cancellare la manutenzione?',
    saveError: 'Errore durante il salvataggio',
    deleteError: "Errore durante l'eliminazione",
  },
  name: ['matricola', 'data'],
  list: {
    title: 'MANUTENZIONI',
    route: '/home/manutenzioni',
    columns: ['utente', 'data', 'cantiere', 'matricola', 'descrizione', 'tipologia', 'ore_km', 'note', 'meccanico'],
    optional: ['manutenz_tipo', 'manutenzione', 'ore_scadenza', 'costo'],
    pageSize: 10,
    sort: '-data',
    sums: [{ field: 'costo', unit: '€' }],
    search: ['utente', 'data', 'cantiere', 'matricola', 'descrizione', 'tipologia', 'note', 'meccanico', 'manutenzione'],
  },
  form: {
    title: 'Inserimento Manutenzioni',
    route: '/home/manutenzioni',
    // the specification (part 1, section 4) returns to the list one second after a save
    leaveAfter: 1000,
    sections: [
      {
        rows: [
          ['data', 'cantiere'],
          ['matricola', 'descrizione'],
        ],
      },
      {
        rows: [
          ['tipologia', 'manutenz_tipo'],
          ['ore_km', 'costo'],
          ['manutenzione', 'ore_scadenza'],
          ['note', 'meccanico'],
        ],
      },
    ],
  },
});
