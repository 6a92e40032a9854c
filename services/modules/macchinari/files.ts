import { dateFault, isCalendarDate, normaliseDate } from '#contracts/core/dates.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { fileFields, filePath, manutenzioneDate, manutenzionePath } from '#contracts/core/documents.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { hasNoleggioForm } from '#contracts/modules/noleggi.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { findRows, type FoundRowOfAnyKinds } from '#projections/registers/record.queries.ts';
import { wrongType } from '#services/platform/files/content-check.ts';
import { extension, fileName, logicalPath } from '#services/platform/files/logical-path.ts';
import type { Dependencies, FileOwner, Ownership } from '#services/platform/module.ts';
import { fieldByName } from '#services/registers/file-owner.ts';
import { requiredField, wrongField } from '#services/registers/upload-fields.ts';

type Needs = Pick<Dependencies, 'readDb' | 'catalogue'>;

/** Returns the register of machines, with the document kinds added as data. */
const today = ({ catalogue, readDb }: Needs) => catalogue.currentDefinition(readDb, macchinari);

/** Creates the owner of a machine's documents and of all other files directly in its folder. */
export function macchinariFiles(deps: Needs): FileOwner {
  return {
    ownership: (path) => documentOf(deps, path),
    destination: async (fields) => destination(await today(deps), fields),
    exports: {
      property: 'macchina',
      def: macchinari,
      acceptsMatricola: (matricola) => !hasNoleggioForm(matricola),
      // a maintenance sheet belongs to its maintenance record, whose rights decide whether it is exported
      ownsFile: (matricola, name) => manutenzioneDate(matricola, name) === null,
    },
  };
}

async function documentOf(deps: Needs, path: string): Promise<Ownership | null> {
  const [matricola = '', ...rest] = path.split('/');
  if (rest.length !== 1) return null;
  // a document kind added as data has a field that the static type of the row does not name
  const [row]: readonly FoundRowOfAnyKinds<typeof macchinari>[] = await findRows(deps.readDb, macchinari, { matricola });
  if (!row) return null;
  const name = rest.join('/');
  const def = await today(deps);
  const field = fileFields(def).find((f) => row[f.field] === path) ?? fieldByName(def, matricola, name);
  const jpeg = field ? field.kind === 'photo' : ['.jpg', '.jpeg'].includes(extension(name));
  return {
    def: macchinari,
    kind: jpeg ? 'jpeg' : 'pdf',
    records: [{ id: matricola, utente: row.utente, field: field?.field ?? null }],
  };
}

/**
 * Returns the path of an upload. With `docMacch` true, `matricola` and `nomeManutenzione` name a machine's document. With `matricola` and
 * `data`, the path is the maintenance sheet of that day. Otherwise `nomeManutenzione` is the file's name in the machine's folder. Throws
 * for wrong fields.
 */
function destination(def: AnyRegister, fields: Readonly<Record<string, string>>): string {
  const { docMacch = fields['data'] ? 'false' : 'true' } = fields;
  if (docMacch !== 'true' && docMacch !== 'false') throw wrongField('docMacch', 'Serve true oppure false');
  const matricola = fileName(requiredField(fields, 'matricola'));
  if (docMacch === 'false' && fields['data']) return logicalPath(manutenzionePath(matricola, dayOf(fields['data'])));
  const name = fileName(requiredField(fields, 'nomeManutenzione'));
  return docMacch === 'true'
    ? standardPath(def, matricola, name)
    : logicalPath(`${matricola}/${extension(name) === '' ? `${name}.pdf` : name}`);
}

/**
 * Returns the standard path of the document that `name` stands for. Throws if there is no such document, or if its kind does not allow the
 * extension.
 */
function standardPath(def: AnyRegister, matricola: string, name: string): string {
  const field = fieldByName(def, matricola, name);
  if (!field) {
    const suffixes = fileFields(def)
      .map((f) => f.suffix)
      .join(', ');
    throw new DomainError('PERCORSO_NON_VALIDO', { message: `Il nome deve essere ${matricola}_SUFFISSO, con SUFFISSO fra: ${suffixes}.` });
  }
  // JPEG photos of a document are converted to its PDF, so their extensions are accepted too
  const allowed = ['', '.jpg', '.jpeg', ...(field.kind === 'photo' ? [] : ['.pdf'])];
  if (!allowed.includes(extension(name))) throw wrongType(field.kind === 'photo' ? 'jpeg' : 'pdf');
  return logicalPath(filePath(matricola, field));
}

function dayOf(text: string): string {
  const date = normaliseDate(text);
  if (typeof date !== 'string' || !isCalendarDate(date)) throw wrongField('data', dateFault(date));
  return date;
}
