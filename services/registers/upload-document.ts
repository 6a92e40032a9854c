import type { Readable } from 'node:stream';
import { diskFull } from '#contracts/core/disk-full.ts';
import { DOCUMENT_EVENTS } from '#contracts/core/documents.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { JsonObject } from '#contracts/core/events.ts';
import type { Sender } from '#contracts/ports/dispatch.ts';
import type { FileInfo } from '#contracts/ports/file-store.ts';
import { fold } from '#contracts/core/fold.ts';
import { recordKey } from '#contracts/core/record-state.ts';
import { derivedCommandId, execute } from './command-handling.ts';
import type { Dependencies, Ownership } from '../platform/module.ts';
import { wrongType } from '../platform/files/content-check.ts';
import { fingerprint } from '../platform/files/fingerprint.ts';
import { decideRenewed, decideUploaded, recordFor, streamOfFile, type Content, type FileField, type Renewal } from './documents.decider.ts';
import { extension } from '../platform/files/logical-path.ts';
import { keyedQueue } from '#services/platform/concurrency/keyed-queue.ts';

export interface Upload {
  path: string;
  ownership: Ownership;
  content(): Readable;
  /** Number of photos from which the document was made. */
  photos?: number;
  /** New validity, recorded together with the file, for an upload that renews the document. */
  renewal?: Renewal;
  sender: Sender;
  readVersion?: number | null;
}

export interface UploadedDocument extends Content {
  /** Version of the record; `null` where the file belongs to no record yet. */
  versione: number | null;
  position: string | null;
}

type Needs = Pick<Dependencies, 'catalogue' | 'files' | 'store' | 'clock'>;

const EXTENSIONS = { pdf: ['.pdf'], jpeg: ['.jpg', '.jpeg'] } as const;
/** Queue of uploads by path, so that uploads are recorded in the order in which their files were stored. */
const oneAtATime = keyedQueue();

/**
 * Stores a file and records it on every record that owns it. Checks existence and rights before storing. If recording is refused, the
 * previous content is restored.
 */
export async function uploadFile(deps: Needs, upload: Upload): Promise<UploadedDocument> {
  const { path, ownership } = upload;
  if (!(EXTENSIONS[ownership.kind] as readonly string[]).includes(extension(path))) throw wrongType(ownership.kind);
  return oneAtATime(path, async () => {
    const already = await check(deps, upload);
    if (already) {
      await requireSame(upload, already);
      return { ...already, ...(await record(deps, upload, already)) };
    }
    const before = await deps.files.info(path);
    const content = await put(deps, upload);
    try {
      return { ...content, ...(await record(deps, upload, content)) };
    } catch (error) {
      // if the log is unreachable the outcome is unknown, so the file stays for the retry; a full disk has recorded nothing
      if (error instanceof DomainError || (diskFull(error) && ownership.records.length < 2))
        await putBack(deps, content, before, ownership.kind);
      throw error;
    }
  });
}

/**
 * Checks that every record exists and may be changed. Returns the content that this command already recorded, if it is repeated; otherwise
 * `null`.
 */
async function check(deps: Needs, { ownership, sender, readVersion }: Upload): Promise<Content | null> {
  let already: Content | null = null;
  for (const on of onRecord(ownership, sender, readVersion)) {
    const stream = streamOfFile(on);
    const events = await deps.store.read(stream);
    const mine = events.find(
      (e) => e.metadata.commandId === derivedCommandId(sender.commandId, stream) && e.type === DOCUMENT_EVENTS.caricato,
    );
    if (mine) already = contentOf(mine.data);
    else recordFor(on, 'edit', fold(deps.catalogue, events));
  }
  return already;
}

/**
 * Throws CHIAVE_RIUSATA if a repeated request brings another file, which would be acknowledged but not stored. Old events have no digest to
 * compare.
 */
async function requireSame({ path, content }: Upload, already: Content): Promise<void> {
  const same = already.percorso === path && (already.sha256 === undefined || already.sha256 === (await fingerprint(content())));
  if (!same) throw new DomainError('CHIAVE_RIUSATA');
}

async function put({ files }: Needs, { path, content, photos, ownership }: Upload): Promise<Content> {
  const info = await files.write(path, content(), ownership.kind);
  return {
    percorso: info.path,
    file_versione: info.version,
    byte: info.bytes,
    sha256: info.sha256,
    ...(photos === undefined ? {} : { da_foto: photos }),
  };
}

async function record(deps: Needs, { ownership, sender, readVersion, renewal }: Upload, content: Content) {
  let outcome: Pick<UploadedDocument, 'versione' | 'position'> = { versione: null, position: null };
  for (const on of onRecord(ownership, sender, readVersion)) {
    const stream = streamOfFile(on);
    const executed = await execute(deps, {
      stream,
      sender: { ...sender, commandId: derivedCommandId(sender.commandId, stream) },
      decide: (state) =>
        renewal && on.field !== null
          ? decideRenewed({ ...on, field: on.field }, content, renewal, state)
          : decideUploaded(on, content, state),
    });
    const version = executed.state.get(recordKey(on.def.path, on.id))?.version ?? null;
    outcome = { versione: version, position: executed.position ?? outcome.position };
  }
  return outcome;
}

/**
 * Undoes a stored upload by storing the previous content as a new version, since version numbers are never reused. Does nothing if a later
 * upload has replaced the file.
 */
async function putBack(
  { files }: Needs,
  { percorso, file_versione: version }: Content,
  before: FileInfo | null,
  kind: 'pdf' | 'jpeg',
): Promise<void> {
  if ((await files.info(percorso))?.version !== version) return;
  if (!before) return files.delete(percorso, version);
  const content = await files.read(percorso, before.version);
  await files.write(percorso, content.open(), kind);
}

function contentOf(data: JsonObject): Content {
  const { percorso, file_versione: version, byte, sha256, da_foto: photos } = data;
  return {
    percorso: String(percorso),
    file_versione: Number(version),
    byte: Number(byte),
    ...(typeof sha256 === 'string' ? { sha256 } : {}),
    ...(typeof photos === 'number' ? { da_foto: photos } : {}),
  };
}

/** Returns the deciders' input for each record that owns the file. */
export function onRecord(
  { def, records: record, folder }: Ownership,
  { identity, origine }: Sender,
  readVersion?: number | null,
): FileField[] {
  // the right was already checked on the register that owns the file
  if (record.length === 0 && folder) return [{ ...folder, field: null, identity, trusted: true }];
  return record.map(({ id, field, parent }) => ({
    def,
    id,
    parent,
    field,
    identity,
    trusted: origine === 'sistema' || origine === 'demo',
    // with several records, the read version cannot be the version of each
    readVersion: record.length === 1 ? (readVersion ?? null) : null,
  }));
}
