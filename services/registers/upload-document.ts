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
import { decideRenewed, decideUploaded, recordPer, streamOfFile, type Content, type OnFile, type Renewal } from './documents.decider.ts';
import { extension } from '../platform/files/logical-path.ts';
import { keyedQueue } from '#services/platform/concurrency/keyed-queue.ts';

export interface Upload {
  path: string;
  ownership: Ownership;
  content(): Readable;
  /** Number of photos in the document. */
  photos?: number;
  /** It renews the document: its new validity is recorded with it. */
  renewal?: Renewal;
  sender: Sender;
  readVersion?: number | null;
}

export interface Uploaded extends Content {
  /** Version of the record; `null` where the file belongs to no record yet. */
  versione: number | null;
  position: string | null;
}

type Needs = Pick<Dependencies, 'catalogue' | 'files' | 'store' | 'clock'>;

const EXTENSIONS = { pdf: ['.pdf'], jpeg: ['.jpg', '.jpeg'] } as const;
/** Two uploads to one path are recorded in the order in which their contents were put in place. */
const oneAtATime = keyedQueue();

/**
 * Puts the content in place and records it on every record the file belongs to. The records are
 * looked at before anything is stored; a refusal afterwards takes the content out of place again.
 */
export async function uploadFile(deps: Needs, upload: Upload): Promise<Uploaded> {
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
      // when the log cannot be reached nobody knows whether it was recorded: the next try will tell; a full one recorded nothing
      if (error instanceof DomainError || (diskFull(error) && ownership.records.length < 2))
        await putBack(deps, content, before, ownership.kind);
      throw error;
    }
  });
}

/** Every record is there and may be changed; what this same command stored already, when it is repeated. */
async function check(deps: Needs, { ownership, sender, readVersion }: Upload): Promise<Content | null> {
  let already: Content | null = null;
  for (const on of onRecord(ownership, sender, readVersion)) {
    const stream = streamOfFile(on);
    const events = await deps.store.read(stream);
    const mine = events.find(
      (e) => e.metadata.commandId === derivedCommandId(sender.commandId, stream) && e.type === DOCUMENT_EVENTS.caricato,
    );
    if (mine) already = contentOf(mine.data);
    else recordPer(on, 'edit', fold(deps.catalogue, events));
  }
  return already;
}

/** The request came before: with another file it would be acknowledged and dropped. Events of old times carry no digest. */
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
  let outcome: Pick<Uploaded, 'versione' | 'position'> = { versione: null, position: null };
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

/** The content before this one comes back, as a new version of its own: numbers are never given twice. What came after this one stays. */
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

/** Returns the question for the deciders, one record at a time. */
export function onRecord(
  { def, records: record, folder }: Ownership,
  { identity, origine }: Sender,
  readVersion?: number | null,
): OnFile[] {
  // whether they may was judged on the register whose file it is
  if (record.length === 0 && folder) return [{ ...folder, field: null, identity, trusted: true }];
  return record.map(({ id, field, parent }) => ({
    def,
    id,
    parent,
    field,
    identity,
    trusted: origine === 'sistema' || origine === 'demo',
    // several records share the file: the version read can only be one's
    readVersion: record.length === 1 ? (readVersion ?? null) : null,
  }));
}
