import { fileFields } from '#contracts/core/documents.ts';
import { register } from '#contracts/registers/index.ts';

/** The tabs of a scanned machine, for who may see its record. */
const SCHEDE = [
  { id: 'dettagli', label: 'DETTAGLI' },
  { id: 'documenti', label: 'DOCUMENTI' },
  { id: 'amministrazione', label: 'AMMINISTRAZIONE' },
  { id: 'dati', label: 'DATI' },
  { id: 'manutenzione', label: 'MANUTENZIONE' },
] as const;
export type Scheda = (typeof SCHEDE)[number]['id'];

/** The machine's own screen, to which the last ones lead, has no MANUTENZIONE for the marker `user`. */
export const schedePer = (marcatore: 'admin' | 'user') => SCHEDE.filter(({ id }) => id !== 'manutenzione' || marcatore === 'admin');

const FILE = fileFields(register('macchinari')!);

/** The four documents that this page shows. */
export const DOCUMENTI = ['documenti_ce', 'documenti_cdc', 'documenti_cdp', 'documenti_ass'].map((campo) => FILE.find((file) => file.field === campo)!);
