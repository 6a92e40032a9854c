import { Readable } from 'node:stream';
import { fileFields } from '#contracts/core/documents.ts';
import { workerFile, workerFolder } from '#contracts/modules/personale.ts';
import type { Sender } from '#contracts/ports/dispatch.ts';
import { personale } from '#contracts/registers/personale.ts';
import type { Dependencies } from '../platform/module.ts';
import { uploadFile } from '../registers/upload-document.ts';
import type { CartaEntry } from './entries.ts';
import { pdf } from './pdf.ts';

const FIELDS = new Map(fileFields(personale).map((file) => [file.field, file]));

/** Uploads a worker's document into the worker's folder. */
export async function recordCarta(
  deps: Pick<Dependencies, 'catalogue' | 'store' | 'clock' | 'files'>,
  { campo, titolo, righe, rinnovo, ...who }: CartaEntry,
  sender: Sender,
): Promise<void> {
  const file = FIELDS.get(campo);
  if (!file) throw new Error(`${campo} is no document of a worker`);
  await uploadFile(deps, {
    path: `${workerFolder(who)}/${workerFile(who.matricola, file)}`,
    ownership: { def: personale, kind: 'pdf', records: [{ id: who.matricola, utente: sender.identity.memberID, field: campo }] },
    content: () => Readable.from([pdf(titolo, righe)]),
    ...(rinnovo ? { renewal: rinnovo } : {}),
    sender,
  });
}
