import { defineRegister } from '../core/define-register.ts';
import { choice, number, text } from '../core/fields.ts';

/** The twelve components of a maintenance plan, in the order of the table (part 1, section 3). */
export const COMPONENTI = [
  'filtro_aria_esterno',
  'filtro_aria_interno',
  'filtro_gasolio',
  'filtro_olio',
  'filtro_idraulico',
  'essiccatore',
  'olio_motore',
  'olio_cambio',
  'olio_idraulico',
  'olio_pistoni',
  'olio_bielle',
  'antigelo',
] as const;
export type Componente = (typeof COMPONENTI)[number];

/** Returns a component's displayed name: `filtro_aria_esterno` gives "Filtro aria esterno". Oils and antifreeze get the unit "(kg)". */
export function componenteName(componente: string): string {
  const words = componente.replaceAll('_', ' ');
  const name = words.charAt(0).toUpperCase() + words.slice(1);
  return /^(olio|antigelo)/.test(componente) ? `${name} (kg)` : name;
}

/** A row of a machine's maintenance plan (part 1, section 3). */
export const manutMacchinari = defineRegister({
  path: 'manutMacchinari',
  bodyKey: 'manut',
  access: { area: 'macchinari', write: 'area' },
  key: { field: 'id', kind: 'sequence', label: 'Numero' },
  parent: { register: 'macchinari', field: 'matricola' },
  unique: { field: 'componente', message: 'Il piano di manutenzione ha già una riga per questo componente.' },
  events: {
    created: 'RigaPianoAggiunta.v1',
    changed: 'RigaPianoModificata.v1',
    deleted: 'RigaPianoEliminata.v1',
    restored: 'RigaPianoRipristinata.v1',
  },
  fields: {
    matricola: text('Matricola', { max: 50 }),
    componente: choice(
      'Componente',
      COMPONENTI.map((c) => ({ value: c, label: componenteName(c) })),
      { required: true },
    ),
    marca_e_modello: text('Marca e modello'),
    quantita: text('Quantità'),
    frequenza: text('Frequenza manut./sostituz.'),
    ogni_ore: number('Ogni ore', { unit: 'h', decimals: 0, min: 1 }),
    ogni_mesi: number('Ogni mesi', { decimals: 0, min: 1 }),
  },
  labels: { one: 'riga del piano di manutenzione', article: 'la riga del piano di manutenzione', many: 'righe del piano di manutenzione' },
  messages: {
    created: 'Salvataggio tabella manutenzione effettuato con successo',
    changed: 'Salvataggio tabella manutenzione effettuato con successo',
    deleted: 'Riga eliminata con successo',
    confirmDelete: 'Sei sicuro di voler cancellare la riga?',
    saveError: 'ERRORE NEL SALVATAGGIO DEI DATI',
    deleteError: "Errore durante l'eliminazione",
  },
  name: ['componente'],
  list: {
    title: 'MANUTENZIONE',
    route: '/home/macchinari',
    columns: ['componente', 'marca_e_modello', 'quantita', 'frequenza', 'ogni_ore', 'ogni_mesi'],
    pageSize: 20,
    sort: 'id',
    search: ['componente'],
  },
  form: {
    title: 'MANUTENZIONE',
    route: '/home/macchinari',
    sections: [{ rows: [['componente', 'marca_e_modello', 'quantita', 'frequenza', 'ogni_ore', 'ogni_mesi']] }],
  },
});
