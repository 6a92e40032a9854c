import type { AnyRegister } from '#contracts/core/define-register.ts';
import { fileFields } from '#contracts/core/documents.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { hasNoleggioForm } from '#contracts/modules/noleggi.ts';
import { fotoNoleggi } from '#contracts/registers/foto-noleggi.ts';
import { noleggi } from '#contracts/registers/noleggi.ts';
import { storicoNoleggi } from '#contracts/registers/storico-noleggi.ts';
import { wrongType } from '#services/platform/files/content-check.ts';
import { extension, logicalPath } from '#services/platform/files/logical-path.ts';
import type { Dependencies, FileOwner, Ownership } from '#services/platform/module.ts';
import { requiredField } from '#services/registers/upload-fields.ts';
import { withPlace } from './free-name.ts';
import {
  fileOfTheDay,
  noleggioPath,
  noleggioRow,
  periodiWithoutContratto,
  standardField,
  whoNames,
  type FileOfTheDay,
} from './noleggio-files.ts';

type ReadDb = Dependencies['readDb'];
type Needs = Pick<Dependencies, 'readDb' | 'catalogue' | 'files'>;

/** Returns the register of rentals, with the document kinds added as data. */
const today = ({ catalogue, readDb }: Needs) => catalogue.currentDefinition(readDb, noleggi);

/** Creates the owner of the files of rentals: documents, photos and contracts in a folder named by the matricola. */
export function noleggiFiles(deps: Needs): FileOwner {
  return {
    ownership: (path) => {
      const [folder = '', ...rest] = path.split('/');
      return fileNoleggio(deps, folder, rest.join('/'), path);
    },
    async destination(fields) {
      const matricola = fields['matricola']?.trim();
      if (!matricola || !hasNoleggioForm(matricola)) return null;
      return noleggioFile(await today(deps), matricola, logicalPath(requiredField(fields, 'nomeManutenzione')));
    },
    place: (path, received, use) => withPlace(deps, path, received, use),
    exports: { property: 'macchina', def: noleggi, acceptsMatricola: hasNoleggioForm },
  };
}

function noleggioFile(def: AnyRegister, matricola: string, name: string): string {
  const path = noleggioPath(def, matricola, name);
  if (path) return path;
  const bare = name.slice(0, name.length - extension(name).length);
  const meant = extension(name) === '' ? null : noleggioPath(def, matricola, bare);
  // JPEG photos of a document are converted to its PDF, so their extensions are accepted too
  if (meant && extension(meant) === '.pdf' && ['.jpg', '.jpeg'].includes(extension(name))) return meant;
  if (meant) throw wrongType(extension(meant) === '.jpg' ? 'jpeg' : 'pdf');
  const suffixes = fileFields(def)
    .map((f) => f.suffix)
    .join(', ');
  throw new DomainError('PERCORSO_NON_VALIDO', {
    message: `Il nome deve essere ${matricola}_SUFFISSO, con SUFFISSO fra: ${suffixes}; per una foto AAAA-MM-GG_${matricola}, per un contratto ${matricola}_CONTRATTO_AAAA-MM-GG.`,
  });
}

/**
 * Returns the ownership of a rental's document, of a photo or of a period's contract; `null` for a path outside rentals. Any other file in
 * the rental's folder or in its folder `foto` belongs to the rental. A photo or contract belongs to the rental until its own record is
 * written.
 */
async function fileNoleggio(deps: Needs, folder: string, name: string, path: string): Promise<Ownership | null> {
  const db = deps.readDb;
  const own = /^(foto\/)?[^/]+$/.test(name);
  const row = own && hasNoleggioForm(folder) ? await noleggioRow(db, folder) : undefined;
  if (!row) return null;
  const [id, utente] = [row.id, row.utente];
  const def = await today(deps);
  const field = fileFields(def).find((c) => row[c.field] === path)?.field ?? standardField(def, folder, path);
  if (field) return { def: noleggi, kind: 'pdf', records: [{ id, utente, field }] };
  const day = fileOfTheDay(folder, name);
  const children = await childrenOf(db, id, day, path);
  if (children)
    return { ...children, records: children.rows.map((child) => ({ id: child.id, parent: id, utente, field: children.field })) };
  const kind = ['.jpg', '.jpeg'].includes(extension(name)) ? 'jpeg' : 'pdf';
  return { def: noleggi, kind, records: [{ id, utente, field: null }], ...(day ? { awaited: true } : {}) };
}

/**
 * Returns the children whose record names the file; `null` if there are none. For a contract that no record names, returns the periods of
 * its day without a contract.
 */
async function childrenOf(db: ReadDb, id: number, day: FileOfTheDay | null, path: string) {
  const live = async (kind: FileOfTheDay['kind']) => (await whoNames(db, id, kind, path)).filter((row) => !row.eliminato);
  const foto = await live('foto');
  if (foto.length > 0) return { def: fotoNoleggi, kind: 'jpeg' as const, field: 'foto', rows: foto };
  const contratti = await live('contratto');
  const rows = contratti.length === 0 && day?.kind === 'contratto' ? await periodiWithoutContratto(db, id, day.date) : contratti;
  return rows.length > 0 ? { def: storicoNoleggi, kind: 'pdf' as const, field: 'contratto', rows } : null;
}
