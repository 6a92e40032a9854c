import type { RecordFile } from '#contracts/core/documents.ts';
import type { Json } from '#contracts/core/events.ts';
import { api } from '#web/lib/api-client.ts';
import { READS } from '#web/lib/create-api.ts';
import { newKey } from '#web/lib/idempotency.ts';
import type { Row } from '../list/columns.ts';

/** Returns the files of a record by field, as listed in its row. */
export function archiveOf<R extends Row>(row: R | null | undefined): { readonly [N in keyof R]?: RecordFile } {
  return (row as { archivio?: { readonly [N in keyof R]?: RecordFile } } | null | undefined)?.archivio ?? {};
}

/** Returns a field's value in the history's format: a file includes its version, so that two contents of a path differ. */
export function fileOrValue(row: Row, fieldName: string): Json {
  const value = row[fieldName] ?? null;
  const file = archiveOf(row)[fieldName];
  return file && file.percorso === value ? { percorso: file.percorso, versione: file.versione } : value;
}

/** Requests a short-lived name for a file's content; default version: the current one. */
export async function take(path: string, version?: number): Promise<string> {
  const body = { operazione: 'prendi', percorso: path, ...(version === undefined ? {} : { versione: version }) };
  const { message } = await api.post<{ message: { name: string } }>('/api/ftp', body, READS);
  return message.name;
}

/** Deletes a file. `version`: the record's version as shown; if the record has changed since, the portal refuses the deletion. */
export async function removeFromArchive(path: string, version: number | null): Promise<void> {
  await api.post('/api/ftp', { operazione: 'elimina', percorso: path }, { ifMatch: version ?? undefined });
}

export async function rename(path: readonly { from: string; to: string }[]): Promise<void> {
  await api.post('/api/allegati', { rename: true, path: path.map(({ from, to }) => ({ from, to })) }, { idempotencyKey: newKey() });
}

/** Returns the names of the files in a record's folder that the person may open. */
export async function folder(name: string): Promise<string[]> {
  return (await api.post<{ message: { files: string[] } }>('/api/ftp', { operazione: 'exist', matricola: name }, READS)).message.files;
}

/** Tells whether a folder contains a file of this name that the person may open. */
export async function exists(folder: string, name: string): Promise<boolean> {
  return (await api.post<{ message: { exist: boolean } }>('/api/ftp', { operazione: 'exist', matricola: folder, file: name }, READS))
    .message.exist;
}
