import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { manutMacchinari } from '#contracts/registers/manut-macchinari.ts';
import { api, ApiError, messageOf } from '#web/lib/api-client.ts';
import { useAttempts } from '#web/lib/idempotency.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { valuesOf } from '#web/registers/form/form-state.ts';
import { registerKeys } from '#web/registers/keys.ts';
import { createRecord, refresh, updateRecord } from '#web/registers/register.api.ts';
import { conflictOf, type Conflict } from '#web/registers/form/conflict.ts';
import { useFormContext } from '#web/registers/form/form-context.ts';
import { useDraftSource } from '#web/registers/form/use-draft.ts';
import { useSideRecord } from '#web/registers/form/use-side-record.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { toSave, pianoRows, withWritten, type ToSave, type PianoRow, type Written } from './piano.ts';

const NONE: readonly Row[] = [];

export type Piano = ReturnType<typeof usePiano>;

/** The maintenance plan of the machine; what is typed lies over the rows until it is saved, by its own button or with a new machine. */
export function usePiano() {
  const { id: matricola, draft } = useFormContext();
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const attempts = useAttempts();
  const [written, setWritten] = useState<Written>({});
  const [saving, setSaving] = useState(false);
  const [conflict, setConflict] = useState<{ riga: ToSave; conflict: Conflict } | null>(null);
  const query = useQuery({
    queryKey: registerKeys.list(manutMacchinari.path, { matricola }),
    queryFn: async ({ signal }) => (await api.get<{ data: Row[] }>('/api/manutMacchinari', { query: { matricola }, signal })).data,
    enabled: matricola !== null,
  });
  const rows = useMemo(() => pianoRows(query.data ?? NONE), [query.data]);
  const pending = useMemo(() => toSave(written), [written]);
  const forget = (componente: string) => setWritten((now) => ({ ...now, [componente]: undefined }));

  const write = async (key: string, { base, valori: values }: ToSave): Promise<void> => {
    const attempt = [key, base.componente, base.versione, values];
    const idempotencyKey = attempts.keyFor(attempt);
    if (base.id === null) await createRecord(manutMacchinari, { matricola: key, componente: base.componente, ...values }, idempotencyKey);
    else await updateRecord(manutMacchinari, base.id, values, base.versione ?? 0, idempotencyKey);
    attempts.answered(attempt);
    forget(base.componente);
  };
  /** The row as somebody else left it: changed, or made in the meantime where there was none. */
  const meetOther = async (planRow: ToSave, error: ApiError) => {
    const { id, componente } = planRow.base;
    if (id !== null) {
      const conflict = conflictOf(manutMacchinari, id, error.problem);
      return conflict && { riga: planRow, conflict };
    }
    const row = (await query.refetch()).data?.find((one) => one['componente'] === componente);
    if (!row) return null;
    const conflict: Conflict = { values: valuesOf(manutMacchinari, row), version: row.versione, utente: row.utente, quando: null };
    return {
      riga: { ...planRow, base: { ...planRow.base, id: String(row[manutMacchinari.key.field]), versione: row.versione } },
      conflict,
    };
  };
  /** Row after row; the first that is refused stops it, and what was saved stays saved. */
  const save = async (rows: readonly ToSave[] = pending): Promise<boolean> => {
    if (matricola === null || saving) return false;
    setSaving(true);
    let current = rows[0];
    try {
      for (current of rows) await write(matricola, current);
      setConflict(null);
      snackbar.success(manutMacchinari.messages.changed);
      return true;
    } catch (error) {
      const found = current && error instanceof ApiError && error.status === 409 ? await meetOther(current, error) : null;
      if (found) setConflict(found);
      else snackbar.error(manutMacchinari.messages.saveError, { detail: messageOf(error) });
      return false;
    } finally {
      setSaving(false);
      void refresh(client, manutMacchinari);
    }
  };
  /** The rows of a machine that was just made: a failure here is no failure of the machine (part 1, section 8). */
  const saveWith = async (key: string): Promise<boolean> => {
    if (matricola !== null) return pending.length === 0 || save();
    await Promise.allSettled(pending.map((row) => write(key, row)));
    return true;
  };
  useDraftSource(
    draft,
    manutMacchinari.path,
    {
      take: (offered) => (pending.length === 0 ? null : { ...(offered as Written | undefined), ...written }),
      put: (part) => setWritten((now) => ({ ...(part as Written), ...now })),
    },
    written,
  );
  useSideRecord(manutMacchinari.path, { dirty: pending.length, saving, apart: true, save: saveWith });
  return {
    righe: rows,
    scritti: written,
    conflict,
    saving,
    save,
    pending,
    loading: matricola !== null && query.isPending,
    error: query.isError && !query.data ? query.error : null,
    retry: () => void query.refetch(),
    write: (planRow: PianoRow, column: Parameters<typeof withWritten>[2], value: string | null) =>
      setWritten((now) => withWritten(now, planRow, column, value)),
    closeConflict: () => setConflict(null),
    forget,
  };
}
