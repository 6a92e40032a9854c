import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { manutMacchinari } from '#contracts/registers/manut-macchinari.ts';
import { api, ApiError, messaggioDi } from '#web/lib/api-client.ts';
import { useAttempts } from '#web/lib/idempotency.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { valuesOf } from '#web/registers/form/form-state.ts';
import { registerKeys } from '#web/registers/keys.ts';
import { createRecord, refresh, updateRecord } from '#web/registers/register.api.ts';
import { conflictOf, type Conflict } from '#web/registers/form/conflict.ts';
import { useFormContext } from '#web/registers/form/form-context.ts';
import { useSideRecord } from '#web/registers/form/use-side-record.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { daSalvare, righePiano, scrivi, type DaSalvare, type RigaPiano, type Scritti } from './piano.ts';

const NONE: readonly Row[] = [];

export type Piano = ReturnType<typeof usePiano>;

/** The maintenance plan of the machine; what is typed lies over the rows until it is saved, by its own button or with a new machine. */
export function usePiano() {
  const { id: matricola } = useFormContext();
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const attempts = useAttempts();
  const [scritti, setScritti] = useState<Scritti>({});
  const [saving, setSaving] = useState(false);
  const [conflict, setConflict] = useState<{ riga: DaSalvare; conflict: Conflict } | null>(null);
  const query = useQuery({
    queryKey: registerKeys.list(manutMacchinari.path, { matricola }),
    queryFn: async ({ signal }) => (await api.get<{ data: Row[] }>('/api/manutMacchinari', { query: { matricola }, signal })).data,
    enabled: matricola !== null,
  });
  const righe = useMemo(() => righePiano(query.data ?? NONE), [query.data]);
  const pending = useMemo(() => daSalvare(scritti), [scritti]);
  const forget = (componente: string) => setScritti((now) => ({ ...now, [componente]: undefined }));

  const write = async (key: string, { base, valori }: DaSalvare): Promise<void> => {
    const attempt = [key, base.componente, base.versione, valori];
    const idempotencyKey = attempts.keyFor(attempt);
    if (base.id === null) await createRecord(manutMacchinari, { matricola: key, componente: base.componente, ...valori }, idempotencyKey);
    else await updateRecord(manutMacchinari, base.id, valori, base.versione ?? 0, idempotencyKey);
    attempts.answered(attempt);
    forget(base.componente);
  };
  /** The row as somebody else left it: changed, or made in the meantime where there was none. */
  const meetOther = async (riga: DaSalvare, error: ApiError) => {
    const { id, componente } = riga.base;
    if (id !== null) {
      const conflict = conflictOf(manutMacchinari, id, error.problem);
      return conflict && { riga, conflict };
    }
    const row = (await query.refetch()).data?.find((one) => one['componente'] === componente);
    if (!row) return null;
    const conflict: Conflict = { values: valuesOf(manutMacchinari, row), version: row.versione, utente: row.utente, quando: null };
    return { riga: { ...riga, base: { ...riga.base, id: String(row[manutMacchinari.key.field]), versione: row.versione } }, conflict };
  };
  /** Row after row; the first that is refused stops it, and what was saved stays saved. */
  const save = async (rows: readonly DaSalvare[] = pending): Promise<boolean> => {
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
      else snackbar.error(manutMacchinari.messages.saveError, { detail: messaggioDi(error) });
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
  useSideRecord(manutMacchinari.path, { dirty: pending.length, saving, apart: true, save: saveWith });
  return {
    righe, scritti, conflict, saving, save, pending,
    loading: matricola !== null && query.isPending,
    error: query.isError && !query.data ? query.error : null,
    retry: () => void query.refetch(),
    write: (riga: RigaPiano, colonna: Parameters<typeof scrivi>[2], value: string | null) => setScritti((now) => scrivi(now, riga, colonna, value)),
    closeConflict: () => setConflict(null),
    forget,
  };
}
