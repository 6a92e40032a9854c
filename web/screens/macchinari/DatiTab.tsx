import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { datiMacchina } from '#contracts/registers/dati-macchina.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { newKey } from '#web/lib/idempotency.ts';
import { RegisterConflict } from '#web/registers/form/RegisterConflict.tsx';
import { RegisterFields } from '#web/registers/form/RegisterFields.tsx';
import { useFormRights, useOpenFields, useOpenRecord } from '#web/registers/form/form-context.ts';
import { newValues, valuesOf } from '#web/registers/form/form-state.ts';
import type { LoadedRecord } from '#web/registers/form/use-register-form.ts';
import { useSideForm } from '#web/registers/form/use-side-form.ts';
import { registerKeys } from '#web/registers/keys.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { createRecord, fetchOne } from '#web/registers/register.api.ts';
import { ErrorState } from '#web/ui/feedback/states.tsx';

const EMPTY: LoadedRecord = { values: newValues(datiMacchina, ''), version: null };
const tie = (matricola: string) => ({ matricola });

/** Shows the tab DATI: engine, transmission, dimensions, equipment. It is a record of its own, saved with the machine. */
export function TabData() {
  const { id } = useOpenRecord();
  const { enabled } = useOpenFields();
  const buttons = useFormRights();
  const { data: row, isPending, error, refetch } = useQuery({ ...datiOptions(id ?? '', buttons.save), enabled: id !== null });
  const record = useMemo((): LoadedRecord => (row ? { values: valuesOf(datiMacchina, row), version: row.versione } : EMPTY), [row]);
  const { form, saving, conflict, dismiss, resolve } = useSideForm({
    def: datiMacchina,
    id: row ? id : null,
    record,
    messages: macchinari.messages,
    tie,
  });
  const loading = id !== null && isPending;
  return (
    <section className="panel" aria-label="Dati" aria-busy={loading || undefined}>
      {error && !row ? (
        <ErrorState title="Dati non caricati" text={messageOf(error)} onRetry={() => void refetch()} />
      ) : (
        <RegisterFields
          def={datiMacchina}
          values={form.values}
          errors={form.errors}
          set={form.set}
          touch={form.touch}
          enabled={(fieldName) => enabled(fieldName) && !loading}
        />
      )}
      {conflict ? (
        <RegisterConflict
          def={datiMacchina}
          conflict={conflict}
          base={form.base}
          ownValues={form.values}
          saving={saving}
          onClose={dismiss}
          onMerged={(merged, changes) => void resolve(merged, changes)}
        />
      ) : null}
    </section>
  );
}

/**
 * Query for a machine's data. If there are none and the person may edit the machine, an empty record is created. If that fails, the data
 * are read again, since somebody else may have created them (part 1, section 4).
 */
function datiOptions(matricola: string, create: boolean) {
  return queryOptions({
    queryKey: [...registerKeys.one(datiMacchina.path, matricola), create],
    queryFn: async ({ signal }): Promise<Row | null> => {
      const row = await fetchOne(datiMacchina, matricola, signal);
      if (row || !create) return row;
      await createRecord(datiMacchina, { matricola }, { idempotencyKey: newKey() }).catch(() => undefined);
      return fetchOne(datiMacchina, matricola, signal);
    },
  });
}
