import { defineRegister } from '../core/define-register.ts';
import { liesIn } from '../core/documents.ts';
import type { ValuesOf } from '../core/typed-record.ts';
import type { noleggi } from './noleggi.ts';
import { date, number, photo } from '../core/fields.ts';

/** A photo of a rental on a day (part 2, sections 2 and 3). */
export const fotoNoleggi = defineRegister({
  path: 'fotoNoleggi',
  bodyKey: 'fotoNoleggi',
  access: { area: 'noleggi_int', write: 'area' },
  key: { field: 'id', kind: 'sequence', label: 'Numero' },
  parent: { register: 'noleggi', field: 'id_noleggi' },
  ownsFile: (path, _values, noleggio) => liesIn(`${String((noleggio as ValuesOf<typeof noleggi> | undefined)?.matricola)}/foto`, path),
  events: {
    created: 'FotoNoleggioRegistrata.v1',
    changed: 'FotoNoleggioModificata.v1',
    deleted: 'FotoNoleggioEliminata.v1',
    restored: 'FotoNoleggioRipristinata.v1',
  },
  fields: {
    id_noleggi: number('Noleggio', { decimals: 0, min: 1 }),
    data: date('Data', { today: true }),
    foto: photo('Foto', 'FOTO'),
  },
  labels: { one: 'foto del noleggio', article: 'la foto del noleggio', many: 'foto dei noleggi' },
  messages: {
    created: 'Documento caricato con successo!',
    changed: 'Salvataggio Effettuato correttamente',
    deleted: 'File Eliminato con successo',
    confirmDelete: 'Sei sicuro di voler cancellare la foto?',
    saveError: 'Errore nel salvataggio dei dati',
    deleteError: "Errore durante l'eliminazione",
  },
  name: ['data', 'foto'],
  list: { title: 'FOTO', route: '/home/noleggi', columns: ['data', 'foto'], pageSize: 10, sort: '-data', search: ['data', 'foto'] },
  form: { title: 'FOTO', route: '/home/noleggi/dettaglio-noleggi', sections: [{ rows: [['data']] }] },
});
