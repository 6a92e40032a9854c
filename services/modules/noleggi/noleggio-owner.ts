import type { Kysely } from 'kysely';
import { fileFields } from '#contracts/core/documents.ts';
import { hasNoleggioForm } from '#contracts/modules/noleggi.ts';
import type { ReadDatabase } from '#projections/database.ts';
import {
  standardField, whoNames, fileOfTheDay, fotoNoleggi, noleggi, periodiWithoutContratto, noleggioRow, storicoNoleggi, type FileOfTheDay,
} from './noleggio-files.ts';
import { extension } from '#services/platform/files/logical-path.ts';
import type { Ownership } from '#services/registers/file-owner.ts';

type ReadDb = Kysely<ReadDatabase>;

/** Documents of a rental, its photos and the contracts of its periods; any other file of its folder is the rental's too. */
export async function fileNoleggio(db: ReadDb, folder: string, name: string, path: string): Promise<Ownership | null> {
  const row = hasNoleggioForm(folder) ? await noleggioRow(db, folder) : undefined;
  if (!row) return null;
  const [id, utente] = [Number(row['id']), String(row['utente'])];
  const field = fileFields(noleggi).find((c) => row[c.field] === path)?.field ?? standardField(folder, path);
  if (field) return { def: noleggi, kind: 'pdf', records: [{ id, utente, field }] };
  const day = fileOfTheDay(folder, name);
  const children = await childrenOf(db, id, day, path);
  if (children) return { ...children, records: children.rows.map((child) => ({ id: child.id, parent: id, utente, field: children.field })) };
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
