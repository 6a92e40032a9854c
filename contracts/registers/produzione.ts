import { defineRegister } from '../core/define-register.ts';
import { date, flag, money, note, number, ref, text } from '../core/fields.ts';
import { GRUPPO_CAPICANTIERE } from '../core/permissions.ts';
import { derivedLine, lineFaults } from '../modules/produzione.ts';

/** A line of a day's production, in the stream of its header (part 2, sections 2 and 3). */
export const produzione = defineRegister({
  path: 'produzione',
  bodyKey: 'produzione',
  access: { area: 'produzione', write: 'area', ownOnly: [GRUPPO_CAPICANTIERE], bulkOwn: true },
  key: { field: 'id', kind: 'sequence', label: 'Numero' },
  parent: { register: 'produzione_padre', field: 'id_intestazione' },
  facts: { 'RigaProduzioneRicalcolata.v1': 'ha ricalcolato la riga di produzione' },
  events: {
    created: 'RigaProduzioneAggiunta.v1',
    changed: 'RigaProduzioneModificata.v1',
    deleted: 'RigaProduzioneEliminata.v1',
    restored: 'RigaProduzioneRipristinata.v1',
  },
  fields: {
    id_intestazione: number('Produzione', { decimals: 0, min: 1 }),
    data: date('Data', { computed: true }),
    commessa: ref('Commessa', 'cantieri', 'commessa', { computed: true }),
    fermo: flag('Fermo'),
    wbs: ref('Wbs', 'wbs', 'descrizione', { among: { register: 'cantieri_wbs', value: 'descrizione', by: 'commessa' } }),
    lavorazione: ref('Lavorazione', 'lavorazioni', 'descrizione', {
      among: { register: 'cantieri_lavorazioni', value: 'lavorazione', by: 'commessa' },
    }),
    quantita: number('Quantità', { decimals: 3, min: 0 }),
    operatore: ref('Operatore', 'operatore', 'descrizione', { creatable: true }),
    noleggio: flag('Noleggio'),
    // the matricola of a rental if `noleggio` is 1, otherwise of a machine
    attrezzatura: ref('Attrezzatura', 'macchinari', 'matricola', {
      show: ['matricola', 'descrizione'],
      also: [{ register: 'noleggi', value: 'matricola' }],
    }),
    descrizione: text('Descrizione', { max: 1000 }),
    prezzo: money('Prezzo', { decimals: 4, min: 0, computed: true }),
    produzione: money('Produzione', { computed: true }),
    note: note('Note', { withoutQuotes: true }),
  },
  inherits: { data: 'data', commessa: 'cantiere' },
  derive: derivedLine,
  faults: lineFaults,
  labels: { one: 'riga di produzione', article: 'la riga di produzione', many: 'righe di produzione' },
  messages: {
    created: 'Inserimento effettuato',
    changed: 'Aggiornamento effettuato',
    deleted: 'Produzione eliminata con successo',
    confirmDelete: 'Sei sicuro di voler cancellare la produzione?',
    saveError: "Errore durante l'aggionamento",
    deleteError: "Errore durante l'eliminazione",
  },
  name: ['data', 'commessa', 'lavorazione'],
  list: {
    title: 'Righe di produzione',
    route: '/home/produzione',
    columns: ['wbs', 'lavorazione', 'operatore', 'attrezzatura', 'quantita', 'prezzo', 'produzione', 'note'],
    optional: ['data', 'commessa', 'fermo', 'noleggio', 'descrizione', 'utente'],
    pageSize: 5,
    sort: 'id',
    sums: [
      { field: 'quantita', unit: { register: 'lavorazioni', key: 'descrizione', value: 'um', by: 'lavorazione' } },
      { field: 'produzione', unit: '€' },
    ],
    search: ['commessa', 'wbs', 'lavorazione', 'operatore', 'attrezzatura', 'descrizione', 'note'],
  },
  form: {
    title: 'Inserimento Produzione',
    route: '/home/produzione/dettaglio-produzione',
    sections: [
      { rows: [['fermo'], ['wbs', 'lavorazione'], ['quantita', 'operatore'], ['noleggio', 'attrezzatura'], ['produzione'], ['note']] },
    ],
  },
});
