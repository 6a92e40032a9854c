import type { DocumentData } from './document-events.ts';
import { DOCUMENT_EVENTS } from './documents.ts';
import type { JsonObject } from './events.ts';

/** One version of a file in the archive. */
export interface ArchiveContent {
  percorso: string;
  file_versione: number;
}

const contentKey = ({ percorso, file_versione }: ArchiveContent): string => `${file_versione} ${percorso}`;

/** Returns the file versions that a `DocumentoOscurato` event says are deleted. */
export const copiesOf = (data: JsonObject): ArchiveContent[] => (data as DocumentData).copie ?? [];

/** Returns a check whether a file version was permanently deleted, from the events of its record. */
export function erasedIn(events: readonly { type: string; data: JsonObject }[]): (content: ArchiveContent) => boolean {
  const gone = new Set(
    events.filter(({ type }) => type === DOCUMENT_EVENTS.oscurato).flatMap(({ data }) => copiesOf(data).map(contentKey)),
  );
  return (content) => gone.has(contentKey(content));
}
