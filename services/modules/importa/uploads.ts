import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { DomainError } from '#contracts/core/errors.ts';
import { IMPORTS, makeImport, tryImport, uploadFiles } from '#contracts/jobs/importa.ts';
import { IMPORT_EXTENSIONS, IMPORT_MB, type FileTable } from '#contracts/modules/importa.ts';
import type { RegisterHeads } from '#contracts/ports/file-reading.ts';
import { keyedQueue } from '#services/platform/concurrency/keyed-queue.ts';
import { withFiles } from '#services/platform/files/receive-upload.ts';
import { resultsFolder } from '#services/platform/files/results.ts';
import { sweep } from '#services/platform/files/sweep.ts';
import { INCOMING } from '#services/platform/files/temp-folders.ts';
import type { Dependencies } from '#services/platform/module.ts';
import type { Request } from 'express';

type Deps = Pick<Dependencies, 'config' | 'jobs' | 'reading'>;

const MB = 1024 * 1024;
/** Age in milliseconds at which an upload that was not imported is deleted. */
const FORGOTTEN = 7 * 24 * 3_600_000;
/** Limits of the uploads that are kept for one person. */
const PER_PERSON = { files: 10, bytes: 500 * MB };

const upload = z.object({ utente: z.string(), nome: z.string(), digest: z.string(), bytes: z.number() });
export type Upload = z.infer<typeof upload> & { caricato: string; file: string };

const folderOf = ({ config }: Pick<Deps, 'config'>): string => join(resultsFolder(config), IMPORTS);
/** Queue by person: one upload at a time is stored, so that the count of a person's uploads is correct. */
const inTurn = keyedQueue();

/** Stores the uploaded file of a request if the file is readable, with the tables found in it. Throws a `DomainError` otherwise. */
export async function receiveImport(
  deps: Deps,
  req: Request,
  utente: string,
  registers: readonly RegisterHeads[],
): Promise<Upload & { tables: FileTable[] }> {
  const folder = folderOf(deps);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await sweep(folder, FORGOTTEN);
  const incoming = join(folder, INCOMING);
  await sweep(incoming);
  return withFiles(req, { folder: incoming, howMany: 1, maxByte: IMPORT_MB * MB }, async ({ files: [uploadedFile] }) => {
    if (!uploadedFile) throw wrong('Manca il file.');
    const nome = basename(uploadedFile.originalName.replaceAll('\\', '/')).slice(-255);
    if (!IMPORT_EXTENSIONS.test(nome)) throw wrong('Serve un file .xlsx, .csv o .sql.');
    const { digest, tables } = await deps.reading
      .look(utente, { file: uploadedFile.file, name: nome, registers })
      .catch((error: unknown) => {
        throw error instanceof DomainError && error.code === 'RICHIESTA_NON_VALIDA' ? wrong(error.message) : error;
      });
    const metadata = { utente, nome, digest, bytes: uploadedFile.bytes };
    const id = randomUUID();
    const place = join(folder, id);
    await inTurn(utente, async () => {
      await makeRoom(deps, utente, uploadedFile.bytes);
      await keep(uploadedFile.file, place, metadata, tables);
    });
    return { ...metadata, caricato: id, file: place, tables };
  });
}

async function keep(from: string, place: string, metadata: z.infer<typeof upload>, tables: readonly FileTable[]): Promise<void> {
  const { file, owner, seen } = uploadFiles(place);
  try {
    await writeFile(seen, JSON.stringify(tables), { mode: 0o600 });
    await writeFile(owner, JSON.stringify(metadata), { mode: 0o600 });
    await rename(from, file);
  } catch (error) {
    await removeUpload(place);
    throw error;
  }
}

/** Deletes a person's oldest uploads that no job uses until the new one fits. Throws `CODA_PIENA` if jobs use too many of them. */
async function makeRoom(deps: Deps, utente: string, bytes: number): Promise<void> {
  const mine = await uploadsOf(deps, utente);
  let [files, total] = [mine.length, mine.reduce((sum, one) => sum + one.bytes, 0)];
  for (const one of mine) {
    if (files < PER_PERSON.files && total + bytes <= PER_PERSON.bytes) return;
    if (await inUse(deps, one)) continue;
    await removeUpload(one.file);
    files -= 1;
    total -= one.bytes;
  }
  if (files >= PER_PERSON.files || total + bytes > PER_PERSON.bytes)
    throw new DomainError('CODA_PIENA', {
      message: `Hai già ${PER_PERSON.files} file o ${PER_PERSON.bytes / MB} MB in attesa di essere importati: attendi che un’operazione finisca.`,
      retryAfter: 30,
    });
}

/** Returns the uploads of a person, oldest first. */
async function uploadsOf(deps: Deps, utente: string): Promise<Upload[]> {
  const folder = folderOf(deps);
  const uploads: { one: Upload; since: number }[] = [];
  for (const name of await readdir(folder)) {
    if (!z.uuid().safeParse(name).success) continue;
    const one = await read(deps, name);
    if (one?.utente === utente) uploads.push({ one, since: (await stat(one.file).catch(() => null))?.mtimeMs ?? 0 });
  }
  return uploads.toSorted((a, b) => a.since - b.since).map(({ one }) => one);
}

async function inUse({ jobs }: Deps, { utente, caricato }: Upload): Promise<boolean> {
  for (const { kind } of [tryImport, makeImport])
    if ((await jobs.ofKind({ kind, utente, unfinished: true, data: { caricato }, limit: 1 })).length > 0) return true;
  return false;
}

const removeUpload = (place: string): Promise<unknown> =>
  Promise.all(Object.values(uploadFiles(place)).map((path) => rm(path, { force: true })));

/**
 * Returns the upload with that id. Throws `SCONOSCIUTO` if it does not exist or belongs to another person. Callers validate `id` as a UUID,
 * since it becomes part of a path.
 */
export async function findUpload(deps: Deps, utente: string, id: string): Promise<Upload> {
  const found = await read(deps, id);
  if (found?.utente !== utente) throw new DomainError('SCONOSCIUTO', { message: 'Il file non è più qui: caricalo di nuovo.' });
  return found;
}

/** Returns the tables of an upload, with the fields proposed for a register. */
export const proposedFor = (deps: Deps, { utente, file }: Upload, register: RegisterHeads): Promise<FileTable[]> =>
  deps.reading.propose(utente, { file: uploadFiles(file).seen, register });

/** Returns the tables of an upload as they were found when it was received. */
export const seenIn = async ({ file }: Upload): Promise<FileTable[]> =>
  JSON.parse(await readFile(uploadFiles(file).seen, 'utf8')) as FileTable[];

async function read(deps: Pick<Deps, 'config'>, id: string): Promise<Upload | null> {
  const file = join(folderOf(deps), id);
  const text = await readFile(uploadFiles(file).owner, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return null;
  });
  const found = text === null ? null : upload.safeParse(JSON.parse(text));
  return found?.success ? { caricato: id, file, ...found.data } : null;
}

const wrong = (message: string) => new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: 'file', messaggio: message }], message });
