import { DOCUMENT_EVENTS } from './documents.ts';
import type { JsonObject } from './events.ts';

/** A content of the archive. */
export interface ArchiveContent {
  percorso: string;
  file_versione: number;
}

const contentKey = ({ percorso, file_versione }: ArchiveContent): string => `${file_versione} ${percorso}`;

/** The contents that one such event says are gone. */
export const copiesOf = (data: JsonObject): ArchiveContent[] => (data['copie'] ?? []) as unknown as ArchiveContent[];

/** Whether a content was taken away for good, by the events of its record. */
export function erasedIn(events: readonly { type: string; data: JsonObject }[]): (content: ArchiveContent) => boolean {
  const gone = new Set(
    events.filter(({ type }) => type === DOCUMENT_EVENTS.oscurato).flatMap(({ data }) => copiesOf(data).map(contentKey)),
  );
  return (content) => gone.has(contentKey(content));
}
