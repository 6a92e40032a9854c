import { defineRegister } from '../core/define-register.ts';
import { choice, text } from '../core/fields.ts';

/** The twelve components of a maintenance plan, in the order of the table (part 1, section 3). */
export const COMPONENTI = [
  'filtro_aria_esterno', 'filtro_aria_interno', 'filtro_gasolio', 'filtro_olio', 'filtro_idraulico', 'essiccatore',
  'olio_motore', 'olio_cambio', 'olio_idraulico', 'olio_pistoni', 'olio_bielle', 'antigelo',
] as const;

/** `filtro_aria_esterno` reads "Filtro aria esterno"; oils and antifreeze are measured in kg. */
export function nomeComponente(componente: string): string {
  const words = componente.replaceAll('_', ' ');
  const name = words.charAt(0).toUpperCase() + words.slice(1);
  return /^(olio|antigelo)/.test(componente) ? `${name} (kg)` : name;
}

/** A row of a machine's maintenance plan (part 1, section 3). */
export const manutMacchinari = defineRegister({
  path: 'manutMacchinari',
  bodyKey: 'manut',
  accesso: { area: 'macchinari', scrittura: 'area' },
  key: { field: 'id', kind: 'sequence', etichetta: 'Numero' },
  parent: { register: 'macchinari', field: 'matricola' },
  events: {
    created: 'RigaPianoAggiunta.v1',
    changed: 'RigaPianoModificata.v1',
    deleted: 'RigaPianoEliminata.v1',
    restored: 'RigaPianoRipristinata.v1',
  },
  fields: {
    matricola: text('Matricola', { max: 50 }),
    componente: choice('Componente', COMPONENTI.map((c) => ({ valore: c, etichetta: nomeComponente(c) })), { obbligatorio: true }),
    marca_e_modello: text('Marca e modello'),
    quantita: text('Quantità'),
    frequenza: text('Frequenza manut./sostituz.'),
  },
  etichette: { uno: 'riga del piano di manutenzione', articolo: 'la riga del piano di manutenzione', molti: 'righe del piano di manutenzione' },
  messaggi: {
    creato: 'Salvataggio tabella manutenzione effettuato con successo',
    modificato: 'Salvataggio tabella manutenzione effettuato con successo',
    eliminato: 'Riga eliminata con successo',
    confermaElimina: 'Sei sicuro di voler cancellare la riga?',
    erroreSalva: 'ERRORE NEL SALVATAGGIO DEI DATI',
    erroreElimina: "Errore durante l'eliminazione",
  },
  nome: ['componente'],
  list: { titolo: 'MANUTENZIONE', route: '/home/macchinari', columns: ['componente', 'marca_e_modello', 'quantita', 'frequenza'], pageSize: 20, sort: 'id', search: ['componente'] },
  form: { titolo: 'MANUTENZIONE', route: '/home/macchinari', sections: [{ rows: [['componente', 'marca_e_modello', 'quantita', 'frequenza']] }] },
});
