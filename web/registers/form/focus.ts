/** Puts the cursor in a field of the form by its name: where several controls stand in it, in the one that is wrong. */
export function focusField(form: HTMLElement | null, fieldName: string | undefined): void {
  if (!form || fieldName === undefined) return;
  const field = `[data-campo="${CSS.escape(fieldName)}"]`;
  const control =
    form.querySelector<HTMLElement>(`${field} [aria-invalid="true"]`) ??
    form.querySelector<HTMLElement>(`${field} :is(input, textarea, button)`);
  control?.focus();
}
