import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { HistoryItem } from '#contracts/core/history.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { formatInstant } from '#web/lib/format.ts';
import { useConfirm } from '#web/ui/overlays/confirm.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { useCatalogue } from '../catalogue-context.ts';
import { refreshWithParent } from '../form/refresh-with-parent.ts';
import { fetchOne } from '../register.api.ts';
import { newestEntries, restoreVersion, stateOptions } from './history.api.ts';
import { restoreChanges, type RestoreChange } from './restore-changes.ts';
import { RestoreChoice } from './RestoreChoice.tsx';

/** Restores an older version with a new event, whole or in the chosen fields, after showing the changes. */
export function useRestore(def: AnyRegister, id: string) {
  const catalogue = useCatalogue();
  const client = useQueryClient();
  const confirm = useConfirm();
  const snackbar = useSnackbar();
  return useCallback(
    async (entry: HistoryItem): Promise<boolean> => {
      const { changes, deleted, presentVersion } = await whatChanges(client, def, id, entry.versione);
      let chosenFields: readonly string[] = changes?.map(({ campo }) => campo) ?? [];
      const confirmed = await confirm({
        title: 'Ripristina',
        width: 640,
        text: (
          <>
            <p>{`Riportare ${def.parent ? entry.oggetto : def.labels.article} com'era il ${formatInstant(entry.quando)}?`}</p>
            {deleted ? <p className="mt-2">Il record eliminato torna nell'elenco.</p> : null}
            {changes === null ? <p className="mt-2 text-label text-ink-3">Le differenze non si possono mostrare ora.</p> : null}
            {changes?.length === 0 && !deleted ? <p className="mt-2">I valori sono già quelli: non cambia nulla.</p> : null}
            {changes && changes.length > 0 ? (
              <RestoreChoice
                def={def}
                changes={changes}
                onChoice={(fields) => {
                  chosenFields = fields;
                }}
              />
            ) : null}
          </>
        ),
        detail: 'I valori di allora tornano con una nuova modifica: lo storico resta intero.',
        confirmLabel: 'RIPRISTINA',
      });
      if (!confirmed) return false;
      if (changes && changes.length > 0 && chosenFields.length === 0 && !deleted) {
        snackbar.info('Nessun campo scelto: non è cambiato nulla');
        return false;
      }
      const partial = changes !== null && chosenFields.length < changes.length;
      try {
        const changed = await restoreVersion(def.path, id, {
          version: entry.versione,
          fields: partial ? chosenFields : undefined,
          ifMatch: presentVersion,
        });
        refreshWithParent(catalogue, client, def);
        if (changed > 0) snackbar.success('Modifica effettuata');
        else snackbar.info('Il record è già così');
        return true;
      } catch (error) {
        snackbar.error('Ripristino non riuscito', { detail: messageOf(error) });
        return false;
      }
    },
    [catalogue, client, confirm, snackbar, def, id],
  );
}

/**
 * Compares the present record with a version. `changes` is `null` if the comparison cannot be read; the restore is then offered without it.
 */
async function whatChanges(
  client: QueryClient,
  def: AnyRegister,
  id: string,
  version: number,
): Promise<{ changes: RestoreChange[] | null; deleted: boolean; presentVersion?: number }> {
  try {
    const [present, pastRow] = await Promise.all([fetchOne(def, id), client.fetchQuery(stateOptions(def.path, id, version))]);
    const now = present ?? (await lastState(client, def, id));
    return { changes: restoreChanges(def, now, pastRow), deleted: present === null, presentVersion: now.versione };
  } catch {
    return { changes: null, deleted: false };
  }
}

/** Returns the last state of a deleted record. */
async function lastState(client: QueryClient, def: AnyRegister, id: string) {
  const [last] = await newestEntries(def.path, id);
  return client.fetchQuery(stateOptions(def.path, id, last?.versione ?? 0));
}
