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

/** The files of rentals: documents, photos, contracts, by the matricola that names the folder. */
export function noleggiFiles(deps: Pick<Dependencies, 'readDb' | 'files'>): FileOwner {
  return {
    ownership: (path) => {
      const [folder = '', ...rest] = path.split('/');
      return fileNoleggio(deps.readDb, folder, rest.join('/'), path);
    },
    destination(fields) {
      const matricola = fields['matricola']?.trim();
      if (!matricola || !hasNoleggioForm(matricola)) return null;
      return noleggioFile(matricola, logicalPath(requiredField(fields, 'nomeManutenzione')));
    },
    place: (path, received, use) => withPlace(deps, path, received, use),
    exports: { property: 'macchina', def: noleggi, names: hasNoleggioForm },
  };
}

function noleggioFile(matricola: string, name: string): string {
  const path = noleggioPath(matricola, name);
  if (path) return path;
  const bare = name.slice(0, name.length - extension(name).length);
  const meant = extension(name) === '' ? null : noleggioPath(matricola, bare);
  // photos of a document become its PDF, whatever they were called
  if (meant && extension(meant) === '.pdf' && ['.jpg', '.jpeg'].includes(extension(name))) return meant;
  if (meant) throw wrongType(extension(meant) === '.jpg' ? 'jpeg' : 'pdf');
  const suffixes = fileFields(noleggi)
    .map((f) => f.suffix)
    .join(', ');
  throw new DomainError('PERCORSO_NON_VALIDO', {
    message: `Il nome deve essere ${matricola}_SUFFISSO, con SUFFISSO fra: ${suffixes}; per una foto AAAA-MM-GG_${matricola}, per un contratto ${matricola}_CONTRATTO_AAAA-MM-GG.`,
  });
}

/** Documents of a rental, its photos and the contracts of its periods; any other file directly in its folder, or in that of its photos, is the rental's too. */
async function fileNoleggio(db: ReadDb, folder: string, name: string, path: string): Promise<Ownership | null> {
  const own = /^(foto\/)?[^/]+$/.test(name);
  const row = own && hasNoleggioForm(folder) ? await noleggioRow(db, folder) : undefined;
  if (!row) return null;
  const [id, utente] = [Number(row['id']), String(row['utente'])];
  const field = fileFields(noleggi).find((c) => row[c.field] === path)?.field ?? standardField(folder, path);
  if (field) return { def: noleggi, kind: 'pdf', records: [{ id, utente, field }] };
  const day = fileOfTheDay(folder, name);
  const children = await childrenOf(db, id, day, path);
  if (children)
    return { ...children, records: children.rows.map((child) => ({ id: child.id, parent: id, utente, field: children.field })) };
  const kind = ['.jpg', '.jpeg'].includes(extension(name)) ? 'jpeg' : 'pdf';
  return { def: noleggi, kind, records: [{ id, utente, field: null }], ...(day ? { awaited: true } : {}) };
}

/** The children that name the file; else the periods whose contract it is by its date. */
async function childrenOf(db: ReadDb, id: number, day: FileOfTheDay | null, path: string) {
  const live = async (kind: FileOfTheDay['kind']) => (await whoNames(db, id, kind, path)).filter((row) => !row.eliminato);
  const foto = await live('foto');
  if (foto.length > 0) return { def: fotoNoleggi, kind: 'jpeg' as const, field: 'foto', rows: foto };
  const contratti = await live('contratto');
  const rows = contratti.length === 0 && day?.kind === 'contratto' ? await periodiWithoutContratto(db, id, day.date) : contratti;
  return rows.length > 0 ? { def: storicoNoleggi, kind: 'pdf' as const, field: 'contratto', rows } : null;
}
