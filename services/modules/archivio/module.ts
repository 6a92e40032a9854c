import type { Request, Response } from 'express';
import { z } from 'zod';
import { DomainError } from '#contracts/core/errors.ts';
import { fileFields } from '#contracts/core/documents.ts';
import { scope, type Identity } from '#contracts/core/permissions.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import { waitForReadTables, senderOf } from '#services/platform/http/write-answer.ts';
import type { Context, Dependencies, Exchange, Module, Ownership } from '#services/platform/module.ts';
import { recordTaking, takerOf } from '#services/platform/identity/access-trail.ts';
import { sessionId } from '#services/platform/identity/sessions.ts';
import { newSignedName } from '#services/platform/files/results.ts';
import { openFile } from './open-file.ts';
import { uploadFile } from '#services/registers/upload-document.ts';
import { tooLarge } from '#services/platform/files/content-check.ts';
import { deleteFile } from './delete-file.ts';
import { fileExists } from './file-exists.ts';
import { contentOfUpload } from '#services/platform/files/upload-content.ts';
import { isData } from '#services/registers/body.ts';
import { logicalPath } from '#services/platform/files/logical-path.ts';
import { requireOpening, requireWrite } from '#services/registers/file-owner.ts';
import { recordOpenings } from '#services/registers/record-openings.ts';
import { requiredField } from '#services/registers/upload-fields.ts';
import { withReceived } from '#services/platform/files/receive-upload.ts';
import { tempFolder } from '#services/platform/files/temp-folders.ts';

const MEGA = 1_048_576;
const text = z.string({ error: 'Serve un testo' }).max(2000, { error: 'Testo troppo lungo' });
const comune = { percorso: text.optional(), file: text.optional(), matricola: text.optional(), data: text.optional() };
const version = z.coerce
  .number({ error: 'Serve un numero' })
  .int({ error: 'Serve un numero intero' })
  .min(1, { error: 'La prima versione è la 1' })
  .max(999_999_999);
const body = z.discriminatedUnion(
  'operazione',
  [
    z.object({ ...comune, operazione: z.literal('prendi'), versione: version.optional() }),
    z.object({ ...comune, operazione: z.literal('elimina') }),
    z.object({ ...comune, operazione: z.literal('exist') }),
  ],
  { error: 'Operazione sconosciuta: prendi, elimina oppure exist' },
);

type Body = z.infer<typeof body>;
type Fields = Readonly<Record<string, string>>;

/** Creates the module of documents and photos: upload, short-lived names, streaming, deletion. */
export function archivioModule(deps: Dependencies): Module {
  return {
    name: 'archivio',
    routes: [
      {
        method: 'POST',
        path: '/api/ftp',
        description: 'Apre, elimina o cerca un file dell’archivio',
        permission: 'session',
        whileObserving: ({ body: sent }) => isData(sent) && sent['operazione'] !== 'elimina',
        handle: (req, res, c) => operation(deps, req, res, c),
      },
      {
        method: 'POST',
        path: '/api/ftp/caricaDoc',
        description: 'Carica un documento (un PDF, o le foto JPEG delle sue pagine) o una foto (multipart)',
        permission: 'session',
        rawBody: true,
        handle: (req, res, c) => upload(deps, req, res, c),
      },
      {
        method: 'GET',
        path: '/file',
        description: 'Il contenuto dietro un nome di breve durata',
        permission: 'public',
        handle: (req, res) => openFile(deps, req, res),
      },
    ],
  };
}

async function operation(deps: Dependencies, req: Request, res: Response, context: Context): Promise<void> {
  const request = body.parse(req.body ?? {});
  const identity = requireIdentity(context.identity);
  if (request.operazione === 'exist') return void res.json({ message: await fileExists(deps, request, identity) });
  if (request.operazione === 'prendi') return void res.json({ message: { name: await take(deps, request, { req, res, context }) } });
  const path = pathOf(request);
  const ownership = await deps.owners.ownership(path);
  requireWrite(identity, ownership, 'delete');
  const { versione, posizione } = await deleteFile(deps, {
    path,
    ownership,
    sender: senderOf(req, context),
    readVersion: context.readVersion,
  });
  await waitForReadTables(deps, res, posizione);
  res.json({ message: { affectedRows: 1, versione } });
}

/**
 * Returns a short-lived name for one version of a file, the present version by default. The name always opens that version. Downloads of
 * personal documents are recorded in the trail first, openings of reserved files also in their records' history.
 */
