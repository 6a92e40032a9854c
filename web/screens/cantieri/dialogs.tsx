import type { NameOf } from '#contracts/core/typed-record.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { cantieriLavorazioni } from '#contracts/registers/cantieri-lavorazioni.ts';
import { cantieriWbs } from '#contracts/registers/cantieri-wbs.ts';
import type { ChildButtons } from '#web/registers/buttons.ts';
import { useCatalogue } from '#web/registers/catalogue-context.ts';
import { RecordDialog } from '#web/registers/form/RecordDialog.tsx';
import { RegisterFields, type CustomFields } from '#web/registers/form/RegisterFields.tsx';
import { useRecordDialog } from '#web/registers/form/use-record-dialog.ts';
import type { RowOf, SomeValuesOf } from '#web/registers/row.ts';
import { allOptions } from '#web/registers/register.api.ts';
import { namedRecord } from '#web/registers/selector.api.ts';
import { Combobox } from '#web/ui/inputs/Combobox.tsx';
import { Field } from '#web/ui/inputs/Field.tsx';

interface ChildDialogProps<D extends AnyRegister> {
  commessa: string;
  /** `null` for a new one. */
  row: RowOf<D> | null;
  rights: ChildButtons;
  reloadAfter: number;
  onClose(): void;
}

/**
 * Returns a function that adds to the values the numbers of the records that fields name. `numbers`: field of the number by field of the
 * name.
 */
function useNumbers<D extends AnyRegister>(def: D, numbers: Readonly<Partial<Record<NameOf<D>, NameOf<D>>>>) {
  const catalogue = useCatalogue();
  const client = useQueryClient();
  return async (values: SomeValuesOf<D>): Promise<SomeValuesOf<D>> => {
    const ids: Values = {};
    for (const [nameField, idField] of Object.entries<string>(numbers as Record<string, string>)) {
      const field = def.fields[nameField];
      if (!(nameField in values) || field?.kind !== 'ref') continue;
      const named = catalogue.registerOrThrow(field.register);
      const record = await namedRecord(catalogue, client, { register: named, value: field.value }, (values as Values)[nameField]);
      ids[idField] = record?.[named.key.field] ?? null;
    }
    return { ...values, ...ids };
  };
}

const rightsOf = (row: object | null, { add, save, remove }: ChildButtons) =>
  row === null ? { save: add, remove: false } : { save, remove };

/** Dialog for a wbs of a site, chosen from a dropdown. */
export function WbsDialog({ commessa, row, rights, reloadAfter, onClose }: ChildDialogProps<typeof cantieriWbs>) {
  const start = useMemo(() => ({ commessa }), [commessa]);
  const dialog = useRecordDialog({
    def: cantieriWbs,
    row,
    start,
    reloadAfter,
    onClose,
    onEnd: onClose,
    toSend: useNumbers(cantieriWbs, { descrizione: 'id_wbs' }),
  });
  return <RecordDialog def={cantieriWbs} title="Wbs del cantiere" dialog={dialog} rights={rightsOf(row, rights)} />;
}

/** Dialog for a work item of a site: description, wbs and price. */
export function LavorazioneDialog({ commessa, row, rights, reloadAfter, onClose }: ChildDialogProps<typeof cantieriLavorazioni>) {
  const start = useMemo(() => ({ commessa }), [commessa]);
  const { data: wbs } = useQuery(allOptions(cantieriWbs, { commessa }));
  const dialog = useRecordDialog({
    def: cantieriLavorazioni,
    row,
    start,
    reloadAfter,
    onClose,
    onEnd: onClose,
    toSend: useNumbers(cantieriLavorazioni, { lavorazione: 'id_lavorazione', descrizione_wbs: 'id_wbs' }),
  });
  const { form } = dialog;
  const rowRights = rightsOf(row, rights);
  const value = form.values.descrizione_wbs;
  const options = useMemo(
    () => (wbs ?? []).map((one) => ({ value: String(one.descrizione ?? '') })).filter((one) => one.value !== ''),
    [wbs],
  );
  const customFields = {
    descrizione_wbs: (
      <Field label="Wbs" name="descrizione_wbs" error={form.errors.descrizione_wbs}>
        <Combobox
          value={value}
          onChange={(next) => form.set('descrizione_wbs', next)}
          options={options}
          disabled={!rowRights.save}
          boxClass="tel-input"
        />
      </Field>
    ),
  } satisfies CustomFields<typeof cantieriLavorazioni>;
  return (
    <RecordDialog def={cantieriLavorazioni} title="Lavorazione del cantiere" dialog={dialog} rights={rowRights}>
      <RegisterFields
        def={cantieriLavorazioni}
        values={form.values}
        errors={form.errors}
        set={form.set}
        touch={form.touch}
        enabled={() => rowRights.save}
        customFields={customFields}
      />
    </RecordDialog>
  );
}
