import { sql, type RawBuilder } from 'kysely';
import { isCalendarDate, normaliseDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { parseNumber } from '#contracts/core/fields.ts';
import { colonneFiltro, type ColonnaElenco } from './columns.ts';

export type Valore = string | number | null;

export interface Condizioni {
  /** Empty values are different from any. */
  diverso?: Valore | readonly Valore[];
  /** Both ends belong to it. */
  da?: Valore;
  a?: Valore;
  contiene?: string;
  vuoto?: boolean;
}

/** By field, key, `utente` or `versione`; besides, `scaduti` and (for machines) `manutenzione`. */
export type Filtri = Record<string, Valore | boolean | readonly Valore[] | Condizioni>;

type Dove = RawBuilder<unknown>;

const CONDIZIONI = new Set(['diverso', 'da', 'a', 'contiene', 'vuoto']);

/** What the rows must fulfil. Throws RICHIESTA_NON_VALIDA for what cannot be asked. */
export function condizioniDi(def: AnyRegister, filtri: Filtri, today: string): Dove[] {
  const colonne = colonneFiltro(def);
  return Object.entries(filtri).flatMap(([nome, condizione]) => {
    if (condizione === undefined) return [];
    if (nome === 'scaduti' && def.list.scadenze) return acceso(nome, condizione) ? [scaduti(def.list.scadenze, today)] : [];
    if (nome === 'manutenzione' && def.path === 'macchinari') return acceso(nome, condizione) ? [inManutenzione] : [];
    const colonna = colonne.get(nome);
    if (!colonna) throw rifiuta(nome, 'Campo sconosciuto');
    return condizione !== null && typeof condizione === 'object' && !Array.isArray(condizione)
      ? composta(colonna, condizione as Condizioni)
      : [uguale(colonna, condizione as Valore | readonly Valore[])];
  });
}

const inManutenzione = sql`exists (select 1 from scadenze_manutenzione s where s.matricola = r.matricola and s.ore_mancanti <= 0)`;

const scaduti = (campi: readonly string[], today: string): Dove =>
  sql`(${sql.join(campi.map((campo) => sql`r.${sql.id(campo)} <= ${today}::date`), sql` or `)})`;

function composta(colonna: ColonnaElenco, condizioni: Condizioni): Dove[] {
  const { nome } = colonna;
  for (const parola of Object.keys(condizioni)) if (!CONDIZIONI.has(parola)) throw rifiuta(nome, `Condizione sconosciuta: ${parola}`);
  const { diverso, da, a, contiene, vuoto } = condizioni;
  const dove: Dove[] = [];
  if (diverso !== undefined) dove.push(sql`(${uguale(colonna, diverso)}) is not true`);
  if (da !== undefined && da !== null) dove.push(sql`${confronto(colonna)} >= ${valore(colonna, da)}`);
  if (a !== undefined && a !== null) dove.push(sql`${confronto(colonna)} <= ${valore(colonna, a)}`);
  if (contiene !== undefined) {
    if (typeof contiene !== 'string') throw rifiuta(nome, 'Serve un testo');
    dove.push(contieneTesto([colonna], contiene));
  }
  if (vuoto !== undefined) {
    if (typeof vuoto !== 'boolean') throw rifiuta(nome, 'Serve true oppure false');
    dove.push(sql`r.${sql.id(nome)} is ${sql.raw(vuoto ? 'null' : 'not null')}`);
  }
  return dove;
}

/** Between two texts the order is the Italian one, as in the list. */
const confronto = ({ nome, tipo }: ColonnaElenco): Dove => sql`r.${sql.id(nome)}${sql.raw(tipo === 'text' ? ' collate "it-x-icu"' : '')}`;

function uguale(colonna: ColonnaElenco, cercato: Valore | readonly Valore[]): Dove {
  const cercati = Array.isArray(cercato) ? (cercato as readonly Valore[]) : [cercato as Valore];
  const pieni = cercati.filter((v) => v !== null).map((v) => valore(colonna, v));
  const tipo = sql.raw(tipoConfronto(colonna));
  const tra = sql`r.${sql.id(colonna.nome)} = any(${pieni}::${tipo}[])`;
  return pieni.length === cercati.length ? tra : sql`(${tra} or r.${sql.id(colonna.nome)} is null)`;
}

/** Whole columns are compared as such, so that their index serves. */
const tipoConfronto = ({ tipo }: ColonnaElenco): string => (tipo === 'integer' || tipo === 'smallint' ? 'bigint' : tipo);

function valore({ nome, tipo }: ColonnaElenco, v: unknown): string | number {
  if (tipo === 'text') {
    if (typeof v !== 'string' && typeof v !== 'number') throw rifiuta(nome, 'Serve un testo');
    return senzaNul(nome, String(v));
  }
  if (tipo === 'date') {
    const data = normaliseDate(v);
    if (typeof data !== 'string' || !isCalendarDate(data)) throw rifiuta(nome, 'Serve una data AAAA-MM-GG');
    return data;
  }
  const numero = typeof v === 'boolean' ? Number(v) : parseNumber(v);
  if (typeof numero !== 'number' || !Number.isFinite(numero)) throw rifiuta(nome, 'Serve un numero');
  if (tipo !== 'numeric' && !Number.isSafeInteger(numero)) throw rifiuta(nome, 'Serve un numero intero');
  return numero;
}

/** Case does not matter; `%` and `_` are themselves. Numbers as they are written, dates in both ways. */
function contieneTesto(colonne: readonly ColonnaElenco[], testo: string): Dove {
  const modello = `%${senzaNul(colonne[0]?.nome ?? '', testo).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql`(${sql.join(colonne.map((colonna) => sql`${comeTesto(colonna)} ilike ${modello}`), sql` or `)})`;
}

function comeTesto({ nome, tipo }: ColonnaElenco): Dove {
  const colonna = sql`r.${sql.id(nome)}`;
  if (tipo === 'text') return colonna;
  return tipo === 'date' ? sql`(${colonna}::text || to_char(${colonna}, ' DD/MM/YYYY'))` : sql`${colonna}::text`;
}

/** Every word must be found in one of the fields that the register searches. */
export function condizioniRicerca(def: AnyRegister, cerca: string): Dove[] {
  const colonne = colonneFiltro(def);
  const cercate = def.list.search.flatMap((nome) => colonne.get(nome) ?? []);
  return cerca.split(/\s+/).filter(Boolean).map((parola) => contieneTesto(cercate, senzaNul('cerca', parola)));
}

function acceso(nome: string, v: unknown): boolean {
  if (typeof v !== 'boolean') throw rifiuta(nome, 'Serve true oppure false');
  return v;
}

function senzaNul(campo: string, testo: string): string {
  if (testo.includes('\u0000')) throw rifiuta(campo, 'Contiene caratteri di controllo');
  return testo;
}

export const rifiuta = (campo: string, messaggio: string): DomainError =>
  new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo, messaggio }] });
