import { defineRegister } from '../core/define-register.ts';
import { choice, flag, number, ref, text } from '../core/fields.ts';
import { CODICE, CERTEZZE, SOGGETTI } from '../modules/scadenze/document-kind.ts';

/**
 * Register of the document kinds of machines, rentals, workers and the firm. A kind has the interval that a renewal proposes, the norm
 * behind it and its certainty. Writing requires level 3 of the subject's area.
 */
export const tipiDocumento = defineRegister({
  path: 'tipi_documento',
  bodyKey: 'tipi_documento',
  access: { area: 'report', also: ['macchinari', 'noleggi_int'], read: 'everyone', write: 'master' },
  key: { field: 'id', kind: 'sequence', label: 'Numero' },
  distinct: { fields: ['soggetto', 'codice'], message: 'C’è già un tipo di documento con questo codice per questo soggetto.' },
  faults: ({ codice }): Readonly<Record<string, string>> =>
    codice === null || CODICE.test(String(codice))
      ? {}
      : { codice: 'Lettere minuscole senza accenti, cifre e _; comincia con una lettera' },
  events: {
    created: 'TipoDocumentoRegistrato.v1',
    changed: 'TipoDocumentoModificato.v1',
    deleted: 'TipoDocumentoEliminato.v1',
    restored: 'TipoDocumentoRipristinato.v1',
  },
  fields: {
    soggetto: choice('Soggetto', SOGGETTI, { required: true }),
    codice: text('Codice', { max: 30, required: true }),
    nome: text('Nome', { max: 100, required: true }),
    mesi: number('Intervallo (mesi)', { column: 'Mesi', decimals: 0, min: 1 }),
    preavviso: number('Preavviso (giorni)', { column: 'Preavviso', decimals: 0, min: 0 }),
    promemoria: text('Promemoria (giorni prima)', { column: 'Promemoria', max: 50 }),
    norma: text('Norma'),
    certezza: choice('Certezza', CERTEZZE),
    sanitario: flag('Dati sanitari'),
    // years for which a worker is kept after the end of employment; empty: the default of `yearsKept`
    conserva_anni: number('Conservazione (anni)', { column: 'Conserva', decimals: 0, min: 0, max: 100 }),
    blocca: flag('Blocca'),
    responsabile: ref('Responsabile', 'users', 'memberID', { show: ['memberID', 'custom1'] }),
    ordine: number('Ordine', { decimals: 0, min: 0 }),
  },
  labels: { one: 'tipo di documento', article: 'il tipo di documento', many: 'tipi di documento' },
  messages: {
    created: 'Inserimento effettuato',
    changed: 'Modifica effettuata',
    deleted: 'Tipo di documento eliminato con successo',
    confirmDelete: 'Sei sicuro di voler cancellare il tipo di documento?',
    saveError: 'Errore nel salvataggio',
    deleteError: "Errore durante l'eliminazione",
  },
  name: ['nome', 'soggetto'],
  list: {
    title: 'TIPI DI DOCUMENTO',
    route: '/home/tipi-documento',
    columns: ['soggetto', 'codice', 'nome', 'mesi', 'preavviso', 'norma', 'certezza', 'sanitario', 'blocca', 'responsabile'],
    optional: ['promemoria', 'conserva_anni', 'ordine', 'utente'],
    pageSize: 20,
    sort: 'ordine',
    search: ['codice', 'nome', 'norma', 'soggetto'],
  },
  form: {
    title: 'TIPI DI DOCUMENTO',
    route: '/home/tipi-documento/dettaglio-tipi-documento',
    sections: [
      {
        rows: [
          ['soggetto', 'codice', 'nome'],
          ['mesi', 'preavviso', 'promemoria'],
          ['norma', 'certezza'],
          ['sanitario', 'blocca', 'conserva_anni'],
          ['responsabile', 'ordine'],
        ],
      },
    ],
  },
});
