import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { Area, PermissionLevels } from '#contracts/core/permissions.ts';
import { groups } from '#contracts/registers/groups.ts';
import { groupsPermissions } from '#contracts/registers/groups-permissions.ts';
import { api, ApiError, messageOf } from '#web/lib/api-client.ts';
import { useAttempts } from '#web/lib/idempotency.ts';
import { updateIdentity } from '#web/lib/login.ts';
import { useFormContext } from '#web/registers/form/form-context.ts';
import { useSideRecord } from '#web/registers/form/use-side-record.ts';
import { registerKeys } from '#web/registers/keys.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { createRecord, refresh, updateRecord } from '#web/registers/register.api.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { permissionRows, toSave, type Chosen, type ToSave } from './permission-rows.ts';

const NONE: readonly Row[] = [];

/** What the group may do; saved row after row, once the group itself is (part 2, section 7). */
export function usePermissions() {
  const { id, form } = useFormContext();
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const attempts = useAttempts();
  const [chosen, setChosen] = useState<Chosen>({});
  const [saving, setSaving] = useState(false);
  /** Rows of a new group that are there already, where a later one was refused. */
  const made = useRef(new Set<Area>());
  const query = useQuery({
    queryKey: registerKeys.list(groupsPermissions.path, { groupID: id }),
    queryFn: async ({ signal }) => (await api.get<{ data: Row[] }>('/api/groupsPermissions', { query: { id }, signal })).data,
    enabled: id !== null,
  });
  const rows = useMemo(() => permissionRows(query.data ?? NONE), [query.data]);
  const pending = useMemo(() => toSave(rows, chosen, false), [rows, chosen]);

  const write = async (group: string, { row, values }: ToSave): Promise<void> => {
    const attempt = [group, row.area, row.versione, values];
    const key = attempts.keyFor(attempt);
    if (row.id === null) await createRecord(groupsPermissions, { groupID: Number(group), tableName: row.area, ...values }, key);
    else await updateRecord(groupsPermissions, row.id, values, row.versione, key);
    attempts.answered(attempt);
    made.current.add(row.area);
  };
  const save = async (group: string): Promise<boolean> => {
    const rest = toSave(rows, chosen, id === null).filter(({ row }) => id !== null || !made.current.has(row.area));
    if (rest.length === 0) return true;
    setSaving(true);
    try {
      for (const one of rest) await write(group, one);
      if (form.dirty.length === 0 && id !== null) snackbar.success(groups.messages.changed);
      return true;
    } catch (error) {
      const stale = error instanceof ApiError && error.status === 409;
      snackbar.error(groups.messages.saveError, {
        detail: stale ? 'Un’altra persona ha cambiato questi permessi: ora vedi i suoi, controlla e salva di nuovo.' : messageOf(error),
      });
      return false;
    } finally {
      if (id !== null) {
        await query.refetch();
        setChosen({});
      }
      await refresh(client, groupsPermissions);
      // one's own group may be the one that changed
      void updateIdentity().catch(() => {});
      setSaving(false);
    }
  };
  useSideRecord(groupsPermissions.path, { dirty: pending.length, saving, save });
  return {
    rows,
    chosen,
    saving,
    loading: id !== null && query.isPending,
    error: query.isError && !query.data ? query.error : null,
    retry: () => void query.refetch(),
    choose: (area: Area, levels: PermissionLevels) => setChosen((now) => ({ ...now, [area]: levels })),
  };
}
