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
import { permissionRows, toSave, type ChosenLevels, type PermissionRow, type ToSave } from './permission-rows.ts';

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
  /** Rows of a new group that were saved before a later one was refused. */
  const [createdRows, setCreatedRows] = useState<readonly PermissionRow[]>(NONE);
  /** A new group is saved, and its rows are next. */
  const [groupSaved, setGroupSaved] = useState(false);
  /** Areas whose choice ends with the save that runs: it is written, or another person has changed the row. */
  const endedAreas = useRef(new Set<Area>());
  const query = useQuery({
    queryKey: registerKeys.list(groupsPermissions.path, { groupID: id }),
    queryFn: async ({ signal }) =>
      (await api.get<{ data: RowOf<typeof groupsPermissions>[] }>(`/api/${groupsPermissions.path}`, { query: { id }, signal })).data,
    enabled: id !== null,
  });
  const rows = useMemo(
    () => permissionRows(query.data ?? NONE).map((row) => (id === null ? (createdRows.find(({ area }) => area === row.area) ?? row) : row)),
    [query.data, createdRows, id],
  );
  const pending = useMemo(() => toSave(rows, chosen, { isNewGroup: id === null && groupSaved }), [rows, chosen, id, groupSaved]);

  const { save: send } = useSaver({
    send: async (write) => withoutQuestion(await sendWrite(groupsPermissions, write)),
    onWritten: (write, { key, version }) => {
      attempts.markAnswered(write.idempotencyKey);
      const row = rowOf(write, rows);
      if (!row) return;
      endedAreas.current.add(row.area);
      const written = { ...row, id: key, versione: version, levels: chosen[row.area] ?? row.levels };
      if (id === null) setCreatedRows((now) => [written, ...now]);
    },
    onRefused: (refusal, write) => {
      const row = write && refusal.message === STALE && rowOf(write, rows);
      if (row) endedAreas.current.add(row.area);
      snackbar.error(groups.messages.saveError, { detail: whyUnsaved(refusal, { hasDraft: false }) });
    },
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
    const remaining = toSave(rows, chosen, { isNewGroup: id === null });
    if (remaining.length === 0) return true;
    setSaving(true);
    setGroupSaved(true);
    endedAreas.current.clear();
    try {
      const results = await send(() => remaining.map((one) => writeOf(group, one)));
      if (results && form.dirty.length === 0 && id !== null) snackbar.success(groups.messages.changed);
      return results !== null;
    } finally {
      if (id !== null) {
        await query.refetch();
        const ended = new Set(endedAreas.current);
        setChosen((now) => Object.fromEntries(Object.entries(now).filter(([area]) => !ended.has(area as Area))));
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

/** Returns the row that a write creates or changes. */
const rowOf = ({ key, changes }: RecordWrite, rows: readonly PermissionRow[]): PermissionRow | undefined =>
  rows.find((row) => (key === null ? row.area === changes['tableName'] : row.id === key));

/** Converts a version conflict to a refusal: the table already shows the other person's choice, so there is nothing to ask. */
function withoutQuestion(answer: SendResult): SendResult {
  const stale = answer.is === 'conflict' || (answer.is === 'refused' && answer.refusal.status === 409);
  return stale ? { is: 'refused', refusal: { status: 409, message: STALE, fields: [] } } : answer;
}
