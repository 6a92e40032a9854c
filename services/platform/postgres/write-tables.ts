import type { ColumnType, Generated } from 'kysely';

/** Tables of the write side, in schema `public`. Migrations: services/platform/postgres/migrations. */
export interface WriteDatabase {
  numeri: { sequenza: string; ultimo: ColumnType<string, number, number> };
  numeri_riservati: { command_id: string; sequenza: string; numero: ColumnType<string, number, number> };
  /** Hash of the digest the browser sends; never in the event log. */
  credenziali: {
    member_id: string;
    hash: string;
    modificata: Generated<Date>;
    /** The command that set it, where it was a change. */ comando: string | null;
    /** When a password set by somebody else ends; `null` for one that its owner chose. */ provvisoria: Date | null;
  };
  /** SHA-256 of a token that a browser keeps beside the session, from when it has signed in. */
  browser_conosciuti: { token_hash: string; member_id: string; usato: Generated<Date> };
  /** Sign-ins, refusals, what went out and what jobs did; append-only. */
  accessi: {
    id: Generated<string>;
    quando: Date;
    tipo: string;
    utente: string | null;
    indirizzo: string | null;
    cosa: string;
    quanti: number | null;
    /** Told once for each. */ comando: string | null;
  };
  /** Idempotency keys, each with the fingerprint of the request it came with. */
  chiavi: { chiave: string; impronta: string; quando: Generated<Date> };
  sessioni: {
    /** SHA-256 of the token. */
    token_hash: string;
    member_id: string;
    group_id: number;
    ricordami: boolean;
    creata: Generated<Date>;
    scade: Date;
    /** "Chrome, Windows", the address and the time of the last request, as far as a minute. */
    dispositivo: Generated<string | null>;
    indirizzo: Generated<string | null>;
    vista: Generated<Date | null>;
  };
  /** The first event of the portal's log, by its id, the id of the installation that recorded it and its instant. */
  registro_noto: { unico: Generated<boolean>; primo_evento: string; installazione: string; quando: string };
  /** Addresses of calendars, one a person; SHA-256 of their tokens. */
  calendari: { member_id: string; token_hash: string; creato: Date };
  /** Keys that people gave, by how they read. */
  chiavi_naturali: { registro: string; letta: string; chiave: string };
  /** Writes over several records that are under way: `BatchPart[]`. */
  operazioni: { id: string; parti: ColumnType<unknown, string, never>; iniziata: Generated<Date> };
  /** Jobs as the screens see them; the queue itself is BullMQ's. */
  processi: {
    id: string;
    tipo: string;
    titolo: string;
    status: string;
    progresso: Generated<number>;
    messaggio: string | null;
    utente: string;
    group_id: number;
    /** Absolute path of the result inside the results folder. */
    file: string | null;
    nome_file: string | null;
    /** Further results, absolute paths. */
    altri_file: Generated<string[]>;
    /** Outcome for the job's own screen. */
    risultato: unknown;
    dati: unknown;
    correlation_id: string;
    /** Rights that reading the result requires. */
    diritti: unknown;
    /** Number of times that a worker began the job. */
    tentativi: Generated<number>;
    creato: Generated<Date>;
    finito: Date | null;
    scade: Date | null;
    /** Not on its person's list any more; the result is still the firm's. */
    nascosto: Generated<boolean>;
    /** Taken away with its files; the row says that it was done. */
    tolto: Date | null;
  };
}
