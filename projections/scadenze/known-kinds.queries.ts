import { sql, type Kysely } from 'kysely';
import type { DocumentKind, Soggetto } from '#contracts/modules/scadenze/document-kind.ts';
import type { Requirement } from '#contracts/modules/scadenze/required.ts';
import type { ReadDatabase } from '../database.ts';

/** A document kind as registered, with its responsible person. */
export interface KnownKind extends DocumentKind {
  responsabile: string | null;
}

/** Returns all kinds, in order. */
export async function readKinds(db: Kysely<ReadDatabase>): Promise<KnownKind[]> {
  const { rows } = await sql<Omit<KnownKind, 'sanitario' | 'blocca'> & { sanitario: number | null; blocca: number | null }>`
    select soggetto, codice, nome, mesi, preavviso, sanitario, blocca, responsabile from tipi_documento
    where not eliminato order by soggetto, ordine nulls last, id`.execute(db);
  return rows.map((row) => ({ ...row, sanitario: row.sanitario === 1, blocca: row.blocca === 1 }));
}

/** Returns one kind; `undefined` if the subject has no kind with this code. */
export async function readKind(db: Kysely<ReadDatabase>, soggetto: Soggetto, codice: string): Promise<KnownKind | undefined> {
  return (await readKinds(db)).find((kind) => kind.soggetto === soggetto && kind.codice === codice);
}

/** Returns all requirements. */
export async function readRequirements(db: Kysely<ReadDatabase>): Promise<Requirement[]> {
  const { rows } = await sql<Requirement>`select soggetto, tipo_documento, mansione, tipologia, commessa, se, tra_presenti from requisiti
    where not eliminato order by id`.execute(db);
  return rows;
}
