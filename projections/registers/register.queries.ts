import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Ambito } from '#contracts/core/permissions.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { registro, riferimentiA } from '#contracts/registers/index.ts';
import type { LettureDatabase } from '../database.ts';
import { calcolateDi, colonneOrdine, selezione, sulFilo, type RigaElenco } from './columns.ts';
import { condizioniDi, condizioniRicerca, rifiuta, type Filtri } from './filters.ts';
import { colonnaChiave, ordine, VIVE } from './register.table.ts';
import { chiaveColonna } from './row.ts';

export type { RigaElenco } from './columns.ts';
export type { Filtri } from './filters.ts';

export interface RichiestaElenco {
  /** From contracts/core/permissions.ts: with `own`, only the records of `utente`. */
  ambito: Ambito;
  utente: string;
  /** From 1. */
  pagina?: number;
  /** Rows of a page; the register's own page size unless given. */
  righe?: number;
  /** A field, the key, `utente` or `versione`; `-` before it for descending. */
  ordina?: string;
  /** Words, all of which must be found. */
  cerca?: string;
  filtri?: Filtri;
}

export interface Elenco {
  righe: RigaElenco[];
  /** Of all pages; there when a page, an order, a search or a filter was asked for. */
  totale?: number;
}

/**
 * Records of a register as they go out. All of them, unless `pagina` or `righe` is given.
 * Throws RICHIESTA_NON_VALIDA for unknown fields and values that a field cannot have.
 */
export async function elenca(db: Kysely<LettureDatabase>, def: AnyRegister, richiesta: RichiestaElenco, today: string): Promise<Elenco> {
  const { pagina, righe, ordina, cerca, filtri } = richiesta;
  if (pagina === undefined && righe === undefined) {
    const { rows } = await sql<Record<string, unknown>>`${tuttoElenco(def, richiesta, today)}`.execute(db);
    return { righe: rows.map(sulFilo), ...(ordina ?? cerca ?? filtri ? { totale: rows.length } : {}) };
  }
  const letti = await paginaDi(db, def, qualiRighe(def, richiesta, today), criterioDi(def, ordina ?? def.list.sort), pagina ?? 1, righe ?? def.list.pageSize);
  return { righe: letti, totale: await contaElenco(db, def, richiesta, today) };
}

type Scelta = Omit<RichiestaElenco, 'pagina' | 'righe'>;

/** The statement that reads every row asked for, in order; values as the database has them. */
export function tuttoElenco(def: AnyRegister, richiesta: Scelta, today: string): RawBuilder<unknown> {
  const criterio = criterioDi(def, richiesta.ordina ?? def.list.sort);
  return sql`select ${selezione(def)} from ${sql.table(def.path)} r where ${qualiRighe(def, richiesta, today)} order by ${criterio.ordine}`;
}

export async function contaElenco(db: Kysely<LettureDatabase>, def: AnyRegister, richiesta: Scelta, today: string): Promise<number> {
  const { rows } = await sql<{ totale: number }>`select count(*)::integer as totale from ${sql.table(def.path)} r where ${qualiRighe(def, richiesta, today)}`.execute(db);
  return rows[0]?.totale ?? 0;
}

function qualiRighe(def: AnyRegister, richiesta: Scelta, today: string): RawBuilder<unknown> {
  const { cerca, filtri } = richiesta;
  return sql.join([VIVE, ...ambitoDi(def, richiesta), ...condizioniDi(def, filtri ?? {}, today), ...condizioniRicerca(def, cerca ?? '')], sql` and `);
}

/** One record as it goes out, whoever owns it; `null` when it is not there or deleted. */
export async function leggiUno(db: Kysely<LettureDatabase>, def: AnyRegister, chiave: string | number): Promise<RigaElenco | null> {
  const cercata = chiaveColonna(def, String(chiave));
  if (cercata === null || String(cercata).includes('\u0000')) return null;
  const { rows } = await sql<Record<string, unknown>>`select ${selezione(def)} from ${sql.table(def.path)} r
    where r.${sql.id(def.key.field)} = ${cercata} and ${VIVE}`.execute(db);
  return rows[0] ? sulFilo(rows[0]) : null;
}

