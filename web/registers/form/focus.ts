/** Focuses a form's field by its name; in a field with several controls, the one that is wrong. */
export function focusField(form: HTMLElement | null, fieldName: string | undefined): void {
  if (!form || fieldName === undefined) return;
  const field = `[data-campo="${CSS.escape(fieldName)}"]`;
  const control =
    form.querySelector<HTMLElement>(`${field} [aria-invalid="true"]`) ??
    form.querySelector<HTMLElement>(`${field} :is(input, textarea, button)`);
  control?.focus();
}
