import type { Kysely, NotNull } from 'kysely';
import type { DocumentKind, Soggetto } from '#contracts/modules/scadenze/document-kind.ts';
import type { Requirement } from '#contracts/modules/scadenze/required.ts';
import type { ReadDatabase } from '../database.ts';

/** A document kind as registered, with its responsible person. */
export interface KnownKind extends DocumentKind {
  responsabile: string | null;
  /** Years for which a worker is kept after the end of employment; `null`: the default. */
  conserva_anni: number | null;
}

/** Returns all kinds, in order. */
export async function readKinds(db: Kysely<ReadDatabase>): Promise<KnownKind[]> {
  const rows = await db
    .selectFrom('tipi_documento')
    .select(['soggetto', 'codice', 'nome', 'mesi', 'preavviso', 'sanitario', 'blocca', 'responsabile', 'conserva_anni'])
    .where(({ not }) => not('eliminato'))
    .orderBy('soggetto')
    .orderBy('ordine', (order) => order.asc().nullsLast())
    .orderBy('id')
    .$narrowType<{ soggetto: Soggetto; codice: NotNull; nome: NotNull }>()
    .execute();
  return rows.map((row) => ({ ...row, sanitario: row.sanitario === 1, blocca: row.blocca === 1 }));
}

/** Returns one kind; `undefined` if the subject has no kind with this code. */
export async function readKind(db: Kysely<ReadDatabase>, soggetto: Soggetto, codice: string): Promise<KnownKind | undefined> {
  return (await readKinds(db)).find((kind) => kind.soggetto === soggetto && kind.codice === codice);
}

/** Returns all requirements. */
export async function readRequirements(db: Kysely<ReadDatabase>): Promise<Requirement[]> {
  return db
    .selectFrom('requisiti')
    .select(['soggetto', 'tipo_documento', 'mansione', 'tipologia', 'commessa', 'se', 'tra_presenti'])
    .where(({ not }) => not('eliminato'))
    .orderBy('id')
    .$narrowType<{ soggetto: Soggetto; tipo_documento: NotNull }>()
    .execute();
}
