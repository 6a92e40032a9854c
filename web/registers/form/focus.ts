/** Puts the cursor in a field of the form by its name. */
export function focusField(form: HTMLElement | null, campo: string | undefined): void {
  if (!form || campo === undefined) return;
  form.querySelector<HTMLElement>(`[data-campo="${CSS.escape(campo)}"] :is(input, textarea, button)`)?.focus();
}

/** A field whose text could not be read (letters in a figure) counts as empty: it must not be saved so. */
export function focusUnreadable(form: HTMLElement | null): boolean {
  const input = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  input?.focus();
  return input !== null && input !== undefined;
}
