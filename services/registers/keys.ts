import { DomainError } from '#contracts/core/errors.ts';
import { keySchema, type AnyRegister } from '#contracts/core/define-register.ts';
import { registro } from '#contracts/registers/index.ts';
import { CHIAVE_VUOTA } from './register.decider.ts';

type Dati = Record<string, unknown>;

const MAX_CHIAVI = 1000;

/** A key as a client wrote it, checked; the sentence of the specification where it is empty. */
export function leggiChiave(def: AnyRegister, valore: unknown, campo = def.key.field): string | number {
  if (valore === undefined || valore === null || (typeof valore === 'string' && valore.trim() === '')) {
    throw new DomainError(CHIAVE_VUOTA[def.path] ?? 'RICHIESTA_NON_VALIDA', { errors: [{ campo, messaggio: `Manca ${def.key.etichetta}` }] });
  }
  const letta = keySchema(def).safeParse(valore);
  if (letta.success) return letta.data;
  throw new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo, messaggio: letta.error.issues[0]?.message ?? 'Chiave non valida' }] });
}

/** The names a client may give the key: the field's own, and the `id` of the old calls. */
export function chiaveGrezza(def: AnyRegister, dati: Dati): unknown {
  const nome = nomiChiave(def).find((n) => Object.hasOwn(dati, n) && dati[n] !== undefined);
  return nome === undefined ? undefined : dati[nome];
}

/** Keys of a deletion, in the body or the query: one, a list, or (numbers only: a text may hold a comma) joined by commas. */
export function leggiChiavi(def: AnyRegister, corpo: unknown, query: Dati): (string | number)[] {
  const grezza = (isDati(corpo) ? chiaveGrezza(def, corpo) : undefined) ?? chiaveGrezza(def, query);
  const valori = Array.isArray(grezza) ? grezza : [grezza];
  const singole = def.key.kind === 'sequence' ? valori.flatMap((v) => (typeof v === 'string' && v.includes(',') ? v.split(',') : [v])) : valori;
  if (singole.length > MAX_CHIAVI) throw new DomainError('RICHIESTA_NON_VALIDA', { messaggio: `Al massimo ${MAX_CHIAVI} record per volta.` });
  if (singole.length === 0) return [leggiChiave(def, undefined)];
  return [...new Set(singole.map((v) => leggiChiave(def, v)))];
}

/** Key of the parent's record, as a child's values or a query carry it. */
export function leggiPadre(def: AnyRegister, valore: unknown): string | number {
  const padre = def.parent && registro(def.parent.register);
  if (!padre || !def.parent) throw new Error(`${def.path} has no parent`);
  return leggiChiave(padre, valore, def.parent.field);
}

/** The register a call names in `tabella`. */
export function registroDi(tabella: unknown): AnyRegister {
  const def = typeof tabella === 'string' ? registro(tabella) : undefined;
  if (!def) throw new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: 'tabella', messaggio: 'Tabella sconosciuta' }] });
  return def;
}

export function isDati(valore: unknown): valore is Dati {
  return typeof valore === 'object' && valore !== null && !Array.isArray(valore);
}

function nomiChiave(def: AnyRegister): string[] {
  return def.key.kind === 'sequence' ? [def.key.field, 'id', 'chiave'] : [def.key.field, 'chiave'];
}