export interface Riferimenti {
  totale: number;
  per: { tabella: string; etichetta: string; quanti: number }[];
}

/** How many records of other registers point to the record with these values. */
export async function contaRiferimenti(db: Kysely<LettureDatabase>, def: AnyRegister, valori: Readonly<Record<string, unknown>>): Promise<Riferimenti> {
  const per = new Map<AnyRegister, RawBuilder<unknown>[]>();
  for (const { def: altro, campo, valore, multiplo } of riferimentiA(def)) {
    const cercato = valori[valore];
    if (cercato === null || cercato === undefined) continue;
    const punta = multiplo
      ? sql`${String(cercato)} = any(string_to_array(${sql.id(campo)}, ', '))`
      : sql`${sql.id(campo)} = ${String(cercato)}`;
    per.set(altro, [...(per.get(altro) ?? []), punta]);
  }
  const conteggi: Riferimenti['per'] = [];
  for (const [altro, punti] of per) {
    const { rows } = await sql<{ quanti: number }>`select count(*)::integer as quanti from ${sql.table(altro.path)}
      where ${VIVE} and (${sql.join(punti, sql` or `)})`.execute(db);
    const quanti = rows[0]?.quanti ?? 0;
    if (quanti > 0) conteggi.push({ tabella: altro.path, etichetta: altro.etichette.molti, quanti });
  }
  return { totale: conteggi.reduce((somma, c) => somma + c.quanti, 0), per: conteggi };
}

/** Children are their parent's owner's. */
function ambitoDi(def: AnyRegister, { ambito, utente }: Scelta): RawBuilder<unknown>[] {
  if (ambito === 'all') return [];
  if (ambito === 'none') return [sql`false`];
  const padre = def.parent ? registro(def.parent.register) : undefined;
  if (!padre || !def.parent) return [sql`r.utente = ${utente}`];
  return [sql`exists (select 1 from ${sql.table(padre.path)} p where p.${sql.id(padre.key.field)} = r.${sql.id(def.parent.field)} and p.utente = ${utente})`];
}

interface Criterio {
  ordine: RawBuilder<unknown>;
  /** The order is made of values that only other tables have. */
  calcolato: boolean;
}

function criterioDi(def: AnyRegister, ordina: string): Criterio {
  const discendente = ordina.startsWith('-');
  const colonna = colonneOrdine(def).get(ordina.replace(/^-/, ''));
  if (!colonna) throw rifiuta('ordina', `Campo sconosciuto: ${ordina.slice(0, 50)}`);
  const chiave = colonnaChiave(def);
  const parti = [ordine(colonna.nome, colonna.tipo, discendente)];
  if (colonna.nome !== chiave.nome) parti.push(ordine(chiave.nome, chiave.tipo, false));
  return { ordine: sql.join(parti), calcolato: colonna.calcolata !== undefined };
}

/** The keys of the page come first, from an index alone where there is one; then the rows of those keys. */
async function paginaDi(
  db: Kysely<LettureDatabase>, def: AnyRegister, quali: RawBuilder<unknown>, criterio: Criterio, pagina: number, righe: number,
): Promise<RigaElenco[]> {
  const chiave = sql.id(def.key.field);
  const calcolate = criterio.calcolato ? sql.join([sql``, ...calcolateDi(def).map((c) => sql`${c.calcolata} as ${sql.id(c.nome)}`)]) : sql``;
  const { rows } = await sql<Record<string, unknown>>`select ${selezione(def)} from ${sql.table(def.path)} r
    join (select r.${chiave} as chiave_pagina${calcolate} from ${sql.table(def.path)} r
      where ${quali} order by ${criterio.ordine} limit ${righe} offset ${(pagina - 1) * righe}) p on p.chiave_pagina = r.${chiave}
    order by ${criterio.ordine}`.execute(db);
  return rows.map(sulFilo);
}
