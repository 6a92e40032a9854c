import { z } from 'zod';
import { datiNonValidi } from '#services/platform/http/problem.ts';

/** Checkboxes come as booleans, radios as text, nothing as none. */
function numero(valore: unknown): unknown {
  if (valore === null || valore === '') return 0;
  if (typeof valore === 'boolean') return Number(valore);
  return typeof valore === 'string' && /^\s*\d\s*$/.test(valore) ? Number(valore) : valore;
}

const livello = z.preprocess(numero, z.union([z.literal(0), z.literal(1), z.literal(3)], { error: 'Valori ammessi: 0 (no), 1 (propri), 3 (tutti)' }));
const inserimento = z.preprocess(numero, z.union([z.literal(0), z.literal(1)], { error: 'Valori ammessi: 0, 1' }));
const livelli = z.object({ allowInsert: inserimento, allowView: livello, allowEdit: livello, allowDelete: livello });
const NIENTE = { allowInsert: 0, allowView: 0, allowEdit: 0, allowDelete: 0 };

/** The permission row a client sent, its levels checked; a new row that does not name one has none of it. */
export function conLivelli(record: Record<string, unknown>, modo: 'create' | 'change'): Record<string, unknown> {
  const letti = modo === 'create' ? livelli.safeParse({ ...NIENTE, ...definiti(record) }) : livelli.partial().safeParse(definiti(record));
  if (!letti.success) throw datiNonValidi(letti.error);
  return { ...record, ...letti.data };
}

function definiti(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, valore]) => valore !== undefined));
}
