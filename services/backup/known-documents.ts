import { documentEvents } from '#contracts/core/document-events.ts';
import { recordedData } from '#contracts/core/facts.ts';
import { DOCUMENT_EVENTS } from '#contracts/core/documents.ts';
import { copiesOf } from '#contracts/core/erased-versions.ts';
import type { FileEntry, LoggedEvent } from './manifest.ts';

/** The documents that must be in the archive according to the log. */
export interface DocumentsKnown {
  see(event: Pick<LoggedEvent, 'type' | 'data'>): void;
  /** Number of recorded contents that were not erased. */
  readonly count: number;
  /** Returns the paths of recorded contents that are neither in place nor among the versions. */
  missing(entries: readonly Pick<FileEntry, 'tree' | 'path'>[]): string[];
}

const PUT: ReadonlySet<string> = new Set([DOCUMENT_EVENTS.caricato, DOCUMENT_EVENTS.rinominato]);
const VERSIONS = '.versioni';

// file systems differ in the Unicode form of accents
const normaliseAccents = (path: string): string => path.normalize('NFC');

export function documentsKnown(): DocumentsKnown {
  const versions = new Map<string, Set<number>>();
  return {
    see({ type, data }) {
      // the path of a forgotten person's file is gone, as the file is
      const { percorso: recorded, file_versione: version } = recordedData(documentEvents, data);
      if (PUT.has(type) && typeof recorded === 'string') {
        const path = normaliseAccents(recorded);
        versions.set(path, (versions.get(path) ?? new Set()).add(Number(version)));
      }
      if (type !== DOCUMENT_EVENTS.oscurato) return;
      for (const { percorso, file_versione } of copiesOf(data)) versions.get(normaliseAccents(percorso))?.delete(file_versione);
    },
    get count() {
      return [...versions.values()].reduce((sum, { size }) => sum + size, 0);
    },
    missing(entries) {
      const presentPaths = new Set(entries.filter(({ tree }) => tree === 'archivio').map(({ path }) => normaliseAccents(path)));
      const missing: string[] = [];
      for (const [path, numbers] of versions) {
        const last = Math.max(...numbers);
        for (const number of numbers) {
          // the file in place is the last version of its path, or a file that a person copied there
          if (presentPaths.has(`${VERSIONS}/${path}/${number}`) || (number === last && presentPaths.has(path))) continue;
          missing.push(path);
        }
      }
      return missing;
    },
  };
}
