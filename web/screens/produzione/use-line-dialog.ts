import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { ref } from '#contracts/core/fields.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { noleggi } from '#contracts/registers/noleggi.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import { useCatalogue } from '#web/registers/catalogue-context.ts';
import { useRecordDialog, type RecordDialogForm } from '#web/registers/form/use-record-dialog.ts';
import { namedRecord } from '#web/registers/selector.api.ts';
import type { Line, LineValues } from './line.ts';

const RENTED: AnyRegister = {
  ...produzione,
  fields: { ...produzione.fields, attrezzatura: ref('Attrezzatura', 'noleggi', 'matricola', { show: ['matricola', 'descrizione'] }) },
};

/** Returns the line's definition with the equipment to choose from: the firm's own, or rentals. */
export const lineDef = (noleggio: LineValues['noleggio']): AnyRegister => (noleggio === 1 ? RENTED : produzione);

/** Adds the description of the chosen equipment to the values. */
async function withDescription(
  catalogue: Catalogue,
  client: QueryClient,
  values: LineValues,
  noleggio: LineValues['noleggio'],
): Promise<LineValues> {
  if (values.attrezzatura === undefined) return values;
  const register = noleggio === 1 ? noleggi : macchinari;
  const named = await namedRecord(catalogue, client, { register, value: 'matricola' }, values.attrezzatura).catch(() => null);
  return { ...values, descrizione: named?.descrizione ?? null };
}

export function useLineDialog(row: Line | null, start: LineValues, onClose: () => void): RecordDialogForm<typeof produzione> {
  const catalogue = useCatalogue();
  const client = useQueryClient();
  const dialog: RecordDialogForm<typeof produzione> = useRecordDialog({
    def: produzione,
    row,
    start,
    tie: { id_intestazione: start.id_intestazione ?? null },
    onClose,
    onEnd: onClose,
    toSend: (values) => withDescription(catalogue, client, values, dialog.form.values.noleggio),
  });
  return dialog;
}
