/** Puts the cursor in a field of the form by its name. */
export function focusField(form: HTMLElement | null, fieldName: string | undefined): void {
  if (!form || fieldName === undefined) return;
  form.querySelector<HTMLElement>(`[data-campo="${CSS.escape(fieldName)}"] :is(input, textarea, button)`)?.focus();
}
