import { DomainError } from '#contracts/core/errors.ts';
import { streamOf, type AnyRegister } from '#contracts/core/define-register.ts';
import { may, scope, type Action, type Identity } from '#contracts/core/permissions.ts';
import { filePath } from '#contracts/core/documents.ts';
import { workerFile, workerFolder, type Worker } from '#contracts/modules/personale.ts';
import { REGISTER_OF } from '#contracts/modules/scadenze/register-of.ts';
import { firmDocumentPath, SOGGETTI, type Soggetto } from '#contracts/modules/scadenze/document-kind.ts';
import { fieldsOfKind } from '#contracts/modules/scadenze/kind-fields.ts';
import { documentiDitta } from '#contracts/registers/documenti-ditta.ts';
import { readOne } from '#projections/registers/register.queries.ts';
import type { KnownKind } from '#projections/scadenze/known-kinds.queries.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { authoriseRead } from '#services/registers/authorise.ts';
import { readKey } from '#services/registers/body.ts';
import { wrongField } from '#services/registers/upload-fields.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'readDb'>;

/** Place of a record's document of a kind. */
export interface DocumentPlace {
  kind: KnownKind;
  def: AnyRegister;
  id: string | number;
  /** The stream that tells of it. */
  stream: string;
  /** The field of the file, and of its date where it has one. */
  field: string;
  expiry: string | null;
  /** Path of its file. */
  path: string;
}

export function subjectFrom(text: unknown): Soggetto {
  const known = SOGGETTI.find(({ value }) => value === text);
  if (!known) throw wrongField('soggetto', `Serve uno fra: ${SOGGETTI.map(({ value }) => value).join(', ')}`);
  return known.value;
}

export const registerOfSubject = (soggetto: Soggetto): AnyRegister => (soggetto === 'ditta' ? documentiDitta : REGISTER_OF[soggetto]);

/** Throws NON_PERMESSO where the person may do this to no record of the subject: asked before a kind or a record is looked for. */
export function requireSubject(identity: Identity, soggetto: Soggetto, action: Action): void {
  const { access } = registerOfSubject(soggetto);
  for (const needed of ['view', action] as const) if (scope(identity, access, needed) === 'none') throw new DomainError('NON_PERMESSO');
}

/** Throws SCONOSCIUTO for a record that is not there or not the person's to see, NON_PERMESSO for one that they may only see. */
export async function documentOf(
  { catalogue, readDb }: Deps,
  kind: KnownKind,
  asked: unknown,
  { identity, action }: { identity: Identity; action: Action },
): Promise<DocumentPlace> {
  const def = registerOfSubject(kind.soggetto);
  requireSubject(identity, kind.soggetto, action);
  const id = readKey(def, asked, 'id');
  const row = await readOne(readDb, catalogue, def, id);
  if (!row) throw new DomainError('SCONOSCIUTO');
  authoriseRead(def, identity, row['utente'] as string);
  if (!may(identity, def.access, action, row['utente'] as string)) throw new DomainError('NON_PERMESSO');
  const place = { kind, def, id, stream: streamOf(def, id) };
  if (kind.soggetto === 'ditta') {
    if (row['tipo'] !== kind.codice) throw wrongField('tipo', 'Il documento è di un altro tipo');
    return { ...place, field: 'percorso', expiry: 'scadenza', path: firmDocumentPath(Number(id)) };
  }
  const { file, expiry } = fieldsOfKind(kind.soggetto, kind);
  return { ...place, field: file.field, expiry, path: pathOf(kind.soggetto, { ...row, matricola: String(row['matricola']) }, file) };
}

/** Returns the path that the specification gives. */
export function pathOf(soggetto: Exclude<Soggetto, 'ditta'>, row: Worker, file: Parameters<typeof filePath>[1]): string {
  if (soggetto !== 'lavoratore') return filePath(row.matricola, file);
  return `${workerFolder(row)}/${workerFile(row.matricola, file)}`;
}
