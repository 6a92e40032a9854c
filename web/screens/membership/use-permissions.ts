import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { PermissionLevels } from '#contracts/core/permissions.ts';
import type { Area } from '#contracts/modules/areas.ts';
import { groups } from '#contracts/registers/groups.ts';
import { groupsPermissions } from '#contracts/registers/groups-permissions.ts';
import { api } from '#web/lib/api-client.ts';
import { useAttempts } from '#web/lib/idempotency.ts';
import { updateIdentity } from '#web/lib/login.ts';
import { useOpenFields, useOpenRecord } from '#web/registers/form/form-context.ts';
import { useSideRecord } from '#web/registers/form/use-side-record.ts';
import { registerKeys } from '#web/registers/keys.ts';
import type { RowOf } from '#web/registers/row.ts';
import { refresh } from '#web/registers/register.api.ts';
import { recordWrite, type RecordWrite } from '#web/registers/save/record-write.ts';
import type { SendResult } from '#web/registers/save/save-machine.ts';
import { sendWrite } from '#web/registers/save/send-write.ts';
import { whyUnsaved } from '#web/registers/save/use-record-save.ts';
import { useSaver } from '#web/registers/save/use-saver.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { permissionRows, toSave, type ChosenLevels, type ToSave } from './permission-rows.ts';

const NONE: readonly never[] = [];
const STALE = 'Un’altra persona ha cambiato questi permessi: ora vedi i suoi, controlla e salva di nuovo.';

/** Edits a group's permissions; they are saved row after row, once the group itself is saved (part 2, section 7). */
export function usePermissions() {
  const { id } = useOpenRecord();
  const { form } = useOpenFields();
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const attempts = useAttempts();
  const [chosen, setChosen] = useState<ChosenLevels>({});
  const [saving, setSaving] = useState(false);
  /** Rows of a new group already saved before a later row was refused. */
  const createdAreas = useRef(new Set<unknown>());
  const query = useQuery({
    queryKey: registerKeys.list(groupsPermissions.path, { groupID: id }),
    queryFn: async ({ signal }) =>
      (await api.get<{ data: RowOf<typeof groupsPermissions>[] }>(`/api/${groupsPermissions.path}`, { query: { id }, signal })).data,
    enabled: id !== null,
  });
  const rows = useMemo(() => permissionRows(query.data ?? NONE), [query.data]);
  const pending = useMemo(() => toSave(rows, chosen, { isNewGroup: false }), [rows, chosen]);

  const { save: send } = useSaver({
    send: async (write) => withoutQuestion(await sendWrite(groupsPermissions, write)),
    onWritten: ({ idempotencyKey, changes: { tableName } }) => {
      attempts.markAnswered(idempotencyKey);
      createdAreas.current.add(tableName);
    },
    onRefused: (refusal) => snackbar.error(groups.messages.saveError, { detail: whyUnsaved(refusal, { hasDraft: false }) }),
  });
  const writeOf = (group: string, { row, values }: ToSave): RecordWrite =>
    recordWrite(attempts, {
      register: groupsPermissions.path,
      key: row.id,
      changes: row.id === null ? { groupID: Number(group), tableName: row.area, ...values } : values,
      version: row.versione,
      draft: null,
    });
  const save = async (group: string): Promise<boolean> => {
    const remaining = toSave(rows, chosen, { isNewGroup: id === null }).filter(
      ({ row }) => id !== null || !createdAreas.current.has(row.area),
    );
    if (remaining.length === 0) return true;
    setSaving(true);
    try {
      const results = await send(() => remaining.map((one) => writeOf(group, one)));
      if (results && form.dirty.length === 0 && id !== null) snackbar.success(groups.messages.changed);
      return results !== null;
    } finally {
      if (id !== null) {
        await query.refetch();
        setChosen({});
      }
      await refresh(client, groupsPermissions);
      // the person's own group may have changed
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

/** Converts a version conflict to a refusal: the table already shows the other person's choice, so there is nothing to ask. */
function withoutQuestion(answer: SendResult): SendResult {
  const stale = answer.is === 'conflict' || (answer.is === 'refused' && answer.refusal.status === 409);
  return stale ? { is: 'refused', refusal: { status: 409, message: STALE, fields: [] } } : answer;
}
