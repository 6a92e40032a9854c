import { defineRegister } from '../core/define-register.ts';
import { choice, flag, ref, text } from '../core/fields.ts';
import { CODICE, codesOf, SOGGETTI } from '../modules/scadenze/document-kind.ts';

/**
 * Register of the document kinds that a role, a type of machine or a site (`*`: every site) requires. Of several codes joined by `|`, any
 * valid document meets the requirement; with `tra_presenti`, that of one person present on the site is enough.
 */
export const requisiti = defineRegister({
  path: 'requisiti',
  bodyKey: 'requisiti',
  access: { area: 'report', also: ['macchinari', 'noleggi_int'], read: 'everyone', write: 'master' },
  key: { field: 'id', kind: 'sequence', label: 'Numero' },
  distinct: { fields: ['soggetto', 'mansione', 'tipologia', 'commessa', 'se', 'tipo_documento'], message: 'C’è già questo requisito.' },
  faults: ({ mansione, tipologia, commessa, tipo_documento }): Readonly<Record<string, string>> => ({
    ...([mansione, tipologia, commessa].filter((one) => one !== null && one !== undefined).length === 1
      ? {}
      : { mansione: 'Serve una sola fra mansione, tipologia e cantiere' }),
    ...(codesOf(tipo_documento).every((code) => CODICE.test(code)) ? {} : { tipo_documento: 'Codici di tipi di documento, separati da |' }),
  }),
  events: {
    created: 'RequisitoRegistrato.v1',
    changed: 'RequisitoModificato.v1',
    deleted: 'RequisitoEliminato.v1',
    restored: 'RequisitoRipristinato.v1',
  },
  fields: {
    soggetto: choice('Soggetto', SOGGETTI, { required: true }),
    tipo_documento: text('Tipo di documento', { required: true }),
    mansione: ref('Mansione', 'mansioni', 'id', { numeric: true, show: ['descrizione'] }),
    tipologia: ref('Tipologia', 'tipologia', 'tipologia'),
    commessa: ref('Cantiere', 'cantieri', 'commessa', { show: ['commessa', 'committente'], named: true, every: '*' }),
    se: choice('Solo se', [{ value: 'extra_ue', label: 'Cittadino extra UE' }]),
    tra_presenti: flag('Basta uno dei presenti'),
  },
  labels: { one: 'requisito', article: 'il requisito', many: 'requisiti' },
  messages: {
    created: 'Inserimento effettuato',
    changed: 'Modifica effettuata',
    deleted: 'Requisito eliminato con successo',
    confirmDelete: 'Sei sicuro di voler cancellare il requisito?',
    saveError: 'Errore nel salvataggio',
    deleteError: "Errore durante l'eliminazione",
  },
  name: ['tipo_documento', 'soggetto'],
  list: {
    title: 'REQUISITI',
    route: '/home/requisiti',
    columns: ['soggetto', 'tipo_documento', 'mansione', 'tipologia', 'commessa', 'se', 'tra_presenti'],
    optional: ['utente'],
    pageSize: 20,
    sort: 'soggetto',
    search: ['tipo_documento', 'soggetto', 'tipologia', 'commessa'],
  },
  form: {
    title: 'REQUISITI',
    route: '/home/requisiti/dettaglio-requisiti',
    sections: [
      {
        rows: [
          ['soggetto', 'tipo_documento'],
          ['mansione', 'tipologia', 'commessa'],
          ['se', 'tra_presenti'],
        ],
      },
    ],
  },
});
