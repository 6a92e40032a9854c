import { defineRegister } from '../core/define-register.ts';
import { date, document, ref } from '../core/fields.ts';
import { firmDocumentPath } from '../modules/scadenze/document-kind.ts';
import { seenSentence, SEEN_EVENTS } from '../modules/scadenze/seen-deadline.ts';

/** Documents of the firm itself, such as the DURC. A record has one file, in the folder DITTA of the archive. */
export const documentiDitta = defineRegister({
  path: 'documenti_ditta',
  bodyKey: 'documenti_ditta',
  access: { area: 'report', write: 'area' },
  key: { field: 'id', kind: 'sequence', label: 'Numero' },
  ownsFile: (path, { id }) => path === firmDocumentPath(Number(id)),
  events: {
    created: 'DocumentoDittaRegistrato.v1',
    changed: 'DocumentoDittaModificato.v1',
    deleted: 'DocumentoDittaEliminato.v1',
    restored: 'DocumentoDittaRipristinato.v1',
  },
  facts: { [SEEN_EVENTS.ditta]: seenSentence },
  fields: {
    tipo: ref('Tipo', 'tipi_documento', 'codice', { required: true, show: ['codice', 'nome'] }),
    percorso: document('Documento', 'DITTA', 'scadenza'),
    scadenza: date('Scadenza'),
    responsabile: ref('Responsabile', 'users', 'memberID', { show: ['memberID', 'custom1'] }),
  },
  labels: { one: 'documento della ditta', article: 'il documento della ditta', many: 'documenti della ditta' },
  messages: {
    created: 'Inserimento effettuato',
    changed: 'Modifica effettuata',
    deleted: 'Documento eliminato con successo',
    confirmDelete: 'Sei sicuro di voler cancellare il documento?',
    saveError: 'Errore nel salvataggio',
    deleteError: "Errore durante l'eliminazione",
  },
  name: ['tipo'],
  list: {
    title: 'DOCUMENTI DELLA DITTA',
    route: '/home/documenti-ditta',
    columns: ['tipo', 'percorso', 'scadenza', 'responsabile'],
    optional: ['utente'],
    pageSize: 20,
    sort: 'tipo',
    search: ['tipo'],
    scadenze: ['scadenza'],
  },
  form: {
    title: 'DOCUMENTI DELLA DITTA',
    route: '/home/documenti-ditta/dettaglio-documenti-ditta',
    sections: [{ rows: [['tipo', 'scadenza'], ['responsabile']] }],
  },
});
