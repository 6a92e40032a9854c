import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { rebase } from '../documents/rebase.ts';
import type { RegisterFormState, LoadedRecord } from './use-register-form.ts';

/** What is typed over a record, and over which. */
export interface FormDraft {
  base: Values;
  /** Only what is typed. */
  values: Values;
  version: number | null;
  /** Keys of attempts that got no answer: the same save pressed again is the same command. */
  attempts: Readonly<Record<string, string>>;
}

type Form = Pick<RegisterFormState, 'base' | 'values' | 'version' | 'dirty'>;

/** Files are the archive's: they are chosen again, or renamed again. */
const isFile = (def: AnyRegister, name: string): boolean => ['document', 'photo'].includes(def.fields[name]?.kind ?? '');

/** What is to be kept of a form; `null` when nothing is typed. */
export function draftOf(
  def: AnyRegister,
  { base, values, version, dirty }: Form,
  attempts: FormDraft['attempts'],
  offered: unknown,
): FormDraft | null {
  const names = dirty.filter((name) => !isFile(def, name));
  if (names.length === 0) return null;
  const typed = Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
  const under = asDraft(offered);
  return under ? { ...under, values: { ...under.values, ...typed } } : { base, values: typed, version, attempts };
}

/**
 * The form with a draft put back: over the record of today where nobody else touched what was typed
 * over, else over the record it was typed over, so that the save meets the conflict.
 */
export function withDraft(def: AnyRegister, form: Form, part: unknown): { record: LoadedRecord; values: Values } | null {
  const draft = asDraft(part);
  if (!draft) return null;
  const since = Object.fromEntries(form.dirty.map((name) => [name, form.values[name] ?? null]));
  const values = { ...draft.base, ...draft.values };
  // not read yet (a part that loads later): what it was typed over is what is known
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
