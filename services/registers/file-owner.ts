import type { Kysely } from 'kysely';
import { campiFile, percorsoFile, type CampoFile } from '#contracts/core/documents.ts';
import { isCalendarDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { ambito, GRUPPO_AMMINISTRATORI, GRUPPO_DIREZIONE, puo, type Azione, type Identita } from '#contracts/core/permissions.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { macchinari as registroMacchinari } from '#contracts/registers/macchinari.ts';
import { manutenzioni as registroManutenzioni } from '#contracts/registers/manutenzioni.ts';
import type { LettureDatabase } from '#projections/database.ts';
import { estensione } from '../platform/files/logical-path.ts';
import { fileNoleggio } from '../modules/noleggi/noleggio-owner.ts';

const macchinari = registroMacchinari as unknown as AnyRegister;
const manutenzioni = registroManutenzioni as unknown as AnyRegister;

/** Which records a path belongs to: their register decides who may do what with the file. */
export interface Proprieta {
  def: AnyRegister;
  tipo: 'pdf' | 'jpeg';
  /** `utente`: who owns it, for a child the owner of its parent (`padre`, its key). More than one where records share a file; none where it lies beside records still to come. */
  record: readonly { id: string | number; padre?: string | number; utente: string; campo: string | null }[];
  /** The record it is for is still to be written; until then it is of the one it lies beside. */
  atteso?: true;
}

type Letture = Kysely<LettureDatabase>;
type Risolutore = (db: Letture, cartella: string, nome: string, percorso: string) => Promise<Proprieta | null>;

/** Tried in order; a room that brings files of its own adds a line. */
const RISOLUTORI: readonly Risolutore[] = [fileNoleggio, schedaManutenzione, documentoMacchina];

/** `null` for a path that belongs to nothing the portal knows (or to a deleted record). */
export async function proprietaDi(db: Letture, percorso: string): Promise<Proprieta | null> {
  const [cartella, ...altri] = percorso.split('/');
  if (!cartella || altri.length === 0) return null;
  for (const risolvi of RISOLUTORI) {
    const trovata = await risolvi(db, cartella, altri.join('/'), percorso);
    if (trovata) return trovata;
  }
  return null;
}

/**
 * Groups 2 and 9 read what belongs to nothing, nobody writes it. A file that records share is read
 * by whoever sees one of them and changed only by who may change all.
 */
export function consenteFile(identita: Identita, proprieta: Proprieta | null, azione: Azione): boolean {
  if (!proprieta) return azione === 'view' && [GRUPPO_AMMINISTRATORI, GRUPPO_DIREZIONE].includes(identita.groupID);
  const { def, record } = proprieta;
  if (ambito(identita, def.accesso, azione) === 'all') return true;
  const suo = (r: { utente: string }) => puo(identita, def.accesso, azione, r.utente);
  return azione === 'view' ? record.some(suo) : record.length > 0 && record.every(suo);
}

/** 403 where the area is closed, 404 for a file of somebody else's record: as for the record itself. */
export function esigiLettura(identita: Identita, proprieta: Proprieta | null): void {
  if (consenteFile(identita, proprieta, 'view')) return;
  const chiusa = proprieta !== null && ambito(identita, proprieta.def.accesso, 'view') === 'none';
  throw new DomainError(chiusa ? 'NON_PERMESSO' : 'FILE_ASSENTE');
}

export function esigiScrittura(identita: Identita, proprieta: Proprieta | null, azione: 'edit' | 'delete'): asserts proprieta is Proprieta {
  esigiLettura(identita, proprieta);
  if (!consenteFile(identita, proprieta, azione)) throw new DomainError('NON_PERMESSO');
}

/** The field a name stands for by the convention `{chiave}_{suffisso}`, whatever its extension. */
export function campoPerNome(def: AnyRegister, chiave: string | number, nome: string): CampoFile | null {
  const radice = nome.slice(0, nome.length - estensione(nome).length);
  return campiFile(def).find((campo) => radiceDi(chiave, campo) === radice) ?? null;
}

/** `{matricola}_{YYMMDD}.pdf` → the date, or `null` for any other name. */
export function dataDiScheda(matricola: string, nome: string): string | null {
  if (!nome.startsWith(`${matricola}_`)) return null;
  const trovato = /^(\d\d)(\d\d)(\d\d)\.pdf$/i.exec(nome.slice(matricola.length + 1));
  const data = trovato && `20${trovato[1]}-${trovato[2]}-${trovato[3]}`;
  return data && isCalendarDate(data) ? data : null;
}

async function schedaManutenzione(db: Letture, matricola: string, nome: string): Promise<Proprieta | null> {
  const data = dataDiScheda(matricola, nome);
  if (data === null || !(await rigaMacchina(db, matricola))) return null;
  const righe = await db.selectFrom(manutenzioni.path).select(['id', 'utente'])
    .where('matricola', '=', matricola).where('data', '=', data).where('eliminato', '=', false).orderBy('id').execute();
  return { def: manutenzioni, tipo: 'pdf', record: righe.map((r) => ({ id: Number(r['id']), utente: String(r['utente']), campo: 'documento' })) };
}

async function documentoMacchina(db: Letture, matricola: string, nome: string, percorso: string): Promise<Proprieta | null> {
  const riga = await rigaMacchina(db, matricola);
  if (!riga) return null;
  const campi = campiFile(macchinari);
  const campo = campi.find((c) => riga[c.campo] === percorso) ?? campoPerNome(macchinari, matricola, nome);
  const jpeg = campo ? campo.kind === 'photo' : ['.jpg', '.jpeg'].includes(estensione(nome));
  return { def: macchinari, tipo: jpeg ? 'jpeg' : 'pdf', record: [{ id: matricola, utente: String(riga['utente']), campo: campo?.campo ?? null }] };
}

async function rigaMacchina(db: Letture, matricola: string): Promise<Record<string, unknown> | undefined> {
  return db.selectFrom(macchinari.path).selectAll().where('matricola', '=', matricola).where('eliminato', '=', false).executeTakeFirst();
}

function radiceDi(chiave: string | number, campo: CampoFile): string {
  const percorso = percorsoFile(chiave, campo);
  return percorso.slice(percorso.lastIndexOf('/') + 1, percorso.lastIndexOf('.'));
}
