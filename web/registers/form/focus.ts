/** Puts the cursor in a field of the form by its name. */
export function focusField(form: HTMLElement | null, campo: string | undefined): void {
  if (!form || campo === undefined) return;
  form.querySelector<HTMLElement>(`[data-campo="${CSS.escape(campo)}"] :is(input, textarea, button)`)?.focus();
}
