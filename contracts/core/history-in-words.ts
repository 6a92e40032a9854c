import type { Json } from './events.ts';
import { formatEuro, formatNumero } from './formats.ts';
import type { AnyRegister } from './define-register.ts';
import type { Field } from './fields.ts';
import { registro } from '../registers/index.ts';
import type { CampoStorico, VoceStorico } from './history.ts';

/** How a value of the history reads in its field's own format. */
export interface ShownValue {
  text: string;
  /** There was nothing. */
  empty: boolean;
  color?: string;
  /** A version of a file in the archive. */
  file?: { percorso: string; versione: number };
}

/** The fields in the order of the definition: the log keeps none. */
export function inOrder(def: AnyRegister | undefined, campi: readonly CampoStorico[]): CampoStorico[] {
  const order = [def?.key.field, ...Object.keys(def?.fields ?? {})];
  return campi.toSorted((a, b) => order.indexOf(a.campo) - order.indexOf(b.campo));
}

const EMPTY: ShownValue = { text: 'vuoto', empty: true };
const NO_FILE: ShownValue = { text: 'assente', empty: true };

export function showValue(tipo: CampoStorico['tipo'], field: Field | undefined, value: Json): ShownValue {
  if (tipo === 'document' || tipo === 'photo') return showFile(value);
  if (value === null || value === '') return EMPTY;
  if (typeof value === 'object') return { text: JSON.stringify(value), empty: false };
  switch (tipo) {
    case 'money':
      return shown(typeof value === 'number' ? formatEuro(value) : String(value));
    case 'number': {
      const unit = field?.kind === 'number' && field.unita ? ` ${field.unita}` : '';
      return shown(typeof value === 'number' && !(field?.kind === 'number' && field.anno) ? formatNumero(value) + unit : String(value));
    }
    case 'flag':
      return shown(value === 1 || value === true ? 'sì' : 'no');
    case 'choice':
      return shown((field?.kind === 'choice' && field.opzioni.find((o) => o.valore === value)?.etichetta) || String(value));
    case 'color':
      return { text: String(value), empty: false, color: String(value) };
    default:
      return shown(String(value));
  }
}

const shown = (text: string): ShownValue => ({ text, empty: false });

function showFile(value: Json): ShownValue {
  if (value === null || value === '') return NO_FILE;
  if (typeof value === 'object' && !Array.isArray(value)) {
    const percorso = String(value['percorso']);
    const versione = Number(value['versione']);
    return { text: `versione ${versione}`, empty: false, file: { percorso, versione } };
  }
  return shown(String(value));
}

/** "Ore/Km: 6.412 → 6.538; Stato attuale: vuoto → Operativo"; of a new record only what it was given. */
export function campiInParole(voce: Pick<VoceStorico, 'tabella' | 'tipo' | 'campi'>): string {
  const def = registro(voce.tabella);
  const valore = (campo: CampoStorico, value: CampoStorico['prima']) => showValue(campo.tipo, def?.fields[campo.campo], value).text;
  return inOrder(def, voce.campi).map((campo) => {
    const prima = voce.tipo === 'creato' ? '' : `${valore(campo, campo.prima)} → `;
    return `${campo.etichetta}: ${prima}${valore(campo, campo.dopo)}`;
  }).join('; ');
}

/** "macchinario A0112". */
export function recordDi(voce: Pick<VoceStorico, 'tabella' | 'id'>): string {
  return `${registro(voce.tabella)?.etichette.uno ?? voce.tabella} ${voce.id}`;
}
