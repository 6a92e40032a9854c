import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Area } from '#contracts/core/permissions.ts';
import { streamOf } from '#contracts/core/define-register.ts';
import { registro as registroDi } from '#contracts/registers/index.ts';
import type { VoceStorico } from '#contracts/core/history.ts';
import type { LettureDatabase } from '../database.ts';

export interface RichiestaRegistro {
  utente?: string;
  area?: Area;
  /** What the reader may see: these areas whole, those others in the records of the reader. */
  visibile?: { tutte: readonly Area[]; proprie: readonly Area[]; utente: string };
  /** An event type (`AccisaEliminata.v1`) or a kind of change (`eliminato`). */
  evento?: string;
  tabella?: string;
  id?: string;
  /** Calendar dates in Rome, both included. */
  dal?: string;
  al?: string;
  /** Words, all of which must be found. */
  cerca?: string;
  /** From 1. */
  pagina: number;
  righe: number;
}

type Riga = Omit<VoceStorico, 'quando'> & { quando: Date };

/** A record's history, newest first. `conFigli`: with that of the records that live in its stream. */
export async function storicoDi(
  db: Kysely<LettureDatabase>, tabella: string, id: string, { conFigli = false }: { conFigli?: boolean } = {},
): Promise<VoceStorico[]> {
  const def = registroDi(tabella);
  const quali = conFigli && def && !def.parent
    ? sql`s.flusso = ${streamOf(def, id)}`
    : sql`s.tabella = ${tabella} and s.id = ${id}`;
  return voci(db, sql`${quali} order by s.posizione desc`);
}

/** The trail of the whole portal, newest first, in pages. */
export async function registro(db: Kysely<LettureDatabase>, richiesta: RichiestaRegistro): Promise<{ righe: VoceStorico[]; totale: number }> {
  const { pagina, righe } = richiesta;
  // the positions of the page first, from an index, then their rows
  const letti = await voci(db, sql`s.posizione in (select s.posizione from storico s where ${qualiVoci(richiesta)}
    order by s.quando desc, s.posizione desc limit ${righe} offset ${(pagina - 1) * righe}) order by s.quando desc, s.posizione desc`);
  return { righe: letti, totale: await contaRegistro(db, richiesta) };
}

type Scelta = Omit<RichiestaRegistro, 'pagina' | 'righe'>;

/** The statement that reads all of the trail that was asked for. */
export const tuttoRegistro = (richiesta: Scelta): RawBuilder<unknown> => leggiVoci(sql`${qualiVoci(richiesta)} order by s.quando desc, s.posizione desc`);

export async function contaRegistro(db: Kysely<LettureDatabase>, richiesta: Scelta): Promise<number> {
  const { rows } = await sql<{ totale: number }>`select count(*)::integer as totale from storico s where ${qualiVoci(richiesta)}`.execute(db);
  return rows[0]?.totale ?? 0;
}

const qualiVoci = (richiesta: Scelta): RawBuilder<unknown> => sql.join([sql`true`, ...condizioni(richiesta)], sql` and `);

function condizioni({ utente, area, visibile, evento, tabella, id, dal, al, cerca }: Scelta): RawBuilder<unknown>[] {
  const mezzanotte = (data: string, piu: number) => sql`((${data}::date + ${sql.lit(piu)})::timestamp at time zone 'Europe/Rome')`;
  const parole = (cerca ?? '').split(/\s+/).filter(Boolean);
  return [
    ...(utente === undefined ? [] : [sql`s.utente = ${utente}`]),
    ...(area === undefined ? [] : [sql`s.area = ${area}`]),
    ...(visibile === undefined ? [] : [sql`(s.area = any(${[...visibile.tutte]}::text[])
      or s.area = any(${[...visibile.proprie]}::text[]) and s.proprietario = ${visibile.utente})`]),
    ...(evento === undefined ? [] : [sql`(s.evento = ${evento} or s.tipo = ${evento})`]),
    ...(tabella === undefined ? [] : [sql`s.tabella = ${tabella}`]),
    ...(id === undefined ? [] : [sql`s.id = ${id}`]),
    ...(dal === undefined ? [] : [sql`s.quando >= ${mezzanotte(dal, 0)}`]),
    ...(al === undefined ? [] : [sql`s.quando < ${mezzanotte(al, 1)}`]),
    ...parole.map((parola) => sql`s.testo ilike ${`%${parola.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`),
  ];
}

async function voci(db: Kysely<LettureDatabase>, quali: RawBuilder<unknown>): Promise<VoceStorico[]> {
  const { rows } = await sql<Riga>`${leggiVoci(quali)}`.execute(db);
  return rows.map((riga) => ({ ...riga, quando: riga.quando.toISOString() }));
}

const leggiVoci = (quali: RawBuilder<unknown>): RawBuilder<unknown> => sql`select s.tabella, s.id, s.versione, s.evento, s.tipo, s.quando, s.utente, u.custom1 as nome, s.frase, s.campi, s.motivo
    from storico s left join users u on u."memberID" = s.utente where ${quali}`;
