import { uploadForm } from '#web/lib/upload-form.ts';
import { uploadFormOrKeep } from '#web/lib/upload-or-keep.ts';
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
  return (await uploadFormOrKeep(UPLOAD, () => formOf(files, fields), options)) === null;
}
