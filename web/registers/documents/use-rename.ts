import { fileFields } from '#contracts/core/documents.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { changedValues } from '../form/form-state.ts';
import { useBeforeSave, useFormCursor, useOpenFields, useOpenRecord } from '../form/form-context.ts';
import { wrongName, renamedFiles } from './file-name.ts';
import { rename } from './files.api.ts';
import { useShown } from './use-reread.ts';

/** Renames files whose name was edited before the form is saved. `failed`: message if renaming fails. */
export function useRename(failed: string): void {
  const { def, id } = useOpenRecord();
  const { form } = useOpenFields();
  const { reveal } = useFormCursor();
  const snackbar = useSnackbar();
  const shown = useShown(def, id ?? '', form);
  useBeforeSave(async () => {
    const names = renamedFiles(
      fileFields(def).map(({ field: fieldName }) => fieldName),
      form.base,
      form.values,
    );
    if (id === null || names.length === 0) return null;
    const bad = names.find(({ from, to }) => wrongName(to, from) !== null);
    if (bad) {
      // the field's row shows what is wrong with the name
      reveal(bad.campo);
      return false;
    }
    try {
      await rename(names);
    } catch (error) {
      snackbar.error(failed, { detail: messageOf(error) });
      return false;
    }
    const next = await shown(names.map(({ campo }) => campo));
    if (next === undefined) return false;
    return next && { values: next.values, changes: changedValues(def, next.record.values, next.values), version: next.record.version ?? 0 };
  });
}
