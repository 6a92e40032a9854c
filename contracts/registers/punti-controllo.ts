import { defineRegister } from '../core/define-register.ts';
import { number, ref, text } from '../core/fields.ts';

/**
 * Register of the points to check before a machine is used, by tipologia. A point without tipologia applies to machines whose tipologia has
 * no own points.
 */
export const puntiControllo = defineRegister({
  path: 'punti_controllo',
  bodyKey: 'punti_controllo',
  access: { area: 'manutenzioni', read: 'everyone', write: 'master' },
  key: { field: 'id', kind: 'sequence', label: 'Numero' },
  events: {
    created: 'PuntoControlloRegistrato.v1',
    changed: 'PuntoControlloModificato.v1',
    deleted: 'PuntoControlloEliminato.v1',
    restored: 'PuntoControlloRipristinato.v1',
  },
  fields: {
    tipologia: ref('Tipologia', 'tipologia', 'tipologia'),
    punto: text('Punto da controllare', { required: true, max: 100 }),
    ordine: number('Ordine', { decimals: 0, min: 0 }),
  },
  labels: { one: 'punto di controllo', article: 'il punto di controllo', many: 'punti di controllo' },
  messages: {
    created: 'Inserimento effettuato',
    changed: 'Modifica effettuata',
    deleted: 'Punto eliminato con successo',
    confirmDelete: 'Sei sicuro di voler cancellare il punto?',
    saveError: 'Errore nel salvataggio',
    deleteError: "Errore durante l'eliminazione",
  },
  name: ['tipologia', 'punto'],
  list: {
    title: 'PUNTI DI CONTROLLO',
    route: '/home/punti-controllo',
    columns: ['tipologia', 'ordine', 'punto'],
    pageSize: 20,
    sort: 'tipologia',
    search: ['tipologia', 'punto'],
  },
  form: {
    title: 'PUNTI DI CONTROLLO',
    route: '/home/punti-controllo/dettaglio-punti-controllo',
    sections: [{ rows: [['tipologia', 'punto', 'ordine']] }],
  },
});
