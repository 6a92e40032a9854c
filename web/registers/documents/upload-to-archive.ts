import { uploadForm } from '#web/lib/upload-form.ts';
import { uploadFormOrKeep } from '#web/lib/upload-or-keep.ts';
import type { UploadOptions } from '#web/lib/upload.ts';

const UPLOAD = '/api/ftp/caricaDoc';

function formOf(files: File | readonly File[], fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  // the portal reads the form in order, so the fields precede the files
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const file of [files].flat()) form.append('file', file);
  return form;
}

/**
 * Uploads a document: one file, or the photos of its pages in order. `fields` tell the portal which record and field the document belongs
 * to.
 */
export async function uploadToArchive(
  files: File | readonly File[],
  fields: Readonly<Record<string, string>>,
  options: UploadOptions,
): Promise<{ percorso: string; versione: number | null }> {
  return (await uploadForm<{ message: { percorso: string; versione: number | null } }>(UPLOAD, formOf(files, fields), options)).message;
}

/** Uploads a document; without a network, leaves the files on the device and resolves to true. */
export async function uploadOrKeep(
  files: File | readonly File[],
  fields: Readonly<Record<string, string>>,
  options: UploadOptions,
): Promise<boolean> {
  return (await uploadFormOrKeep(UPLOAD, () => formOf(files, fields), options)) === null;
}
