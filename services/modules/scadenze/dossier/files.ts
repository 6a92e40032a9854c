import type { Identity } from '#contracts/core/permissions.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { PERSONALE_FOLDER } from '#contracts/core/archive-folders.ts';
import { goesOut, type RigaDossier } from '#contracts/modules/scadenze/dossier.ts';
import { fieldsOfKind } from '#contracts/modules/scadenze/kind-fields.ts';
import { REGISTER_OF } from '#contracts/modules/scadenze/register-of.ts';
import type { DossierLine } from '#contracts/jobs/dossier-cantiere.ts';
import { logicalPath } from '#services/platform/files/logical-path.ts';
import type { Dependencies, Ownership } from '#services/platform/module.ts';
import { allowsFile, opens } from '#services/registers/file-owner.ts';
import type { Opening } from '#services/registers/record-openings.ts';
import { pathOf } from '../document-place.ts';
import type { Subject } from '../fitness.ts';
import type { CompiledDossier } from './compile.ts';

type Deps = Pick<Dependencies, 'owners' | 'files'>;
type File = NonNullable<DossierLine['file']>;

/** File of a checklist line, or the reason why the dossier contains none. */
export interface DossierFile {
  file: File | null;
  avviso: string;
  /** Record that owns the file. For a requirement that one of the people present must meet, this is the worker who meets it. */
  of: Subject | null;
  opening: Opening | null;
}

const none = (why = ''): DossierFile => ({ file: null, avviso: why, of: null, opening: null });

/**
 * Returns the file of a checklist line: the document in force on the day, if necessary an older content. Its name in the zip is the
 * specification's name.
 */
export async function sentOf(
  deps: Deps,
  { identity, health }: { identity: Identity; health: boolean },
  { subjects, kinds }: Pick<CompiledDossier, 'subjects' | 'kinds'>,
  row: RigaDossier,
): Promise<DossierFile> {
  const { trovato } = row;
  if (trovato === null || row.problema === 'scaduto' || row.problema === 'assente') return none();
  if (!goesOut(row, health)) return none(row.sanitario ? 'Dato sanitario: solo lo stato' : 'Solo la data, senza file');
  const soggetto = row.soggetto === 'cantiere' ? 'lavoratore' : row.soggetto;
  const of = subjects.find((one) => one.subject.soggetto === soggetto && one.id === trovato.di);
  const kind = kinds.find((one) => one.soggetto === soggetto && one.codice === trovato.tipo);
  const link = of?.link(trovato.tipo);
  const path = asLogical(link?.percorso);
  // the file of a deleted document kind is left out, since the kind may have been a health kind
  if (soggetto === 'ditta' || !of || !kind || !link || path === null) return none('Il file non si può leggere');
  const ownership = await deps.owners.ownership(path);
  if (!isOwn(ownership, of) || !allowsFile(identity, ownership, 'view')) return none('Il file è di un altro record');
  // a path in a record may be written by hand, so a reserved file is included only as a health document that the person may open
  if (ownership.reserved && (!row.sanitario || !opens(identity, ownership))) return none('Documento riservato');
  const { values } = of.record;
  const matricola = String(soggetto === 'noleggio' ? values['matricola'] : of.id);
  const { file } = fieldsOfKind(soggetto, kind);
  const nome = pathOf(soggetto, { ...values, matricola }, file);
  const versione = link.file_versione;
  return {
    file: { percorso: path, versione, nome: nome.startsWith(`${PERSONALE_FOLDER}/`) ? nome.slice(PERSONALE_FOLDER.length + 1) : nome },
    avviso: '',
    of,
    opening: ownership.reserved ? await openingOf(deps, path, versione, ownership) : null,
  };
}

const isOwn = (ownership: Ownership | null, { id, subject }: Subject): ownership is Ownership =>
  subject.soggetto !== 'ditta' &&
  ownership?.def.path === REGISTER_OF[subject.soggetto].path &&
  [...ownership.records, ...(ownership.folder ? [ownership.folder] : [])].some((record) => String(record.id) === String(id));

async function openingOf({ files }: Deps, path: string, versione: number | null, ownership: Ownership): Promise<Opening | null> {
  const version = versione ?? (await files.info(path))?.version;
  return version === undefined ? null : { path, version, ownership };
}

/** Returns the text as a path of the archive; `null` if it is none. */
function asLogical(text: string | null | undefined): string | null {
  if (!text) return null;
  try {
    return logicalPath(text);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
