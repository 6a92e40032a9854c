import { defineRegister } from '../core/define-register.ts';
import { number, ref } from '../core/fields.ts';

/**
 * Register of the points of machines' consumption curves: litres per hour at revolutions per minute. Values between points are
 * interpolated; outside the curve, the nearest point's value applies.
 */
export const curveConsumo = defineRegister({
  path: 'curve_consumo',
  bodyKey: 'curve_consumo',
  access: { area: 'accise', write: 'area' },
  key: { field: 'id', kind: 'sequence', label: 'Numero' },
  events: {
    created: 'PuntoCurvaRegistrato.v1',
    changed: 'PuntoCurvaModificato.v1',
    deleted: 'PuntoCurvaEliminato.v1',
    restored: 'PuntoCurvaRipristinato.v1',
  },
  fields: {
    matricola: ref('Matricola', 'macchinari', 'matricola', { required: true, show: ['matricola', 'marca', 'modello'] }),
    giri: number('Giri al minuto', { decimals: 0, min: 0, required: true }),
    litri_ora: number('Litri all’ora', { decimals: 3, min: 0, required: true }),
  },
  labels: { one: 'punto della curva di consumo', article: 'il punto della curva di consumo', many: 'punti delle curve di consumo' },
  messages: {
    created: 'Inserimento effettuato',
    changed: 'Modifica effettuata',
    deleted: 'Punto eliminato con successo',
    confirmDelete: 'Sei sicuro di voler cancellare il punto della curva?',
    saveError: 'Errore nel salvataggio',
    deleteError: "Errore durante l'eliminazione",
  },
  name: ['matricola', 'giri'],
  list: {
    title: 'CURVE DI CONSUMO',
    route: '/home/curve-consumo',
    columns: ['matricola', 'giri', 'litri_ora'],
    optional: ['utente'],
    pageSize: 20,
    sort: 'matricola',
    search: ['matricola'],
  },
  form: {
    title: 'CURVE DI CONSUMO',
    route: '/home/curve-consumo/dettaglio-curve-consumo',
    sections: [{ rows: [['matricola', 'giri', 'litri_ora']] }],
  },
});
