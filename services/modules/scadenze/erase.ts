import { z } from 'zod';
import { documentEvents } from '#contracts/core/document-events.ts';
import { DOCUMENT_EVENTS } from '#contracts/core/documents.ts';
import { copiesOf, type ArchiveContent } from '#contracts/core/erased-versions.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { StoredEvent } from '#contracts/core/events.ts';
import { factOf, recordedData } from '#contracts/core/facts.ts';
import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { recordKey } from '#contracts/core/record-state.ts';
import { chainOf } from '#contracts/modules/scadenze/chain.ts';
import { erasureRequest } from '#contracts/modules/scadenze/erasure-request.ts';
import { readKind } from '#projections/scadenze/known-kinds.queries.ts';
import { fingerprint } from '#services/platform/files/fingerprint.ts';
import { sendChanged, senderOf, waitForReadTables } from '#services/platform/http/write-answer.ts';
import type { Dependencies, Reactor, Route } from '#services/platform/module.ts';
import { execute } from '#services/registers/command-handling.ts';
import { recordFor } from '#services/registers/documents.decider.ts';
import { wrongField } from '#services/registers/upload-fields.ts';
import { documentOf, requireSubject, subjectFrom, type DocumentPlace } from './document-place.ts';
import { historyOf, toldOf } from './history.ts';

type ErasureRequest = z.infer<typeof erasureRequest>;

/**
 * Route that removes the content of one document of a chain for ever; no other route does. Only group 2 may call it. The history keeps the
 * document's digest, and who removed it and why.
 */
export const eraseRoute = (deps: Dependencies): Route => ({
  method: 'POST',
  path: '/api/scadenze/oscura',
  permission: 'session',
  confirmed: true,
  schema: { body: erasureRequest },
  description:
    'Rimuove per sempre dall’archivio un documento della catena, con il motivo (gruppo 2, con l’eliminazione nell’area del record); la sua validità e la sua impronta restano nello storico',
  async handle(req, res, context) {
    const sender = senderOf(req, context);
    const request = erasureRequest.parse(req.body);
    if (sender.identity.groupID !== GRUPPO_AMMINISTRATORI)
      throw new DomainError('NON_PERMESSO', { message: 'Un documento lo può rimuovere per sempre solo un amministratore.' });
    const soggetto = subjectFrom(request.soggetto);
    requireSubject(sender.identity, soggetto, 'delete');
    const kind = await readKind(deps.readDb, soggetto, request.tipo);
    if (!kind) throw wrongField('tipo', 'Tipo di documento sconosciuto');
    const place = await documentOf(deps, kind, request.id, { identity: sender.identity, action: 'delete' });
    const content = await contentOf(deps, place, request);
    const on = { def: place.def, id: place.id, field: place.field, identity: sender.identity, readVersion: context.readVersion };
    const executed = await execute(deps, {
      stream: place.stream,
      sender: { ...sender, motivo: request.motivo },
      decide: (state, events) => {
        const link = linkOf(deps, place, events, request);
        if (!link) throw new DomainError('FILE_ASSENTE');
        // a repeated request records nothing
        if (link.rimosso) return [];
        const record = recordFor(on, 'delete', state);
        if (!content) throw new DomainError('FILE_ASSENTE');
        const current = record.files[place.field];
        const in_scheda = current && isAmong(content.copie, { percorso: current.percorso, file_versione: current.versione }) ? 1 : 0;
        const { percorso, versione: file_versione, motivo } = request;
        const recordField = { tabella: place.def.path, id: String(place.id), campo: place.field, tipo: kind.codice };
        return [
          factOf(documentEvents, DOCUMENT_EVENTS.oscurato, { ...recordField, percorso, file_versione, ...content, in_scheda, motivo }),
        ];
      },
    });
    for (const event of await erasuresOf(deps, place, request)) await eraseCopies(deps, event);
    await waitForReadTables(deps, res, executed.position);
    sendChanged(res, executed.eventCount, executed.state.get(recordKey(place.def.path, place.id))?.version ?? executed.version);
  },
});

/** Reactor that deletes the bytes of a removed document if the process ended between the event and the deletion. */
export const eraseReactor = (deps: Pick<Dependencies, 'files'>): Reactor => ({
  name: 'documenti-oscurati',
  events: [DOCUMENT_EVENTS.oscurato],
  react: (event) => eraseCopies(deps, event),
});

async function eraseCopies({ files }: Pick<Dependencies, 'files'>, { data }: Pick<StoredEvent, 'data'>): Promise<void> {
  for (const { percorso, file_versione } of copiesOf(data)) await files.erase(percorso, file_versione);
}

interface FoundContent {
  sha256: string;
  byte: number;
  /** All places in the archive where this record's file has the same bytes. */
  copie: ArchiveContent[];
}

/** Returns digest, size and copies of the requested content; `null` if the archive does not hold the content. */
async function contentOf(deps: Dependencies, place: DocumentPlace, { percorso, versione }: ErasureRequest): Promise<FoundContent | null> {
  const known = await historyOf(deps, place.def, place.id);
  const paths = new Set(
    known?.facts.flatMap(({ event }) => {
      const { campo, percorso: path } = recordedData(documentEvents, event.data);
      return campo === place.field && typeof path === 'string' ? [path] : [];
    }),
  );
  // only paths of the record's own history are read, so the request cannot reach other files
  if (!paths.has(percorso)) return null;
  const content = await deps.files.read(percorso, versione).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'FILE_ASSENTE') return null;
    throw error;
  });
  if (!content) return null;
  const sha256 = await fingerprint(content.open()).catch((error: NodeJS.ErrnoException) => {
    // another request has removed the content since it was opened
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (sha256 === null) return null;
  const copie: ArchiveContent[] = [];
  for (const path of paths)
    for (const file_versione of await deps.files.holding(path, sha256)) copie.push({ percorso: path, file_versione });
  return { sha256, byte: content.bytes, copie };
}

function linkOf(
  deps: Pick<Dependencies, 'catalogue'>,
  { def, id, field, expiry }: DocumentPlace,
  events: readonly StoredEvent[],
  asked: ErasureRequest,
) {
  const links = chainOf(toldOf(deps, events, recordKey(def.path, id)), { file: field, expiry });
  return links.find(({ percorso, file_versione }) => percorso === asked.percorso && file_versione === asked.versione);
}

async function erasuresOf(
  { store }: Pick<Dependencies, 'store'>,
  place: DocumentPlace,
  { percorso, versione }: ErasureRequest,
): Promise<StoredEvent[]> {
  const events = await store.read(place.stream);
  return events.filter(
    ({ type, data }) => type === DOCUMENT_EVENTS.oscurato && isAmong(copiesOf(data), { percorso, file_versione: versione }),
  );
}

const isAmong = (contents: readonly ArchiveContent[], one: ArchiveContent): boolean =>
  contents.some(({ percorso, file_versione }) => percorso === one.percorso && file_versione === one.file_versione);