async function take(
  deps: Dependencies,
  request: Extract<Body, { operazione: 'prendi' }>,
  { req, res, context }: Exchange,
): Promise<string> {
  const path = pathOf(request);
  const ownership = await deps.owners.ownership(path);
  requireOpening(requireIdentity(context.identity), ownership);
  const content = await deps.files.read(path, request.versione);
  if (tellsWho(ownership))
    await recordTaking(deps, takerOf(req, context), { tipo: 'documento', cosa: wordsOf(path, content.version, ownership), quanti: 1 });
  if (ownership?.reserved)
    await waitForReadTables(deps, res, await recordOpenings(deps, [{ path, version: content.version, ownership }], senderOf(req, context)));
  return newSignedName(deps, { path, version: content.version, reserved: isPrivate(ownership) }, sessionId(req));
}

/** Tells whether browsers must not cache a file: a reserved document, or any file of a register with personal fields. */
const isPrivate = (ownership: Ownership | null): boolean =>
  ownership?.reserved === true || ownership?.def.personal === true || ownership?.folder?.def.personal === true;

/**
 * Tells whether the trail of accesses records an opening: of a personal document, or of a file without an owner. Photos are excluded, since
 * the page of their record shows them.
 */
const tellsWho = (ownership: Ownership | null): boolean =>
  ownership === null || (ownership.def.personal === true && ownership.kind === 'pdf');

function wordsOf(path: string, version: number, ownership: Ownership | null): string {
  const whose = ownership && [...ownership.records.map(({ id }) => id), ...(ownership.folder ? [ownership.folder.id] : [])].join(', ');
  return `${ownership ? `${ownership.def.labels.one} ${whose}` : 'file di nessun record'}: ${path}, versione ${version}`;
}

async function upload(deps: Dependencies, req: Request, res: Response, context: Context): Promise<void> {
  const identity = requireIdentity(context.identity);
  const maxByte = Math.floor(deps.config.MAX_UPLOAD_MB * MEGA);
  if (Number(req.headers['content-length'] ?? 0) > maxByte * 4 + MEGA) throw tooLarge(maxByte);
  requireSomeWrite(deps, identity);
  const options = { folder: tempFolder(deps.config), maxByte, admit: (fields: Fields) => admit(deps, identity, fields) };
  const fact = await withReceived(req, options, async ({ fields, files }) =>
    deps.owners.place(await destination(deps, fields), files[0], async (path) => {
      const ownership = await uploadable(deps, identity, path);
      return uploadFile(deps, {
        path,
        ownership,
        ...(await contentOfUpload(files, ownership.kind)),
        sender: senderOf(req, context),
        readVersion: context.readVersion,
      });
    }),
  );
  const { position, ...message } = fact;
  await waitForReadTables(deps, res, position);
  res.status(201).json({ message });
}

/** Throws NON_PERMESSO if the person may change no register with files, before the body of the upload is read. */
function requireSomeWrite({ catalogue }: Dependencies, identity: Identity): void {
  const some = catalogue.registers.some((def) => fileFields(def).length > 0 && scope(identity, def.access, 'edit') !== 'none');
  if (!some) throw new DomainError('NON_PERMESSO');
}

/**
 * Checks the rights to an upload before its file is received, if the fields sent before the file determine the path. Otherwise the rights
 * are checked only after the file is received.
 */
async function admit(deps: Dependencies, identity: Identity, fields: Fields): Promise<void> {
  const path = await destinationSoFar(deps, fields);
  if (path !== null) await deps.owners.place(path, { file: '', bytes: -1 }, (place) => uploadable(deps, identity, place));
}

async function destinationSoFar(deps: Dependencies, fields: Fields): Promise<string | null> {
  try {
    return await destination(deps, fields);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

async function uploadable(deps: Dependencies, identity: Identity, path: string): Promise<Ownership> {
  const ownership = await deps.owners.ownership(path);
  if (!ownership) throw new DomainError('SCONOSCIUTO', { message: 'Il record a cui appartiene questo file non esiste.' });
  requireWrite(identity, ownership, 'edit');
  checkName(path, ownership);
  return ownership;
}

/**
 * Returns the path of an upload: the field `percorso`, or the path that a module derives from the fields. Throws RICHIESTA_NON_VALIDA if
 * the fields determine no path and have no `matricola`.
 */
async function destination({ owners }: Dependencies, fields: Fields): Promise<string> {
  if (fields['percorso']) return logicalPath(fields['percorso']);
  return (await owners.destination(fields)) ?? requiredField(fields, 'matricola');
}

/** Throws PERCORSO_NON_VALIDO if the owning records have no field for a file of this name. */
function checkName(path: string, { records: record, awaited: expected }: Ownership): void {
  const hasField = record.some((r) => r.field !== null) || record.length === 0;
  if (!hasField && !expected)
    throw new DomainError('PERCORSO_NON_VALIDO', {
      message: `Nessun documento del record si chiama ${path.slice(path.lastIndexOf('/') + 1)}.`,
    });
}

function pathOf({ percorso, file, matricola }: Body): string {
  if (percorso) return logicalPath(percorso);
  const name = logicalPath(file);
  return matricola && !name.includes('/') ? logicalPath(`${matricola}/${name}`) : name;
}
