import type { Kysely } from 'kysely';
import { isCalendarDate } from '#contracts/core/dates.ts';
import { campiFile, percorsoFile } from '#contracts/core/documents.ts';
import { percorsoContratto, percorsoFotoNoleggio } from '#contracts/modules/noleggi.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { noleggi as registroNoleggi } from '#contracts/registers/noleggi.ts';
import { fotoNoleggi as registroFoto } from '#contracts/registers/foto-noleggi.ts';
import { storicoNoleggi as registroStorico } from '#contracts/registers/storico-noleggi.ts';
import type { LettureDatabase } from '#projections/database.ts';
import { estensione } from '#services/platform/files/logical-path.ts';

export const noleggi = registroNoleggi as unknown as AnyRegister;
export const fotoNoleggi = registroFoto as unknown as AnyRegister;
export const storicoNoleggi = registroStorico as unknown as AnyRegister;

type Letture = Kysely<LettureDatabase>;
type Riga = Record<string, unknown>;

/** A photo or a contract by the name it has in the archive: the day in it, and its number among those of that day. */
export interface FileDelGiorno {
  tipo: 'foto' | 'contratto';
  data: string;
  quale: number;
}

/** `null` for a name that is neither a photo's nor a contract's. `nome` is relative to the rental's folder. */
export function fileDelGiorno(matricola: string, nome: string): FileDelGiorno | null {
  const foto = /^foto\/(\d{4}-\d\d-\d\d)_([^/_]+?)(?:-([2-9]|[1-9]\d{1,3}))?\.jpe?g$/i.exec(nome);
  if (foto?.[1] && foto[2] === matricola) return delGiorno('foto', foto[1], foto[3]);
  const contratto = /^([^/_]+)_CONTRATTO_(\d{4}-\d\d-\d\d)(?:-([2-9]|[1-9]\d{1,3}))?\.pdf$/i.exec(nome);
  return contratto?.[2] && contratto[1] === matricola ? delGiorno('contratto', contratto[2], contratto[3]) : null;
}

export function percorsoDelGiorno(matricola: string, { tipo, data, quale }: FileDelGiorno): string {
  return tipo === 'foto' ? percorsoFotoNoleggio(matricola, data, quale) : percorsoContratto(matricola, data, quale);
}

/** The document field whose file has this path by the convention. */
export function campoStandard(matricola: string, percorso: string): string | null {
  return campiFile(noleggi).find((campo) => percorsoFile(matricola, campo) === percorso)?.campo ?? null;
}

/** The path of what a client calls `nome`, with or without folder and extension; `null` when no file of a rental is called so. */
export function percorsoNoleggio(matricola: string, nome: string): string | null {
  const con = (tipo: string) => (estensione(nome) === '' ? `${nome}${tipo}` : nome);
  const delGiorno = fileDelGiorno(matricola, `foto/${con('.jpg').replace(/^foto\//i, '')}`) ?? fileDelGiorno(matricola, con('.pdf'));
  if (delGiorno) return percorsoDelGiorno(matricola, delGiorno);
  const cercato = `${matricola}/${con('.pdf')}`.toUpperCase();
  const campo = campiFile(noleggi).find((c) => percorsoFile(matricola, c).toUpperCase() === cercato);
  return campo ? percorsoFile(matricola, campo) : null;
}

/** The rental that is there, by its matricola. */
export async function rigaNoleggio(db: Letture, matricola: string): Promise<Riga | undefined> {
  return db.selectFrom(noleggi.path).selectAll().where('matricola', '=', matricola).where('eliminato', '=', false).executeTakeFirst();
}

/** The periods of a rental that began on a day and have no contract yet. */
export async function periodiSenzaContratto(db: Letture, idNoleggio: unknown, data: string): Promise<{ id: number }[]> {
  const righe = await db.selectFrom(storicoNoleggi.path).select('id').where('id_noleggi', '=', idNoleggio).where('data_inizio', '=', data)
    .where('contratto', 'is', null).where('eliminato', '=', false).orderBy('id').execute();
  return righe.map((riga) => ({ id: Number(riga['id']) }));
}

/** Photos or periods of the rental that name a path, deleted ones included. */
export async function chiNomina(db: Letture, idNoleggio: unknown, tipo: FileDelGiorno['tipo'], percorso: string): Promise<{ id: number; data: string | null; eliminato: boolean }[]> {
  const [tabella, giorno] = tipo === 'foto' ? [fotoNoleggi.path, 'data'] : [storicoNoleggi.path, 'data_inizio'];
  const righe = await db.selectFrom(tabella).select(['id', giorno, 'eliminato']).where('id_noleggi', '=', idNoleggio).where(tipo, '=', percorso).orderBy('id').execute();
  return righe.map((riga) => ({ id: Number(riga['id']), data: riga[giorno] as string | null, eliminato: riga['eliminato'] === true }));
}

function delGiorno(tipo: FileDelGiorno['tipo'], data: string, quale: string | undefined): FileDelGiorno | null {
  return isCalendarDate(data) ? { tipo, data, quale: quale === undefined ? 1 : Number(quale) } : null;
}
