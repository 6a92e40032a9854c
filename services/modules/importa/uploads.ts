import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { DomainError } from '#contracts/core/errors.ts';
import { IMPORTS } from '#contracts/jobs/importa.ts';
import { IMPORT_EXTENSIONS, IMPORT_MB } from '#contracts/modules/importa.ts';
import { looked, lookAtFile } from '#services/registers/import/looked.ts';
import { UnreadableFile } from '#services/registers/import/tables.ts';
import { withFiles } from '#services/platform/files/receive-upload.ts';
import { resultsFolder } from '#services/platform/files/results.ts';
import { sweep } from '#services/platform/files/sweep.ts';
import { INCOMING } from '#services/platform/files/temp-folders.ts';
import type { Dependencies } from '#services/platform/module.ts';
import type { Request } from 'express';

type Deps = Pick<Dependencies, 'config'>;

/** A file that nobody has imported by then is not kept. */
const FORGOTTEN = 7 * 24 * 3_600_000;

const upload = z.object({ utente: z.string(), nome: z.string(), looked });
export type Upload = z.infer<typeof upload> & { caricato: string };

const folderOf = ({ config }: Deps): string => join(resultsFolder(config), IMPORTS);

/** Puts the file of a request aside, once it could be read; what is known of it lies beside it. */
export async function receiveImport(deps: Deps, req: Request, utente: string): Promise<Upload> {
  const folder = folderOf(deps);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await sweep(folder, FORGOTTEN);
  const incoming = join(folder, INCOMING);
  await sweep(incoming);
  return withFiles(req, { folder: incoming, howMany: 1, maxByte: IMPORT_MB * 1024 * 1024 }, async ({ files: [sent] }) => {
    if (!sent) throw wrong('Manca il file.');
    const nome = basename(sent.originalName.replaceAll('\\', '/')).slice(-255);
    if (!IMPORT_EXTENSIONS.test(nome)) throw wrong('Serve un file .xlsx, .csv o .sql.');
    const seen = await lookAtFile(sent.file, nome).catch((error: unknown) => {
      throw error instanceof UnreadableFile ? wrong(error.message) : error;
    });
    const id = randomUUID();
    const place = join(folder, id);
    await writeFile(`${place}.json`, JSON.stringify({ utente, nome, looked: seen }), { mode: 0o600 });
    try {
      await rename(sent.file, place);
    } catch (error) {
      await rm(`${place}.json`, { force: true });
      throw error;
    }
    return { caricato: id, utente, nome, looked: seen };
  });
}

/** What the person put aside; somebody else's does not exist. `id` is checked to be a generated name before it is part of a path. */
export async function findUpload(deps: Deps, utente: string, id: string): Promise<Upload> {
  const text = await readFile(join(folderOf(deps), `${id}.json`), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return null;
  });
  const found = text === null ? null : upload.parse(JSON.parse(text));
  if (found?.utente !== utente) throw new DomainError('SCONOSCIUTO', { message: 'Il file non è più qui: caricalo di nuovo.' });
  return { caricato: id, ...found };
}

const wrong = (message: string) => new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: 'file', messaggio: message }], message });
