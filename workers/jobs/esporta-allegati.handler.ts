import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { DomainError } from '#contracts/core/errors.ts';
import { esportaAllegati } from '#contracts/jobs/esporta-allegati.ts';
import type { FileContent, FileStore } from '#contracts/ports/file-store.ts';
import type { JobContext, JobHandler } from '#contracts/ports/job-queue.ts';
import { README, uniqueNames, type ZipEntry } from '../formats/zip-names.ts';
import { asResult } from '../formats/result-file.ts';

interface Needs {
  files: FileStore;
  resultsFolder: string;
}

/** Compressed already: deflating them again costs time and saves nothing. */
const ALREADY_COMPRESSED: readonly string[] = ['application/pdf', 'image/jpeg', 'application/zip'];

/** One file after the other from the archive through the zip to disk: memory does not grow with them. */
export function esportaAllegatiHandler({ files, resultsFolder }: Needs): JobHandler {
  return async (context) => {
    const { nome: name, file, riservati: reserved = [] } = esportaAllegati.data.parse(context.data);
    const final = join(resultsFolder, `${context.id}.zip`);
    const missing = await asResult(final, (temp) => writeZip(temp, { entries: uniqueNames(file), reserved }, files, context));
    return { file: final, fileName: `${name}.zip`, message: summary(file.length - missing.length, missing.length, reserved.length) };
  };
}

interface Contents {
  entries: readonly ZipEntry[];
  /** Names of what is left out. */
  reserved: readonly string[];
}

async function writeZip(temp: string, { entries, reserved }: Contents, files: FileStore, context: JobContext): Promise<ZipEntry[]> {
  const zip = new ZipFile();
  const output = createWriteStream(temp, { flags: 'wx' });
  const written = pipeline(zip.outputStream, output);
  const broken = new Promise<never>((_, refuse) => zip.on('error', refuse));
  // whatever fails first ends the wait for all the rest
  const fault = Promise.race([broken, written.then(() => new Promise<never>(() => {}))]);
  fault.catch(() => {});
  try {
    const missing = await addAll(zip, entries, files, context, fault);
    const warning = readme(entries.length, missing, reserved);
    if (warning) zip.addBuffer(Buffer.from(warning), README);
    zip.end();
    await Promise.race([written, broken]);
    return missing;
  } catch (error) {
    output.destroy();
    await written.catch(() => {});
    throw error;
  }
}

async function addAll(zip: ZipFile, entries: readonly ZipEntry[], files: FileStore, { signal, progress }: JobContext, fault: Promise<never>): Promise<ZipEntry[]> {
  const missing: ZipEntry[] = [];
  for (const [i, entry] of entries.entries()) {
    signal.throwIfAborted();
    await progress((i / entries.length) * 100, `${i} di ${entries.length} file`);
    const read = await readIfPresent(files, entry.percorso);
    if (read) await add(zip, read, entry.nome, fault);
    else missing.push(entry);
  }
  return missing;
}

async function readIfPresent(files: FileStore, path: string): Promise<FileContent | null> {
  try {
    return await files.read(path);
  } catch (error) {
    if (error instanceof DomainError && ['FILE_ASSENTE', 'PERCORSO_NON_VALIDO'].includes(error.code)) return null;
    throw error;
  }
}

/** Resolves when the file's last byte has been taken and it is closed again. */
async function add(zip: ZipFile, read: FileContent, name: string, fault: Promise<never>): Promise<void> {
  let stream: Readable | undefined;
  const taken = new Promise<void>((locate, refuse) => {
    const options = { mtime: new Date(read.modified), compress: !ALREADY_COMPRESSED.includes(read.contentType), size: read.bytes };
    zip.addReadStreamLazy(name, options, (cb) => {
      stream = read.open().once('close', locate).once('error', refuse);
      cb(null, stream);
    });
  });
  try {
    await Promise.race([taken, fault]);
  } finally {
    stream?.destroy();
  }
}

function readme(totale: number, missing: readonly ZipEntry[], reserved: readonly string[]): string | null {
  const parts = [
    ...(totale === 0 && reserved.length === 0 ? ['Nessun documento da esportare.'] : []),
    ...(missing.length === 0 ? [] : ['Questi file non sono nell\'archivio e mancano da questo zip:', '', ...missing.map((m) => m.percorso), '']),
    ...(reserved.length === 0 ? [] : ['Questi documenti sono riservati a chi può modificare la scheda, e mancano da questo zip:', '', ...reserved, '']),
  ];
  return parts.length === 0 ? null : [...parts, ...(parts.at(-1) === '' ? [] : [''])].join('\r\n');
}

function summary(present: number, missing: number, reserved: number): string {
  return [
    `${present} file`,
    ...(missing === 0 ? [] : [`${missing} ${missing === 1 ? 'mancante' : 'mancanti'}`]),
    ...(reserved === 0 ? [] : [`${reserved} ${reserved === 1 ? 'riservato' : 'riservati'}`]),
  ].join(', ');
}
