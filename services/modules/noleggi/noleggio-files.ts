import { isCalendarDate } from '#contracts/core/dates.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { fileFields, filePath } from '#contracts/core/documents.ts';
import { contrattoPath, noleggioFotoPath } from '#contracts/modules/noleggi.ts';
import { noleggi } from '#contracts/registers/noleggi.ts';
import { fotoNoleggi } from '#contracts/registers/foto-noleggi.ts';
import { storicoNoleggi } from '#contracts/registers/storico-noleggi.ts';
import { findRows, type FoundRowOfAnyKinds } from '#projections/registers/record.queries.ts';
import { extension } from '#services/platform/files/logical-path.ts';

type ReadDb = Parameters<typeof findRows>[0];

/** Photo or contract of a rental, as its name in the archive tells. `nth` is its number among the files of the same day, from 1. */
export interface FileOfTheDay {
  kind: 'foto' | 'contratto';
  date: string;
  nth: number;
}

/** Parses the name of a photo or contract, relative to the rental's folder. Returns `null` for any other name. */
export function fileOfTheDay(matricola: string, name: string): FileOfTheDay | null {
  const foto = /^foto\/(\d{4}-\d\d-\d\d)_([^/_]+?)(?:-([2-9]|[1-9]\d{1,3}))?\.jpe?g$/i.exec(name);
  if (foto?.[1] && foto[2] === matricola) return ofDay('foto', foto[1], foto[3]);
  const contratto = /^([^/_]+)_CONTRATTO_(\d{4}-\d\d-\d\d)(?:-([2-9]|[1-9]\d{1,3}))?\.pdf$/i.exec(name);
  return contratto?.[2] && contratto[1] === matricola ? ofDay('contratto', contratto[2], contratto[3]) : null;
}

/** Returns the path in the archive of a photo or contract of a rental. */
export function pathOfTheDay(matricola: string, { kind, date: data, nth: which }: FileOfTheDay): string {
  return kind === 'foto' ? noleggioFotoPath(matricola, data, which) : contrattoPath(matricola, data, which);
}

/** Returns the document field whose standard path is `path`; `null` if there is none. */
export function standardField(def: AnyRegister, matricola: string, path: string): string | null {
  return fileFields(def).find((field) => filePath(matricola, field) === path)?.field ?? null;
}

/**
 * Returns the path for a file name that a client sends with or without folder and extension. Returns `null` if no file of a rental has such
 * a name.
 */
export function noleggioPath(def: AnyRegister, matricola: string, name: string): string | null {
  const con = (kind: string) => (extension(name) === '' ? `${name}${kind}` : name);
  const ofDay = fileOfTheDay(matricola, `foto/${con('.jpg').replace(/^foto\//i, '')}`) ?? fileOfTheDay(matricola, con('.pdf'));
  if (ofDay) return pathOfTheDay(matricola, ofDay);
  const searched = `${matricola}/${con('.pdf')}`.toUpperCase();
  const field = fileFields(def).find((c) => filePath(matricola, c).toUpperCase() === searched);
  return field ? filePath(matricola, field) : null;
}

/** Reads the rental with this matricola; `undefined` if there is none or if it was deleted. */
export async function noleggioRow(db: ReadDb, matricola: string): Promise<FoundRowOfAnyKinds<typeof noleggi> | undefined> {
  return (await findRows(db, noleggi, { matricola }))[0];
}

/** Returns the periods of a rental that began on a day and have no contract. */
export async function periodiWithoutContratto(db: ReadDb, idNoleggio: number, data: string): Promise<{ id: number }[]> {
  const rows = await findRows(db, storicoNoleggi, { id_noleggi: idNoleggio, data_inizio: data, contratto: null });
  return rows.map(({ id }) => ({ id }));
}

/** Returns the photos or periods of a rental whose record names a path, deleted records included. */
export async function whoNames(
  db: ReadDb,
  idNoleggio: number,
  kind: FileOfTheDay['kind'],
  path: string,
): Promise<{ id: number; data: string | null; eliminato: boolean }[]> {
  if (kind === 'foto') {
    const rows = await findRows(db, fotoNoleggi, { id_noleggi: idNoleggio, foto: path }, { deleted: true });
    return rows.map(({ id, data, eliminato }) => ({ id, data, eliminato }));
  }
  const rows = await findRows(db, storicoNoleggi, { id_noleggi: idNoleggio, contratto: path }, { deleted: true });
  return rows.map(({ id, data_inizio, eliminato }) => ({ id, data: data_inizio, eliminato }));
}

function ofDay(kind: FileOfTheDay['kind'], data: string, which: string | undefined): FileOfTheDay | null {
  return isCalendarDate(data) ? { kind, date: data, nth: which === undefined ? 1 : Number(which) } : null;
}
