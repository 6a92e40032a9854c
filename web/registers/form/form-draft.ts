import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { rebase } from '../documents/rebase.ts';
import type { RegisterFormState, LoadedRecord } from './use-register-form.ts';

/** Typed values, and the record that they change. */
export interface FormDraft {
  base: Values;
  /** Only the typed values. */
  values: Values;
  version: number | null;
  /** Idempotency keys of attempts without a response, so that pressing save again repeats the same command. */
  attempts: Readonly<Record<string, string>>;
}

type Form = Pick<RegisterFormState, 'base' | 'values' | 'version' | 'dirty'>;

/** Tells whether a field holds a file; drafts leave files out. */
const isFile = (def: AnyRegister, name: string): boolean => ['document', 'photo'].includes(def.fields[name]?.kind ?? '');

/** Returns the draft of a form; `null` when nothing is typed. */
export function draftOf(
  def: AnyRegister,
  { base, values, version, dirty }: Form,
  attempts: FormDraft['attempts'],
  offered: unknown,
): FormDraft | null {
  const names = dirty.filter((name) => !isFile(def, name));
  if (names.length === 0) return null;
  const typedValues = Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
  const under = asDraft(offered);
  return under ? { ...under, values: { ...under.values, ...typedValues } } : { base, values: typedValues, version, attempts };
}

/**
 * Restores a draft: over the current record, or over the record as typed over if somebody else changed the same
 * fields. The save then reports a conflict.
 */
export function withDraft(def: AnyRegister, form: Form, part: unknown): { record: LoadedRecord; values: Values } | null {
  const draft = asDraft(part);
  if (!draft) return null;
  const since = Object.fromEntries(form.dirty.map((name) => [name, form.values[name] ?? null]));
  const values = { ...draft.base, ...draft.values };
  // the record is not loaded yet: use the one stored in the draft
  const unread = form.version === null && draft.version !== null;
  const next = unread
    ? { record: { values: draft.base, version: draft.version }, values }
    : rebase(def, { base: draft.base, values, version: draft.version }, { values: form.base, version: form.version });
  return { record: next.record, values: { ...next.values, ...since } };
}

export const attemptsOf = (part: unknown): FormDraft['attempts'] => asDraft(part)?.attempts ?? {};

function asDraft(part: unknown): FormDraft | null {
  const draft = part as FormDraft | null | undefined;
  return typeof draft?.base === 'object' && typeof draft.values === 'object' ? draft : null;
}
