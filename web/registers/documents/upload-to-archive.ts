import { network } from '#web/lib/api-client.ts';
import { uploadForm } from '#web/lib/upload-form.ts';
import { NetworkError } from '#web/lib/api-error.ts';
import { takenByDevice } from '#web/lib/device.ts';
import { newKey } from '#web/lib/idempotency.ts';
import type { UploadOptions } from '#web/lib/upload.ts';

const UPLOAD = '/api/ftp/caricaDoc';

function formOf(files: File | readonly File[], fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  // the fields first: the portal reads the form in order
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const file of [files].flat()) form.append('file', file);
  return form;
}

/** `fields` say where it goes, as the portal's upload takes them. Several files: the photos of a document's pages, in their order. */
export async function uploadToArchive(
  files: File | readonly File[],
  fields: Readonly<Record<string, string>>,
  options: UploadOptions,
): Promise<{ percorso: string; versione: number | null }> {
  return (await uploadForm<{ message: { percorso: string; versione: number | null } }>(UPLOAD, formOf(files, fields), options)).message;
}

/** Uploads, or leaves the files on the device until there is a network: then true. */
export async function uploadOrKeep(
  files: File | readonly File[],
  fields: Readonly<Record<string, string>>,
  options: UploadOptions,
): Promise<boolean> {
  const key = newKey();
  const kept = async (lost: boolean) => {
    const call = { method: 'POST', url: UPLOAD, body: formOf(files, fields), key };
    return (await takenByDevice(call, lost))?.answer !== undefined;
  };
  if (await kept(!network.state().online)) return true;
  try {
    await uploadToArchive(files, fields, { ...options, idempotencyKey: key });
    return false;
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    network.lost();
    if (await kept(true)) return true;
    throw error;
  }
}
