import { fileFields, type FileField } from '#contracts/core/documents.ts';
import { datiMacchina } from '#contracts/registers/dati-macchina.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';

/** The tabs of a machine, and which of them holds a field: to it goes who must mend something. */
export const TABS = [
  { id: 'dettagli', label: 'DETTAGLI' },
  { id: 'documenti', label: 'DOCUMENTI' },
  { id: 'amministrazione', label: 'AMMINISTRAZIONE' },
  { id: 'dati', label: 'DATI' },
  { id: 'manutenzione', label: 'MANUTENZIONE' },
] as const;
export type MacchinaTab = (typeof TABS)[number]['id'];

const FILES = new Map(fileFields(macchinari).map((file) => [file.field, file]));
function fileOf(campo: keyof typeof macchinari.fields): FileField {
  const file = FILES.get(campo);
  if (!file) throw new Error(`${campo} holds no file`);
  return file;
}

/** The twelve rows of DOCUMENTI, in the order of the specification. */
export const DOCUMENTI = ([
  'documenti_ce', 'documenti_cdc', 'documenti_cdp', 'documenti_ass', 'documenti_usoman', 'documenti_catric',
  'documenti_schel', 'documenti_schidr', 'documenti_schpneu', 'varie1', 'varie2', 'varie3',
] as const).map(fileOf);
export const FATTURA = fileOf('documenti_fattura');
export const PACKING_LIST = fileOf('packingList');
export const FOTO = fileOf('foto');

export const AMMINISTRAZIONE = ['cespite', 'costo_storico', 'costo', 'valore_ammortamento'] as const;

export function tabOf(campo: string): MacchinaTab {
  if (AMMINISTRAZIONE.some((nome) => nome === campo) || campo === FATTURA.field || campo === PACKING_LIST.field) return 'amministrazione';
  if (DOCUMENTI.some((file) => file.field === campo || (file.kind === 'document' && file.scadenza === campo))) return 'documenti';
  if (campo !== datiMacchina.key.field && campo in datiMacchina.fields) return 'dati';
  return 'dettagli';
}

/** MANUTENZIONE is hidden for the marker `user` (part 1, section 2). */
export const visibleTabs = (marcatore: 'admin' | 'user') => TABS.filter(({ id }) => id !== 'manutenzione' || marcatore === 'admin');
