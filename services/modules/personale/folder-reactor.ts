import { DOCUMENT_EVENTS } from '#contracts/core/documents.ts';
import type { StoredEvent } from '#contracts/core/events.ts';
import { changeOf } from '#contracts/core/fold.ts';
import { personale } from '#contracts/registers/personale.ts';
import type { Dependencies, Reactor } from '#services/platform/module.ts';
import type { Folders } from './folder.ts';

/** Moves what a worker's renaming left in the old folder, and files that arrived there since. */
export function folderReactor(deps: Pick<Dependencies, 'catalogue'>, folders: Folders): Reactor {
  return {
    name: 'cartella-personale',
    events: [personale.events.changed, personale.events.restored, DOCUMENT_EVENTS.caricato, DOCUMENT_EVENTS.rinominato],
    async react(event) {
      const change = changeOf(deps.catalogue, event);
      if (change?.table === personale.path && concerns(event)) await folders.align(change.id, event.metadata.correlationId);
    },
  };
}

/** Files of the portal's own moves lie where they should; so do those of the demo firm. */
function concerns({ type, data, metadata: { origine } }: StoredEvent): boolean {
  if (type === personale.events.changed) return 'cognome' in data || 'nome' in data;
  return type === personale.events.restored || (origine !== 'sistema' && origine !== 'demo');
}
