import { isCalendarDate, normaliseDate } from '#contracts/core/dates.ts';
import { fileFields, filePath, manutenzionePath } from '#contracts/core/documents.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { hasNoleggioForm } from '#contracts/modules/noleggi.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { macchinari as registroMacchinari } from '#contracts/registers/macchinari.ts';
import { wrongType } from '#services/platform/files/content-check.ts';
import { noleggi, noleggioPath } from '../noleggi/noleggio-files.ts';
import { extension, fileName, logicalPath } from '#services/platform/files/logical-path.ts';
import { fieldByName } from '#services/registers/file-owner.ts';

const macchinari = registroMacchinari as unknown as AnyRegister;

/**
 * Where an upload goes, by the fields that came with it: `percorso`; or `matricola` and
 * `nomeManutenzione` with `docMacch` true (a machine's document); or `matricola` and `data` (the
 * sheet of a maintenance). With a rental's matricola: its document, photo or contract, by its name.
 */
export function destination(fields: Readonly<Record<string, string>>): string {
  if (fields['percorso']) return logicalPath(fields['percorso']);
  const noleggio = fields['matricola']?.trim();
  if (noleggio && hasNoleggioForm(noleggio)) return noleggioFile(noleggio, logicalPath(required(fields, 'nomeManutenzione')));
  const { docMacch = fields['data'] ? 'false' : 'true' } = fields;
  if (docMacch !== 'true' && docMacch !== 'false') throw wrongField('docMacch', 'Serve true oppure false');
  const matricola = fileName(required(fields, 'matricola'));
  if (docMacch === 'false' && fields['data']) return logicalPath(manutenzionePath(matricola, day(fields['data'])));
  const name = fileName(required(fields, 'nomeManutenzione'));
  return docMacch === 'true' ? document(matricola, name) : logicalPath(`${matricola}/${withPdf(name)}`);
}

/** The standard path of the document the name stands for. */
function document(matricola: string, name: string): string {
  const field = fieldByName(macchinari, matricola, name);
  if (!field) {
    const suffixes = fileFields(macchinari).map((c) => c.suffix).join(', ');
    throw new DomainError('PERCORSO_NON_VALIDO', { message: `Il nome deve essere ${matricola}_SUFFISSO, con SUFFISSO fra: ${suffixes}.` });
  }
  const allowed = field.kind === 'photo' ? ['', '.jpg', '.jpeg'] : ['', '.pdf'];
  if (!allowed.includes(extension(name))) throw wrongType(field.kind === 'photo' ? 'jpeg' : 'pdf');
  return logicalPath(filePath(matricola, field));
}

function noleggioFile(matricola: string, name: string): string {
  const path = noleggioPath(matricola, name);
  if (path) return path;
  const withoutExtension = name.slice(0, name.length - extension(name).length);
  const meant = extension(name) === '' ? null : noleggioPath(matricola, withoutExtension);
  if (meant) throw wrongType(extension(meant) === '.jpg' ? 'jpeg' : 'pdf');
  const suffixes = fileFields(noleggi).map((c) => c.suffix).join(', ');
  throw new DomainError('PERCORSO_NON_VALIDO', {
    message: `Il nome deve essere ${matricola}_SUFFISSO, con SUFFISSO fra: ${suffixes}; per una foto AAAA-MM-GG_${matricola}, per un contratto ${matricola}_CONTRATTO_AAAA-MM-GG.`,
  });
}

export function day(text: string): string {
  const data = normaliseDate(text);
  if (typeof data !== 'string' || !isCalendarDate(data)) throw wrongField('data', 'Serve una data AAAA-MM-GG');
  return data;
}

export const withPdf = (name: string): string => (extension(name) === '' ? `${name}.pdf` : name);

function required(fields: Readonly<Record<string, string>>, name: string): string {
  const value = fields[name]?.trim();
  if (!value) throw wrongField(name, 'Campo obbligatorio');
  return value;
}

function wrongField(field: string, message: string): DomainError {
  return new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: field, messaggio: message }] });
}
