import { sql, type Kysely } from 'kysely';

const DOOR = [
  'accesso',
  'password-errata',
  'blocco',
  'rifiuto',
  'consultazione',
  'uscita',
  'revoca',
  'vedi-come',
  'codice-errato',
  'secondo-fattore',
  'conferma',
];
const ADDED = ['passkey', 'passkey-errata'];
const DATA = ['documento', 'zip', 'esportazione', 'stampa', 'scaricamento', 'operazione', 'rimozione'];
const list = (kinds: readonly string[]) => sql.join(kinds.map((kind) => sql.lit(kind)));

/**
 * Adds the passkeys of users, and the challenges that a browser has to sign. The challenges are unlogged: they last five minutes, and a
 * crash may forget them. The trail of accesses gets kinds for changes of passkeys and for refused ones.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function up(db: Kysely<any>): Promise<void> {
  await sql`create table public.passkey (
    credenziale text primary key,
    member_id text not null references public.credenziali (member_id) on delete cascade,
    host text not null,
    persona text not null,
    chiave text not null,
    contatore bigint not null,
    trasporti text[] not null,
    nome text not null,
    creata timestamptz not null,
    usata timestamptz
  )`.execute(db);
  await sql`create index passkey_di on public.passkey (member_id, host)`.execute(db);
  await sql`create unlogged table public.passkey_sfide (
    chi text primary key,
    sfida text not null,
    rete text not null,
    persona text,
    scade timestamptz not null
  )`.execute(db);
  await sql`create index passkey_sfide_rete on public.passkey_sfide (rete, scade)`.execute(db);
  await sql`create index passkey_sfide_scade on public.passkey_sfide (scade)`.execute(db);
  await sql`alter table public.accessi
    drop constraint accessi_tipo_check, add constraint accessi_tipo_check check (tipo in (${list([...DOOR, ...ADDED, ...DATA])}))`.execute(
    db,
  );
}

// `not valid`: rows of the new kinds stay, since nothing may take them away before their time
// oxlint-disable-next-line typescript/no-explicit-any -- a migration precedes every type of the tables
export async function down(db: Kysely<any>): Promise<void> {
  await sql`alter table public.accessi
    drop constraint accessi_tipo_check, add constraint accessi_tipo_check check (tipo in (${list([...DOOR, ...DATA])})) not valid`.execute(
    db,
  );
  await sql`drop table public.passkey_sfide`.execute(db);
  await sql`drop table public.passkey`.execute(db);
}
