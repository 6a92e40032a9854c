import type { Kysely } from 'kysely';
import { isCalendarDate } from '#contracts/core/dates.ts';
import { fileFields, filePath } from '#contracts/core/documents.ts';
import { contrattoPath, noleggioFotoPath } from '#contracts/modules/noleggi.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { noleggi as registroNoleggi } from '#contracts/registers/noleggi.ts';
import { fotoNoleggi as registroFoto } from '#contracts/registers/foto-noleggi.ts';
import { storicoNoleggi as registroStorico } from '#contracts/registers/storico-noleggi.ts';
import type { ReadDatabase } from '#projections/database.ts';
import { extension } from '#services/platform/files/logical-path.ts';

export const noleggi = registroNoleggi as unknown as AnyRegister;
export const fotoNoleggi = registroFoto as unknown as AnyRegister;
export const storicoNoleggi = registroStorico as unknown as AnyRegister;

type ReadDb = Kysely<ReadDatabase>;
type Row = Record<string, unknown>;

/** A photo or a contract by the name it has in the archive: the day in it, and its number among those of that day. */
export interface FileOfTheDay {
  kind: 'foto' | 'contratto';
  date: string;
  nth: number;
}

/** `null` for a name that is neither a photo's nor a contract's. `name` is relative to the rental's folder. */
export function fileOfTheDay(matricola: string, name: string): FileOfTheDay | null {
  const foto = /^foto\/(\d{4}-\d\d-\d\d)_([^/_]+?)(?:-([2-9]|[1-9]\d{1,3}))?\.jpe?g$/i.exec(name);
  if (foto?.[1] && foto[2] === matricola) return ofDay('foto', foto[1], foto[3]);
  const contratto = /^([^/_]+)_CONTRATTO_(\d{4}-\d\d-\d\d)(?:-([2-9]|[1-9]\d{1,3}))?\.pdf$/i.exec(name);
  return contratto?.[2] && contratto[1] === matricola ? ofDay('contratto', contratto[2], contratto[3]) : null;
}

export function pathOfTheDay(matricola: string, { kind, date: data, nth: which }: FileOfTheDay): string {
  return kind === 'foto' ? noleggioFotoPath(matricola, data, which) : contrattoPath(matricola, data, which);
}

/** The document field whose file has this path by the convention. */
export function standardField(matricola: string, path: string): string | null {
  return fileFields(noleggi).find((field) => filePath(matricola, field) === path)?.field ?? null;
}

/** The path of what a client calls `name`, with or without folder and extension; `null` when no file of a rental is called so. */
export function noleggioPath(matricola: string, name: string): string | null {
  const con = (kind: string) => (extension(name) === '' ? `${name}${kind}` : name);
  const ofDay = fileOfTheDay(matricola, `foto/${con('.jpg').replace(/^foto\//i, '')}`) ?? fileOfTheDay(matricola, con('.pdf'));
  if (ofDay) return pathOfTheDay(matricola, ofDay);
  const searched = `${matricola}/${con('.pdf')}`.toUpperCase();
  const field = fileFields(noleggi).find((c) => filePath(matricola, c).toUpperCase() === searched);
  return field ? filePath(matricola, field) : null;
}

/** The rental that is there, by its matricola. */
export async function noleggioRow(db: ReadDb, matricola: string): Promise<Row | undefined> {
  return db.selectFrom(noleggi.path).selectAll().where('matricola', '=', matricola).where('eliminato', '=', false).executeTakeFirst();
}

/** The periods of a rental that began on a day and have no contract yet. */
export async function periodiWithoutContratto(db: ReadDb, idNoleggio: unknown, data: string): Promise<{ id: number }[]> {
  const rows = await db.selectFrom(storicoNoleggi.path).select('id').where('id_noleggi', '=', idNoleggio).where('data_inizio', '=', data)
    .where('contratto', 'is', null).where('eliminato', '=', false).orderBy('id').execute();
  return rows.map((row) => ({ id: Number(row['id']) }));
}

/** Photos or periods of the rental that name a path, deleted ones included. */
export async function whoNames(db: ReadDb, idNoleggio: unknown, kind: FileOfTheDay['kind'], path: string): Promise<{ id: number; data: string | null; eliminato: boolean }[]> {
  const [table, day] = kind === 'foto' ? [fotoNoleggi.path, 'data'] : [storicoNoleggi.path, 'data_inizio'];
  const rows = await db.selectFrom(table).select(['id', day, 'eliminato']).where('id_noleggi', '=', idNoleggio).where(kind, '=', path).orderBy('id').execute();
  return rows.map((row) => ({ id: Number(row['id']), data: row[day] as string | null, eliminato: row['eliminato'] === true }));
}

function ofDay(kind: FileOfTheDay['kind'], data: string, which: string | undefined): FileOfTheDay | null {
  return isCalendarDate(data) ? { kind, date: data, nth: which === undefined ? 1 : Number(which) } : null;
}
