import type { AnyRegister } from '#contracts/core/define-register.ts';
import { oncePer } from '#contracts/core/once-per.ts';
import { fileFields, type FileField } from '#contracts/core/documents.ts';
import { datiMacchina } from '#contracts/registers/dati-macchina.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';

/** Tabs of a machine's form, in order. */
export const TABS = [
  { id: 'dettagli', label: 'DETTAGLI' },
  { id: 'documenti', label: 'DOCUMENTI' },
  { id: 'amministrazione', label: 'AMMINISTRAZIONE' },
  { id: 'dati', label: 'DATI' },
  { id: 'manutenzione', label: 'MANUTENZIONE' },
  { id: 'andamento', label: 'ANDAMENTO' },
] as const;
export type MacchinaTab = (typeof TABS)[number]['id'];

const FILES = new Map(fileFields(macchinari).map((file) => [file.field, file]));
function fileOf(fieldName: keyof typeof macchinari.fields): FileField {
  const file = FILES.get(fieldName);
  if (!file) throw new Error(`${fieldName} holds no file`);
  return file;
}

/** The twelve documents of the tab DOCUMENTI, in the specification's order. */
export const DOCUMENTS = (
  [
    'documenti_ce',
    'documenti_cdc',
    'documenti_cdp',
    'documenti_ass',
    'documenti_usoman',
    'documenti_catric',
    'documenti_schel',
    'documenti_schidr',
    'documenti_schpneu',
    'varie1',
    'varie2',
    'varie3',
  ] as const
).map(fileOf);
/** Returns the documents of the tab, including those of added kinds. */
export const documentsOf = oncePer((def: AnyRegister): readonly FileField[] => [
  ...DOCUMENTS,
  ...fileFields(def).filter(({ added }) => added === true),
]);

export const FATTURA = fileOf('documenti_fattura');
export const PACKING_LIST = fileOf('packingList');

export const AMMINISTRAZIONE = ['cespite', 'costo_storico', 'costo', 'valore_ammortamento'] as const;

export const tabOf = (fieldName: string): MacchinaTab => tabIn(macchinari, fieldName);

export function tabIn(def: AnyRegister, fieldName: string): MacchinaTab {
  if (AMMINISTRAZIONE.some((name) => name === fieldName) || fieldName === FATTURA.field || fieldName === PACKING_LIST.field)
    return 'amministrazione';
  if (documentsOf(def).some((file) => file.field === fieldName || (file.kind === 'document' && file.scadenza === fieldName)))
    return 'documenti';
  if (fieldName !== datiMacchina.key.field && fieldName in datiMacchina.fields) return 'dati';
  return 'dettagli';
}

/** Returns the tabs that a person sees; MANUTENZIONE is hidden for the marker `user` (part 1, section 2). */
export const visibleTabs = (marcatore: 'admin' | 'user') => TABS.filter(({ id }) => id !== 'manutenzione' || marcatore === 'admin');
