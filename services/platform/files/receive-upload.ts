import busboy from 'busboy';
import type { Request } from 'express';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { DomainError } from '#contracts/core/errors.ts';
import { tooLarge } from './content-check.ts';
import { sweep, tempName } from './sweep.ts';
import { writeNew } from './write-new.ts';

/** Received upload: its text fields, and at least one file, stored as temporary files in order. */
export interface ReceivedUpload {
  fields: Readonly<Record<string, string>>;
  /** All values of each field, for fields that occur several times. */
  repeated: Readonly<Record<string, readonly string[]>>;
  files: readonly [ReceivedFile, ...ReceivedFile[]];
}

/** Temporary file whose path in the archive is not decided yet. */
export interface TemporaryFile {
  /** Absolute path of the temporary file. */
  file: string;
  bytes: number;
}

/** File of an upload, stored as a temporary file. */
export interface ReceivedFile extends TemporaryFile {
  /** Name of the form's field. */
  field: string;
  /** File name given by the client; must not be trusted as a path. */
  originalName: string;
}

// 150 fields, because one certificate may be for a whole course of workers
const LIMITS = { fields: 150, fieldNameSize: 100, fieldSize: 4096, headerPairs: 50 };
/** Maximum number of files in an upload, which are the photographed pages of one document. */
const MAX_FILES = 30;

/** Checks the fields received so far before the first byte of a file is read; throws to refuse the upload. */
type Admit = (fields: Readonly<Record<string, string>>) => Promise<void>;

/**
 * Receives `multipart/form-data` into temporary files, calls `use`, and deletes the files in any case. The fields that decide the path
 * may follow the file. Several files are the pages of one document, so `maxByte` limits their sum.
 */
export async function withReceived<T>(
  req: Request,
  { folder, maxByte, admit }: { folder: string; maxByte: number; admit: Admit },
  use: (received: ReceivedUpload) => Promise<T>,
): Promise<T> {
  await sweep(folder);
  return withFiles(
    req,
    { folder, howMany: MAX_FILES, maxByte, together: maxByte, admit },
    ({ fields, repeated, files: [first, ...others] }) => {
      if (!first) throw new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: 'file', messaggio: 'Manca il file' }] });
      return use({ fields, repeated, files: [first, ...others] });
    },
  );
}

interface Options {
  folder: string;
  /** Maximum number of files. */
  howMany: number;
  /** Maximum bytes of each file. */
  maxByte: number;
  /** Maximum bytes of all files together; unlimited by default. */
  together?: number;
  admit?: Admit;
}

interface Arrival {
  fields: Readonly<Record<string, string>>;
  repeated: Readonly<Record<string, readonly string[]>>;
  files: ReceivedFile[];
}

/** Receives any number of files into an existing folder, calls `use`, and deletes the files that `use` has not moved. */
export async function withFiles<T>(req: Request, options: Options, use: (arrival: Arrival) => Promise<T>): Promise<T> {
  const places: string[] = [];
  try {
    return await use(await receive(req, options, places));
  } finally {
    await Promise.all(places.map((file) => rm(file, { force: true })));
  }
}

async function receive(
  req: Request,
  { folder, howMany, maxByte, together = Infinity, admit = () => Promise.resolve() }: Options,
  places: string[],
): Promise<Arrival> {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  const repeated: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
  const arrivals: Promise<ReceivedFile>[] = [];
  let error: DomainError | null = null;
  let failed: Error | null = null;
  const budget = { remaining: together };
  const parser = reader(req, maxByte, howMany);
  parser.on('field', (name, value, info) => {
    if (info.valueTruncated || info.nameTruncated) error ??= malformedError(`Il campo ${name.slice(0, 50)} è troppo lungo.`);
    fields[name] = value;
    (repeated[name] ??= []).push(value);
  });
  parser.on('file', (field, stream, info) => {
    const file = join(folder, tempName());
    places.push(file);
    // while `admit` runs the stream is not read, so backpressure stops the client
    const arrival = admit({ ...fields })
      .then(() => save(stream, file, maxByte, budget))
      .then((bytes) => ({ field, file, originalName: info.filename ?? '', bytes }));
    arrival.catch((cause: NodeJS.ErrnoException) => {
      // an error with a system call comes from our disk, not from the client's data
      if (cause.syscall !== undefined) failed ??= cause;
      parser.destroy(cause);
    });
    stream.on('error', () => {});
    arrivals.push(arrival);
  });
  for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
    parser.on(limit, () => (error ??= malformedError(`Si accettano al massimo ${howMany} file per volta.`)));
  }
  try {
    await feed(req, parser).catch((cause: Error) => {
      if (failed) throw failed as Error;
      throw cause instanceof DomainError ? cause : malformedError('Il caricamento non è arrivato intero.', cause);
    });
    if (error) throw error as DomainError;
    return { fields: { ...fields }, repeated: { ...repeated }, files: await Promise.all(arrivals) };
  } finally {
    // wait for all writes, so that no temporary file is created after the caller has deleted them
    await Promise.allSettled(arrivals);
  }
}

/** Feeds the request to the parser. Unlike `pipeline`, this keeps the request open if the parser fails, so that a response can be sent. */
async function feed(req: Request, parser: busboy.Busboy): Promise<void> {
  const cut = (): void => void (req.complete || parser.destroy(new Error('the request was cut off')));
  req.on('close', cut).on('error', cut);
  try {
    req.pipe(parser);
    await finished(parser);
  } finally {
    req.off('close', cut).off('error', cut);
    req.unpipe(parser);
    req.pause();
  }
}

function reader(req: Request, maxByte: number, howMany: number): busboy.Busboy {
  if (!/^multipart\/form-data\b/i.test(req.headers['content-type'] ?? ''))
    throw malformedError('Serve un caricamento multipart/form-data.');
  try {
    return busboy({
      headers: req.headers,
      defParamCharset: 'utf8',
      limits: { ...LIMITS, files: howMany, parts: LIMITS.fields + howMany, fileSize: maxByte + 1 },
    });
  } catch (cause) {
    throw malformedError('Il caricamento multipart non è scritto correttamente.', cause);
  }
}

/** Writes a file and returns its bytes. Stops reading and throws at the size limit. */
async function save(
  stream: Readable & { truncated?: boolean },
  file: string,
  maxByte: number,
  budget: { remaining: number },
): Promise<number> {
  stream.once('limit', () => stream.destroy(tooLarge(maxByte)));
  const bytes = await writeNew(file, 0o600, stream, (source) => within(source, budget, maxByte));
  if (stream.truncated || bytes > maxByte) throw tooLarge(maxByte);
  return bytes;
}

async function* within(source: AsyncIterable<Buffer>, budget: { remaining: number }, maxByte: number): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    budget.remaining -= chunk.length;
    if (budget.remaining < 0) throw tooLarge(maxByte);
    yield chunk;
  }
}

function malformedError(message: string, cause?: unknown): DomainError {
  return Object.assign(new DomainError('RICHIESTA_NON_VALIDA', { message }), { cause });
}
