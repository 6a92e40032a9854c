import type { Request, Response } from 'express';
import { DomainError } from '#contracts/core/errors.ts';
import { may, scope } from '#contracts/core/permissions.ts';
import type { RecordOf } from '#contracts/core/typed-record.ts';
import { faultPhoto, guasti } from '#contracts/registers/guasti.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import { findRows } from '#projections/registers/record.queries.ts';
import { tooLarge } from '#services/platform/files/content-check.ts';
import { logicalPath } from '#services/platform/files/logical-path.ts';
import { contentOfUpload } from '#services/platform/files/upload-content.ts';
import { withReceived } from '#services/platform/files/receive-upload.ts';
import { tempFolder } from '#services/platform/files/temp-folders.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import { senderOf, waitForReadTables } from '#services/platform/http/write-answer.ts';
import type { Context, Dependencies, FileOwner, Ownership, Route } from '#services/platform/module.ts';
import { authoriseRead } from '#services/registers/authorise.ts';
import { readKey } from '#services/registers/body.ts';
import { uploadFile } from '#services/registers/upload-document.ts';
import { requiredField } from '#services/registers/upload-fields.ts';
import { faultOf } from './maintenance.ts';

const MEGA = 1_048_576;
const FOLDER = 'guasti';
const NAME = /^GUASTO_([1-9]\d{0,14})\.jpg$/i;

/** Creates the owner of fault photos, which are in the folder `guasti` within a machine's folder. */
export const faultFiles = ({ readDb }: Pick<Dependencies, 'readDb'>): FileOwner => ({
  async ownership(path) {
    const [matricola = '', folder, name = '', ...rest] = path.split('/');
    const id = folder === FOLDER && rest.length === 0 ? NAME.exec(name)?.[1] : undefined;
    if (id === undefined) return null;
    const [row] = await findRows(readDb, guasti, { id: Number(id), matricola });
    return row ? photoOf(Number(id), String(row.utente)) : null;
  },
});

const photoOf = (id: number, utente: string): Ownership => ({ def: guasti, kind: 'jpeg', records: [{ id, utente, field: 'foto' }] });

/** Route that uploads a fault's photo. A reporter without the right to change the fault may upload its first photo. */
export const photoRoute = (deps: Dependencies): Route => ({
  method: 'POST',
  path: '/api/guasti/foto',
  permission: { access: guasti.access, action: 'insert' },
  rawBody: true,
  description: 'La foto di un guasto (multipart: id e file JPEG): la prima anche di chi lo ha segnalato, le altre di chi può modificarlo',
  handle: (req, res, context) => receive(deps, req, res, context),
});

async function receive(deps: Dependencies, req: Request, res: Response, context: Context): Promise<void> {
  const identity = requireIdentity(context.identity);
  const maxByte = Math.floor(deps.config.MAX_UPLOAD_MB * MEGA);
  if (Number(req.headers['content-length'] ?? 0) > maxByte + MEGA) throw tooLarge(maxByte);
  const options = { folder: tempFolder(deps.config), maxByte, admit: async () => {} };
  const uploaded = await withReceived(req, options, async ({ fields, files }) => {
    const id = Number(readKey(guasti, requiredField(fields, 'id')));
    const fault = await faultOf(deps, id);
    if (!fault) throw new DomainError('SCONOSCIUTO');
    const path = logicalPath(faultPhoto(String(fault.values.matricola), id));
    const sender = senderOf(req, context);
    return uploadFile(deps, {
      path,
      ownership: photoOf(id, fault.utente),
      ...(await contentOfUpload(files, 'jpeg')),
      // the right is checked here: the command is sent as the portal's own, since the reporter has no right to change the record
      sender: isFirstOfReporter(identity, fault) ? { ...sender, origine: 'sistema' } : sender,
      readVersion: context.readVersion,
    });
  });
  await waitForReadTables(deps, res, uploaded.position);
  res.status(201).json({ message: { affectedRows: 1, versione: uploaded.versione } });
}

/** Tells whether this upload is the first photo by a reporter who may not change the fault. Throws if the person may not see the fault. */
function isFirstOfReporter(identity: Identity, fault: RecordOf<typeof guasti>): boolean {
  authoriseRead(guasti, identity, fault.utente);
  if (may(identity, guasti.access, 'edit', fault.utente)) return false;
  if (fault.utente !== identity.memberID || scope(identity, guasti.access, 'insert') === 'none') return false;
  return fault.values.foto === null || fault.values.foto === undefined;
}
