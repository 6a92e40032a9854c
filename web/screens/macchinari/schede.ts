import { fileFields } from '#contracts/core/documents.ts';
import { register } from '#contracts/registers/index.ts';

/** The tabs of a machine, and which of them holds a field: to it goes who must mend something. */
export const SCHEDE = [
  { id: 'dettagli', label: 'DETTAGLI' },
  { id: 'documenti', label: 'DOCUMENTI' },
  { id: 'amministrazione', label: 'AMMINISTRAZIONE' },
  { id: 'dati', label: 'DATI' },
  { id: 'manutenzione', label: 'MANUTENZIONE' },
] as const;
export type Scheda = (typeof SCHEDE)[number]['id'];

const macchinari = register('macchinari')!;
const datiMacchina = register('datiMacchina')!;
const FILE = fileFields(macchinari);

/** The twelve rows of DOCUMENTI, in the order of the specification. */
const ORDINE = [
  'documenti_ce', 'documenti_cdc', 'documenti_cdp', 'documenti_ass', 'documenti_usoman', 'documenti_catric',
  'documenti_schel', 'documenti_schidr', 'documenti_schpneu', 'varie1', 'varie2', 'varie3',
];
export const DOCUMENTI = ORDINE.map((campo) => FILE.find((file) => file.field === campo)!);
export const FATTURA = FILE.find((file) => file.field === 'documenti_fattura')!;
export const PACKING_LIST = FILE.find((file) => file.field === 'packingList')!;
export const FOTO = FILE.find((file) => file.field === 'foto')!;

export const AMMINISTRAZIONE = ['cespite', 'costo_storico', 'costo', 'valore_ammortamento'] as const;

export function schedaDi(campo: string): Scheda {
  if (AMMINISTRAZIONE.some((nome) => nome === campo) || campo === FATTURA.field || campo === PACKING_LIST.field) return 'amministrazione';
  if (ORDINE.includes(campo) || DOCUMENTI.some((file) => file.kind === 'document' && file.scadenza === campo)) return 'documenti';
  if (campo !== datiMacchina.key.field && campo in datiMacchina.fields) return 'dati';
  return 'dettagli';
}

/** MANUTENZIONE is hidden for the marker `user` (part 1, section 2). */
export const schedeVisibili = (marcatore: 'admin' | 'user') => SCHEDE.filter(({ id }) => id !== 'manutenzione' || marcatore === 'admin');
