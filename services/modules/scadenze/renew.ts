import type { Request, Response } from 'express';
import { dateFault, isCalendarDate, normaliseDate, romeDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { computedExpiry, isAnticipated } from '#contracts/modules/scadenze/due-date.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import type { Sender } from '#contracts/ports/dispatch.ts';
import { readKind } from '#projections/scadenze/known-kinds.queries.ts';
import { contentOfUpload } from '#services/platform/files/upload-content.ts';
import { withReceived, type ReceivedUpload } from '#services/platform/files/receive-upload.ts';
import { tempFolder } from '#services/platform/files/temp-folders.ts';
import { tooLarge } from '#services/platform/files/content-check.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import { waitForReadTables, senderOf } from '#services/platform/http/write-answer.ts';
import type { Context, Dependencies, Ownership, Route } from '#services/platform/module.ts';
import { derivedCommandId } from '#services/registers/command-handling.ts';
import type { Renewal } from '#services/registers/documents.decider.ts';
import { requireWrite } from '#services/registers/file-owner.ts';
import { requiredField, wrongField } from '#services/registers/upload-fields.ts';
import { uploadFile, type UploadedDocument } from '#services/registers/upload-document.ts';
import { documentOf, requireSubject, subjectFrom, type DocumentPlace } from './document-place.ts';

const MEGA = 1_048_576;
/** Maximum number of records that one request can renew, as for the participants of one course. */
const MOST_RECORDS = 100;

/** Route that renews a document: one request stores file and expiry date, in one record or as a copy in each of several records. */
export function renewRoute(deps: Dependencies): Route {
  return {
    method: 'POST',
    path: '/api/scadenze/rinnova',
    permission: 'session',
    rawBody: true,
    description: 'Rinnova un documento: il file (PDF o foto) e la nuova scadenza insieme, per uno o più record (multipart)',
    handle: (req, res, context) => renew(deps, req, res, context),
  };
}

async function renew(deps: Dependencies, req: Request, res: Response, context: Context): Promise<void> {
  const maxByte = Math.floor(deps.config.MAX_UPLOAD_MB * MEGA);
  if (Number(req.headers['content-length'] ?? 0) > maxByte * 4 + MEGA) throw tooLarge(maxByte);
  const identity = requireIdentity(context.identity);
  const options = { folder: tempFolder(deps.config), maxByte, admit: async (fields: ReceivedUpload['fields']) => admit(identity, fields) };
  const done = await withReceived(req, options, async (received) => {
    const places = await placesOf(deps, identity, received);
    for (const { ownership } of places) requireWrite(identity, ownership, 'edit');
    return renewAll(deps, places, received, { sender: senderOf(req, context), readVersion: context.readVersion });
  });
  const last = done.map(({ position }) => position).reduce((a, b) => (b !== null && (a === null || b > a) ? b : a), null);
  await waitForReadTables(deps, res, last);
  const [first] = done;
  if (done.length === 1 && first?.versione != null) res.set('ETag', `"${first.versione}"`);
  res.json({ message: { affectedRows: done.length, versione: done.length === 1 ? (first?.versione ?? null) : null } });
}

/**
 * Refuses a request before its file is received if the person may change no record of the subject. Fields after the file are checked later,
 * by `placesOf`.
 */
function admit(identity: Identity, { soggetto }: ReceivedUpload['fields']): void {
  if (soggetto !== undefined) requireSubject(identity, subjectFrom(soggetto), 'edit');
}

interface Place extends DocumentPlace {
  ownership: Ownership;
}

/** Returns the places of all requested records. Throws before any record is changed if one of them cannot be renewed. */
async function placesOf(deps: Dependencies, identity: Identity, { fields, repeated }: ReceivedUpload): Promise<Place[]> {
  const soggetto = subjectFrom(requiredField(fields, 'soggetto'));
  requireSubject(identity, soggetto, 'edit');
  const tipo = requiredField(fields, 'tipo');
  requiredField(fields, 'id');
  const ids = [...new Set((repeated['id'] ?? []).map((id) => id.trim()).filter(Boolean))];
  if (ids.length > MOST_RECORDS) throw wrongField('id', `Al massimo ${MOST_RECORDS} per volta`);
  const kind = await readKind(deps.readDb, soggetto, tipo);
  if (!kind) throw wrongField('tipo', 'Tipo di documento sconosciuto');
  const places: Place[] = [];
  for (const id of ids) {
    const place = await documentOf(deps, kind, id, { identity, action: 'edit' });
    const ownership = await deps.owners.ownership(place.path);
    if (!ownership) throw new DomainError('SCONOSCIUTO');
    places.push({ ...place, ownership });
  }
  return places;
}

/**
 * Renews all records in turn. Errors that can be foreseen were checked for all records before; after a crash, a repeated request renews the
 * rest.
 */
async function renewAll(
  deps: Dependencies,
  places: readonly Place[],
  received: ReceivedUpload,
  { sender, readVersion }: { sender: Sender; readVersion: Context['readVersion'] },
): Promise<UploadedDocument[]> {
  const today = romeDate(deps.clock.now());
  const done: UploadedDocument[] = [];
  for (const place of places) {
    const renewal = renewalOf(place, received.fields, today);
    const commandId = places.length === 1 ? sender.commandId : derivedCommandId(sender.commandId, `rinnova/${place.id}`);
    done.push(
      await deps.owners.place(place.path, received.files[0], async (path) => {
        const ownership = await deps.owners.ownership(path);
        if (!ownership) throw new DomainError('SCONOSCIUTO');
        return uploadFile(deps, {
          path,
          ownership,
          ...(await contentOfUpload(received.files, ownership.kind)),
          renewal,
          sender: { ...sender, commandId },
          readVersion: places.length === 1 ? readVersion : null,
        });
      }),
    );
  }
  return done;
}

/**
 * Builds the renewal from the fields. Without a declared expiry date, the date is the day of issue plus the interval of the kind. A
 * declared date earlier than that is kept and marked as anticipated.
 */
function renewalOf({ kind, expiry }: DocumentPlace, fields: ReceivedUpload['fields'], today: string): Renewal {
  const dal = dayIn(fields, 'dal') ?? today;
  if (dal > today) throw wrongField('dal', 'Il giorno del rilascio non può essere nel futuro');
  const calcolata = computedExpiry(dal, kind.mesi);
  const declared = dayIn(fields, 'scadenza');
  if (expiry === null) {
    if (declared !== null) throw wrongField('scadenza', 'Questo documento non ha una scadenza');
    return { campo_scadenza: '', tipo: kind.codice, dal, scadenza: null, calcolata: null, anticipata: 0 };
  }
  const scadenza = declared ?? calcolata;
  if (scadenza === null) throw wrongField('scadenza', 'Serve la data scritta sul documento');
  if (scadenza <= dal) throw wrongField('scadenza', 'La scadenza viene dopo il giorno del rilascio');
  return { campo_scadenza: expiry, tipo: kind.codice, dal, scadenza, calcolata, anticipata: isAnticipated(scadenza, calcolata) ? 1 : 0 };
}

function dayIn(fields: ReceivedUpload['fields'], name: string): string | null {
  const text = fields[name]?.trim();
  if (!text) return null;
  const day = normaliseDate(text);
  if (day === null) return null;
  if (typeof day !== 'string' || !isCalendarDate(day)) throw wrongField(name, dateFault(day));
  return day;
}
