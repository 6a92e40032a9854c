import { DOCUMENT_EVENTS } from '#contracts/core/documents.ts';
import type { StoredEvent } from '#contracts/core/events.ts';
import { changeOf } from '#contracts/core/fold.ts';
import { personale } from '#contracts/registers/personale.ts';
import type { Dependencies, Reactor } from '#services/platform/module.ts';
import { FOLDER_FIELDS, type WorkerFolders } from './worker-folders.ts';

/** Creates the reactor that moves files from a worker's old folders to the current one, after a rename or a late upload. */
export function folderReactor(deps: Pick<Dependencies, 'catalogue'>, folders: WorkerFolders): Reactor {
  return {
    name: 'cartella-personale',
    events: [personale.events.changed, personale.events.restored, DOCUMENT_EVENTS.caricato, DOCUMENT_EVENTS.rinominato],
    async react(event) {
      const change = changeOf(deps.catalogue, event);
      if (change?.table === personale.path && concerns(event)) await folders.align(change.id, event.metadata.correlationId);
    },
  };
}

/**
 * Tells whether an event may leave files in an old folder. Files stored by the portal itself or by demo data are in the current folder
 * already.
 */
function concerns({ type, data, metadata: { origine } }: StoredEvent): boolean {
  if (type === personale.events.changed) return FOLDER_FIELDS.some((name) => name in data);
  return type === personale.events.restored || (origine !== 'sistema' && origine !== 'demo');
}
