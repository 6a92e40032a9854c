import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { register } from '#contracts/registers/index.ts';
import { api, ApiError, messaggioDi } from '#web/lib/api-client.ts';
import { nuovaChiave } from '#web/lib/idempotency.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { valuesOf } from '#web/registers/form/form-state.ts';
import { registerKeys } from '#web/registers/keys.ts';
import { createRecord, refresh, updateRecord } from '#web/registers/register.api.ts';
import { conflictOf, type Conflict } from '#web/registers/form/use-save.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { daSalvare, righePiano, scrivi, type DaSalvare, type RigaPiano, type Scritti } from './piano.ts';

const manut = register('manutMacchinari')!;
const NONE: readonly Row[] = [];

export type Piano = ReturnType<typeof usePiano>;

/** The maintenance plan of a machine; what is typed lies over the rows until it is saved. */
export function usePiano(matricola: string | null) {
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const [scritti, setScritti] = useState<Scritti>({});
  const [saving, setSaving] = useState(false);
  const [conflict, setConflict] = useState<{ riga: DaSalvare; conflict: Conflict } | null>(null);
  const query = useQuery({
    queryKey: registerKeys.list(manut.path, { matricola }),
    queryFn: async ({ signal }) => (await api.get<{ data: Row[] }>('/api/manutMacchinari', { query: { matricola }, signal })).data,
    enabled: matricola !== null,
  });
  const righe = useMemo(() => righePiano(query.data ?? NONE), [query.data]);
  const pending = useMemo(() => daSalvare(scritti), [scritti]);
  const forget = (componente: string) => setScritti((now) => ({ ...now, [componente]: undefined }));

  const write = async (key: string, { base, valori }: DaSalvare): Promise<void> => {
    if (base.id === null) await createRecord(manut, { matricola: key, componente: base.componente, ...valori }, nuovaChiave());
    else await updateRecord(manut, base.id, valori, base.versione ?? 0, nuovaChiave());
    forget(base.componente);
  };
  /** The row as somebody else left it: changed, or made in the meantime where there was none. */
  const meetOther = async (riga: DaSalvare, error: ApiError) => {
    const { id, componente } = riga.base;
    if (id !== null) {
      const conflict = conflictOf(manut, id, error);
      return conflict && { riga, conflict };
    }
    const row = (await query.refetch()).data?.find((one) => one['componente'] === componente);
    if (!row) return null;
    const conflict: Conflict = { values: valuesOf(manut, row), version: row.versione, utente: row.utente, quando: null };
    return { riga: { ...riga, base: { ...riga.base, id: String(row[manut.key.field]), versione: row.versione } }, conflict };
  };
  /** Row after row; the first that is refused stops it, and what was saved stays saved. */
  const save = async (rows: readonly DaSalvare[] = pending): Promise<boolean> => {
    if (matricola === null || saving) return false;
    setSaving(true);
    let current = rows[0];
    try {
      for (current of rows) await write(matricola, current);
      setConflict(null);
      snackbar.success(manut.messages.changed);
      return true;
    } catch (error) {
      const found = current && error instanceof ApiError && error.status === 409 ? await meetOther(current, error) : null;
      if (found) setConflict(found);
      else snackbar.error(manut.messages.saveError, { detail: messaggioDi(error) });
      return false;
    } finally {
      setSaving(false);
      void refresh(client, manut);
    }
  };
  /** The rows of a machine that was just made: a failure here is no failure of the machine (part 1, section 8). */
  const createFor = async (key: string): Promise<void> => { await Promise.allSettled(pending.map((row) => write(key, row))); };
  return {
    righe, scritti, conflict, saving, save, createFor, pending,
    loading: matricola !== null && query.isPending,
    error: query.isError && !query.data ? query.error : null,
    retry: () => void query.refetch(),
    write: (riga: RigaPiano, colonna: Parameters<typeof scrivi>[2], value: string | null) => setScritti((now) => scrivi(now, riga, colonna, value)),
    closeConflict: () => setConflict(null),
    forget,
  };
}
