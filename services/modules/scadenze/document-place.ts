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

/** Document of one kind of one record: its stream, its fields and the path of its file. */
export interface DocumentPlace {
  kind: KnownKind;
  def: AnyRegister;
  id: string | number;
  /** Stream in which the document's changes are recorded. */
  stream: string;
  /** Field of the file; `expiry` is the field of its expiry date, or `null` for a document that does not expire. */
  field: string;
  expiry: string | null;
  /** Path in the archive for the document's next file. */
  path: string;
}

/** Returns the subject that a request names. Throws a `DomainError` on `soggetto` for any other text. */
export function subjectFrom(text: unknown): Soggetto {
  const known = SOGGETTI.find(({ value }) => value === text);
  if (!known) throw wrongField('soggetto', `Serve uno fra: ${SOGGETTI.map(({ value }) => value).join(', ')}`);
  return known.value;
}

export const registerOfSubject = (soggetto: Soggetto): AnyRegister => (soggetto === 'ditta' ? documentiDitta : REGISTER_OF[soggetto]);

/**
 * Throws `NON_PERMESSO` if the person may do the action on no record of the subject. Called before kind and record are looked up, so that
 * the error reveals neither.
 */
export function requireSubject(identity: Identity, soggetto: Soggetto, action: Action): void {
  const { access } = registerOfSubject(soggetto);
  for (const needed of ['view', action] as const) if (scope(identity, access, needed) === 'none') throw new DomainError('NON_PERMESSO');
}

/**
 * Returns the place of a record's document of a kind. Throws `SCONOSCIUTO` if the record does not exist or the person may not see it, and
 * `NON_PERMESSO` if the person may only see it.
 */
export async function documentOf(
  { catalogue, readDb }: Deps,
  kind: KnownKind,
  rawId: unknown,
  { identity, action }: { identity: Identity; action: Action },
): Promise<DocumentPlace> {
  const def = registerOfSubject(kind.soggetto);
  requireSubject(identity, kind.soggetto, action);
  const id = readKey(def, rawId, 'id');
  const row = await readOne(readDb, catalogue, def, id);
  if (!row) throw new DomainError('SCONOSCIUTO');
  authoriseRead(def, identity, row.utente);
  if (!may(identity, def.access, action, row.utente)) throw new DomainError('NON_PERMESSO');
  const place = { kind, def, id, stream: streamOf(def, id) };
  if (kind.soggetto === 'ditta') {
    if (row['tipo'] !== kind.codice) throw wrongField('tipo', 'Il documento è di un altro tipo');
    return { ...place, field: 'percorso', expiry: 'scadenza', path: firmDocumentPath(Number(id)) };
  }
  const { file, expiry } = fieldsOfKind(kind.soggetto, kind);
  return { ...place, field: file.field, expiry, path: pathOf(kind.soggetto, { ...row, matricola: String(row['matricola']) }, file) };
}

/** Returns the path in the archive that the specification prescribes for a record's file. */
export function pathOf(soggetto: Exclude<Soggetto, 'ditta'>, row: Worker, file: Parameters<typeof filePath>[1]): string {
  if (soggetto !== 'lavoratore') return filePath(row.matricola, file);
  return `${workerFolder(row)}/${workerFile(row.matricola, file)}`;
}
