import { setImmediate as nextTurn } from 'node:timers/promises';
import { DomainError } from '#contracts/core/errors.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import { whyNotEverything } from '#contracts/modules/whole-exit.ts';
import type { WholeDocuments, WholeExit } from '#contracts/ports/whole-exit.ts';
import { currentIdentity } from '#projections/accesso/accesso.queries.ts';
import { archiveFiles } from '#services/platform/files/archive-files.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { derivedCommandId } from '#services/registers/command-handling.ts';
import { opens } from '#services/registers/file-owner.ts';
import { recordOpenings, type Opening } from '#services/registers/record-openings.ts';

type Needs = Pick<Dependencies, 'catalogue' | 'clock' | 'config' | 'files' | 'owners' | 'readDb' | 'store'>;

const OPENED_FOR = 'esportazione completa';

/**
 * Creates the function that lists the documents for the export: all files of the archive and all paths in records. Files that the person
 * may not open are listed separately.
 */
export function wholeDocuments(deps: Needs): WholeExit['documents'] {
  return async ({ job, memberID, recorded }, signal) => {
    const identity = await stillMay(deps, memberID);
    const documents: WholeDocuments = { paths: [], reserved: [], unreadableFolders: [] };
    const openings: Opening[] = [];
    const paths = await pathsOf(deps, recorded, documents.unreadableFolders, signal);
    for (const path of paths) {
      signal.throwIfAborted();
      const ownership = await deps.owners.ownership(path).catch(() => null);
      if (!opens(identity, ownership)) {
        documents.reserved.push(path);
        continue;
      }
      const info = ownership?.reserved ? await deps.files.info(path).catch(() => null) : null;
      if (ownership && info) openings.push({ path, version: info.version, ownership });
      documents.paths.push(path);
      // yields to requests that arrived in the meantime
      await nextTurn();
    }
    const refused = await recordAllowed(deps, openings, identity, job);
    return { ...documents, paths: documents.paths.filter((path) => !refused.has(path)), reserved: [...documents.reserved, ...refused] };
  };
}

/**
 * Returns the person with current permissions. Throws `NON_PERMESSO` if they changed while the tables were written, which takes minutes.
 */
async function stillMay({ readDb, catalogue }: Needs, memberID: string): Promise<Identity> {
  const identity = await currentIdentity(readDb, memberID);
  const why = identity ? whyNotEverything(catalogue, identity) : null;
  if (!identity || why !== null) throw new DomainError('NON_PERMESSO', why === null ? {} : { message: why });
  return identity;
}

/**
 * Returns all paths of the archive and of the records, sorted and without duplicates. Throws `NON_DISPONIBILE` if records name files but
 * the archive has none, since the archive's share is then not mounted.
 */
async function pathsOf({ config }: Needs, recorded: readonly string[], closed: string[], signal: AbortSignal): Promise<string[]> {
  // file systems differ in the Unicode form of accents
  const paths = new Set<string>();
  for await (const { path } of archiveFiles(config, (folder) => void closed.push(folder))) {
    signal.throwIfAborted();
    paths.add(path.normalize('NFC'));
  }
  if (paths.size === 0 && recorded.length > 0)
    throw new DomainError('NON_DISPONIBILE', {
      message: 'L’archivio non ha nessuno dei documenti registrati: la sua cartella non è raggiungibile.',
    });
  for (const path of recorded) paths.add(path.normalize('NFC'));
  return [...paths].toSorted();
}

/**
 * Records who takes reserved documents in the histories of their records, once even after a crash. Returns the paths of documents that may
 * no longer be exported.
 */
async function recordAllowed(deps: Needs, openings: readonly Opening[], identity: Identity, job: string): Promise<Set<string>> {
  const refused = new Set<string>();
  const perRecord = new Map<string, Opening[]>();
  for (const opening of openings) {
    const key = keyOf(opening);
    const mine = perRecord.get(key);
    if (mine) mine.push(opening);
    else perRecord.set(key, [opening]);
  }
  for (const [key, openingsOfRecord] of perRecord) {
    const sender = { identity, commandId: derivedCommandId(job, key), correlationId: job, origine: 'job', motivo: OPENED_FOR } as const;
    await recordOpenings(deps, openingsOfRecord, sender).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
      for (const { path } of openingsOfRecord) refused.add(path);
    });
  }
  return refused;
}

/** Returns the key by which openings are grouped: the stream, since one command is recorded once in each stream. */
const keyOf = ({ ownership: { def, records } }: Opening): string =>
  `${def.path}/${records.map(({ id, parent }) => parent ?? id).join(' ')}`;
