import { sql, type Kysely } from 'kysely';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Field } from '#contracts/core/fields.ts';
import type { Colonna, TipoColonna } from '../engine/bulk.ts';
import type { LettureDatabase } from '../database.ts';

/** Italian order of texts: accents and capitals where a dictionary has them. */
const ITALIANO = 'it-x-icu';

/** Rows that the portal shows: neither the record nor its parent is deleted. */
export const VIVE = sql<boolean>`not eliminato and not padre_eliminato`;

function tipoDi(field: Field): TipoColonna {
  switch (field.kind) {
    case 'number':
    case 'money':
      return 'numeric';
    case 'flag':
      return 'smallint';
    case 'date':
      return 'date';
    case 'text': case 'note': case 'choice': case 'ref': case 'multi': case 'color': case 'url': case 'document': case 'photo':
      return 'text';
  }
}

export const colonnaChiave = (def: AnyRegister): Colonna => ({ nome: def.key.field, tipo: def.key.kind === 'sequence' ? 'bigint' : 'text' });

/** Key and fields under their wire names. */
export function colonneValori(def: AnyRegister): Colonna[] {
  const campi = Object.entries(def.fields).filter(([nome]) => nome !== def.key.field);
  return [colonnaChiave(def), ...campi.map(([nome, field]) => ({ nome, tipo: tipoDi(field) }))];
}

const COMUNI: readonly Colonna[] = [
  { nome: 'utente', tipo: 'text' },
  { nome: 'versione', tipo: 'integer' },
  { nome: 'creato', tipo: 'timestamptz' },
  { nome: 'modificato', tipo: 'timestamptz' },
  { nome: 'modificato_da', tipo: 'text' },
  { nome: 'archivio', tipo: 'jsonb' },
  { nome: 'eliminato', tipo: 'boolean' },
  { nome: 'padre_eliminato', tipo: 'boolean' },
];

/** Of a child: the stream it lives in, and its last version that said whether the parent is deleted. */
const DI_FIGLIO: readonly Colonna[] = [
  { nome: 'flusso', tipo: 'text' },
  { nome: 'versione_padre', tipo: 'integer' },
];

export const colonneDi = (def: AnyRegister): Colonna[] => [...colonneValori(def), ...COMUNI, ...(def.parent ? DI_FIGLIO : [])];

/** `"data" desc nulls last`, with the Italian collation where it is a text. */
export function ordine(nome: string, tipo: TipoColonna, discendente: boolean) {
  const collation = tipo === 'text' ? sql` collate ${sql.id(ITALIANO)}` : sql``;
  return sql`${sql.id(nome)}${collation} ${sql.raw(discendente ? 'desc' : 'asc')} nulls last`;
}

export async function creaTabella(db: Kysely<LettureDatabase>, def: AnyRegister): Promise<void> {
  const colonne = colonneDi(def);
  const comuni = new Set([...COMUNI, ...DI_FIGLIO].map((c) => c.nome));
  const righe = colonne.map(({ nome, tipo }) => sql`${sql.id(nome)} ${sql.raw(tipo)}${sql.raw(comuni.has(nome) ? ' not null' : '')}`);
  await sql`create table ${sql.table(def.path)} (${sql.join(righe)}, primary key (${sql.id(def.key.field)}))`.execute(db);
  await indiceElenco(db, def, colonne);
  const cercate = Object.entries(def.fields).filter(([nome, f]) => f.kind === 'ref' || nome === def.parent?.field).map(([nome]) => nome);
  for (const nome of new Set(['utente', ...cercate, ...(def.parent ? ['flusso'] : [])])) {
    await sql`create index ${sql.id(`${def.path}_${nome}`)} on ${sql.table(def.path)} (${sql.id(nome)})`.execute(db);
  }
}

/** The order a list opens with: pages and counts are read from this index alone. */
async function indiceElenco(db: Kysely<LettureDatabase>, def: AnyRegister, colonne: readonly Colonna[]): Promise<void> {
  const nome = def.list.sort.replace(/^-/, '');
  const colonna = colonne.find((c) => c.nome === nome);
  if (!colonna) return;
  const chiave = colonnaChiave(def);
  const campi = [ordine(nome, colonna.tipo, def.list.sort.startsWith('-'))];
  if (nome !== chiave.nome) campi.push(ordine(chiave.nome, chiave.tipo, false));
  const incluse = nome === 'utente' ? sql`` : sql` include (utente)`;
  await sql`create index ${sql.id(`${def.path}_elenco`)} on ${sql.table(def.path)} (${sql.join(campi)})${incluse} where ${VIVE}`.execute(db);
}
