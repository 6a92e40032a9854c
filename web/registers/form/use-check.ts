import type { RefObject } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import type { SideRecords } from './side-records.ts';
import type { RegisterFormState } from './use-register-form.ts';

interface CheckOptions {
  def: AnyRegister;
  id: string | null;
  /** Ref to the form's current state. */
  latest: { readonly current: RegisterFormState };
  sides: SideRecords;
  element: RefObject<HTMLFormElement>;
  keyMissing: string | undefined;
  reveal(fieldName: string | undefined): void;
}

/** Returns a function that tells whether the form can be saved. If not, it focuses the field that prevents the save. */
export function useCheck({ def, id, latest, sides, element, keyMissing, reveal }: CheckOptions): () => Promise<boolean> {
  const snackbar = useSnackbar();
  return async () => {
    const cursor = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    // blur makes the field parse its text and report an unreadable one
    cursor?.blur();
    await new Promise((resume) => {
      requestAnimationFrame(resume);
    });
    const form = latest.current;
    form.touchAll();
    if (keyMissing && id === null && String(form.values[def.key.field] ?? '').trim() === '') {
      snackbar.error(keyMissing);
      reveal(def.key.field);
      return false;
    }
    if (!form.valid) {
      reveal(form.firstWrong);
      return false;
    }
    for (const side of sides.all()) {
      const wrong = side.firstWrong?.();
      if (wrong === undefined) continue;
      reveal(wrong);
      return false;
    }
    // an unreadable text (letters in a number) counts as an empty value, which must not be saved
    const unreadable = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (unreadable) {
      const fieldName = unreadable.closest<HTMLElement>('[data-campo]')?.dataset['campo'];
      if (fieldName === undefined) unreadable.focus();
      else reveal(fieldName);
      return false;
    }
    if (element.current?.contains(cursor)) cursor?.focus();
    return true;
  };
}
