import { dateFault, isCalendarDate, normaliseDate } from '#contracts/core/dates.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { fileFields, filePath, manutenzioneDate, manutenzionePath } from '#contracts/core/documents.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { hasNoleggioForm } from '#contracts/modules/noleggi.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { findRows, type Row } from '#projections/registers/record.queries.ts';
import { wrongType } from '#services/platform/files/content-check.ts';
import { extension, fileName, logicalPath } from '#services/platform/files/logical-path.ts';
import type { Dependencies, FileOwner, Ownership } from '#services/platform/module.ts';
import { fieldByName } from '#services/registers/file-owner.ts';
import { requiredField, wrongField } from '#services/registers/upload-fields.ts';

type Needs = Pick<Dependencies, 'readDb' | 'catalogue'>;

/** With the documents of the kinds of today. */
const today = ({ catalogue, readDb }: Needs) => catalogue.effective(readDb, macchinari);

/** The documents of a machine and every other file directly in its folder. */
export function macchinariFiles(deps: Needs): FileOwner {
  return {
    ownership: (path) => documentOf(deps, path),
    destination: async (fields) => destination(await today(deps), fields),
    exports: {
      property: 'macchina',
      def: macchinari,
      names: (matricola) => !hasNoleggioForm(matricola),
      // a maintenance sheet is of its maintenance: whoever exports must see that
      keeps: (matricola, name) => manutenzioneDate(matricola, name) === null,
    },
  };
}

async function documentOf(deps: Needs, path: string): Promise<Ownership | null> {
  const [matricola = '', ...rest] = path.split('/');
  if (rest.length !== 1) return null;
  // documents may be added to the register as data, so a field of the row may be one that its type does not name
  const [row]: readonly Row[] = await findRows(deps.readDb, macchinari, { matricola });
  if (!row) return null;
  const name = rest.join('/');
  const def = await today(deps);
  const field = fileFields(def).find((f) => row[f.field] === path) ?? fieldByName(def, matricola, name);
  const jpeg = field ? field.kind === 'photo' : ['.jpg', '.jpeg'].includes(extension(name));
  return {
    def: macchinari,
    kind: jpeg ? 'jpeg' : 'pdf',
    records: [{ id: matricola, utente: String(row['utente']), field: field?.field ?? null }],
  };
}

/**
 * `matricola` and `nomeManutenzione` with `docMacch` true: a machine's document; `matricola` and
 * `data`: the sheet of a maintenance.
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

/** The standard path of the document the name stands for. */
function standardPath(def: AnyRegister, matricola: string, name: string): string {
  const field = fieldByName(def, matricola, name);
  if (!field) {
    const suffixes = fileFields(def)
      .map((f) => f.suffix)
      .join(', ');
    throw new DomainError('PERCORSO_NON_VALIDO', { message: `Il nome deve essere ${matricola}_SUFFISSO, con SUFFISSO fra: ${suffixes}.` });
  }
  // photos of a document become its PDF, whatever they were called
  const allowed = ['', '.jpg', '.jpeg', ...(field.kind === 'photo' ? [] : ['.pdf'])];
  if (!allowed.includes(extension(name))) throw wrongType(field.kind === 'photo' ? 'jpeg' : 'pdf');
  return logicalPath(filePath(matricola, field));
}

function dayOf(text: string): string {
  const date = normaliseDate(text);
  if (typeof date !== 'string' || !isCalendarDate(date)) throw wrongField('data', dateFault(date));
  return date;
}
