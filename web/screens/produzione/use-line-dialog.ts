import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { ref } from '#contracts/core/fields.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import { useCatalogue } from '#web/registers/catalogue-context.ts';
import { useRecordDialog, type RecordDialogForm } from '#web/registers/form/use-record-dialog.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { namedRecord } from '#web/registers/selector.api.ts';

const RENTED: AnyRegister = {
  ...produzione,
  fields: { ...produzione.fields, attrezzatura: ref('Attrezzatura', 'noleggi', 'matricola', { show: ['matricola', 'descrizione'] }) },
};

/** Returns the line's definition with the equipment to choose from: the firm's own, or rentals. */
export const lineDef = (noleggio: Values[string] | undefined): AnyRegister => (noleggio === 1 ? RENTED : produzione);

/** Adds the description of the chosen equipment to the values. */
export async function withDescription(
  catalogue: Catalogue,
  client: QueryClient,
  values: Values,
  noleggio: Values[string] | undefined,
): Promise<Values> {
  const field = lineDef(noleggio).fields['attrezzatura'];
  if (!('attrezzatura' in values) || field?.kind !== 'ref') return values;
  const named = await namedRecord(catalogue, client, field, values['attrezzatura']).catch(() => null);
  return { ...values, descrizione: named?.['descrizione'] ?? null };
}

export function useLineDialog(row: Row | null, start: Values, onClose: () => void): RecordDialogForm {
  const catalogue = useCatalogue();
  const client = useQueryClient();
  const dialog: RecordDialogForm = useRecordDialog({
    def: produzione,
    row,
    start,
    tie: { id_intestazione: start['id_intestazione'] ?? null },
    onClose,
    onEnd: onClose,
    toSend: (values) => withDescription(catalogue, client, values, dialog.form.values['noleggio']),
  });
  return dialog;
}
