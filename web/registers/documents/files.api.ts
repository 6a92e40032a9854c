import type { RecordFile } from '#contracts/core/documents.ts';
import type { Json } from '#contracts/core/events.ts';
import { api } from '#web/lib/api-client.ts';
import { newKey } from '#web/lib/idempotency.ts';
import type { Row } from '../list/columns.ts';

/** The files of a record as its row tells them, by field. */
export function archiveOf(row: Row | null | undefined): Readonly<Record<string, RecordFile | undefined>> {
  return (row as { archivio?: Record<string, RecordFile> } | null | undefined)?.archivio ?? {};
}

/** A field's value as the history tells it: a file is the same only in the same version. */
export function fileOrValue(row: Row, fieldName: string): Json {
  const value = row[fieldName] ?? null;
  const file = archiveOf(row)[fieldName];
  return file && file.percorso === value ? { percorso: file.percorso, versione: file.versione } : value;
}

/** A short-lived name for one content of one file. */
export async function take(path: string, version?: number): Promise<string> {
  const { message } = await api.post<{ message: { name: string } }>('/api/ftp', {
    operazione: 'prendi',
    percorso: path,
    ...(version === undefined ? {} : { versione: version }),
  });
  return message.name;
}

/** `version` of the record that shows it: one that was replaced since is not deleted unseen. */
export async function removeFromArchive(path: string, version: number | null): Promise<void> {
  await api.post('/api/ftp', { operazione: 'elimina', percorso: path }, { ifMatch: version ?? undefined });
}

export async function rename(path: readonly { from: string; to: string }[]): Promise<void> {
  await api.post('/api/allegati', { rename: true, path: path.map(({ from, to }) => ({ from, to })) }, { idempotencyKey: newKey() });
}

/** Names of the files in a record's folder that the person may open. */
export async function folder(name: string): Promise<string[]> {
  return (await api.post<{ message: { files: string[] } }>('/api/ftp', { operazione: 'exist', matricola: name })).message.files;
}

/** Whether a folder holds a file of this name that the person may open. */
export async function exists(folder: string, name: string): Promise<boolean> {
  return (await api.post<{ message: { exist: boolean } }>('/api/ftp', { operazione: 'exist', matricola: folder, file: name })).message
    .exist;
}
