import type { ColumnType, Generated, Transaction } from 'kysely';
import type { Values } from '#contracts/core/define-register.ts';
import type { Preference } from '#contracts/core/list-preferences.ts';
import type { SavedView, ViewContents } from '#contracts/core/saved-view.ts';
import type { OutcomeKind } from '#contracts/ports/bulk-changes.ts';

/** Notice of a fault, stored until its mail is sent. */
export interface Notice {
  subject: string;
  lines: string[];
  href: string;
  utente: string;
  groupID: number;
  correlationId: string;
}

/** Tables of the write side, in schema `public`. Migrations: services/platform/postgres/migrations. */
export interface WriteDatabase {
  numeri: { sequenza: string; ultimo: number };
  numeri_riservati: { command_id: string; sequenza: string; numero: number };
  /** Password hashes of users, computed from the digest that the browser sends; never in the event log. */
  credenziali: {
    member_id: string;
    hash: string;
    modificata: Generated<Date>;
    /** Id of the command that changed the password; `null` for the first one. */ comando: string | null;
    /** Expiry of a password that another person set; `null` for one that its owner chose. */ provvisoria: Date | null;
  };
  /** Browsers that have signed in before, by the SHA-256 of a token that the browser keeps after the session ends. */
  browser_conosciuti: {
    token_hash: string;
    member_id: string;
    usato: Generated<Date>;
    /** Time at which this browser last gave a code of the second factor with Ricordami; `null` if it never did. */ secondo_fattore: Date | null;
    /** False since a change of the password: the browser was seen before, and must prove itself anew. */ valido: Generated<boolean>;
  };
  /** Second factors of users. */
  secondi_fattori: {
    member_id: string;
    /** TOTP secret, sealed with SEGRETO. */
    segreto: string;
    avviato: Date;
    /** Time since which sign-ins need a code; `null` until the first code was confirmed. */
    attivo: Date | null;
    /** Time step of the last used code; codes of this step and of earlier ones are refused. */
    ultimo_passo: Generated<string>;
  };
  /** SHA-256 of each unused recovery code. */
  codici_recupero: { member_id: string; hash: string };
  /** Passkeys of users, by the id of their credential. */
  passkey: {
    credenziale: string;
    member_id: string;
    /** Host of the portal's address when the passkey was made (relying party id); elsewhere it does not count. */
    host: string;
    /** Random id of the user on the authenticator, the same for all passkeys of a user (user handle). */
    persona: string;
    /** Public key: COSE, in base64url. */
    chiave: string;
    /** Signature counter of the last use; 0 with authenticators that keep none. */
    contatore: string;
    trasporti: string[];
    nome: string;
    creata: Date;
    usata: Date | null;
  };
  /** Challenges that a browser has to sign, each for one attempt. */
  passkey_sfide: {
    /** SHA-256 of what the attempt is bound to: its own token, or the session with the purpose. */
    chi: string;
    sfida: string;
    /** Network of the address that asked. */
    rete: string;
    /** User handle that the device is given with it; `null` for a sign-in or a confirmation. */
    persona: string | null;
    scade: Date;
  };
  /** Slots of the open streams of sessions. */
  collegamenti: {
    /** Hash of the session's token. */
    sessione: string;
    /** Number of the slot, from 1. */
    posto: number;
    processo: string;
    fino_a: Date;
  };
  /** Access trail: sign-ins, refusals, exports and jobs; append-only. */
  accessi: {
    id: Generated<string>;
    quando: Date;
    tipo: string;
    utente: string | null;
    indirizzo: string | null;
    cosa: string;
    quanti: number | null;
    /** Id of the command, so that a repeated command is noted once. */ comando: string | null;
  };
  /** Idempotency keys, each with the fingerprint of the request it was sent with. */
  chiavi: { chiave: string; impronta: string; quando: Generated<Date> };
  sessioni: {
    /** SHA-256 of the token. */
    token_hash: string;
    member_id: string;
    group_id: number;
    ricordami: boolean;
    creata: Generated<Date>;
    scade: Date;
    /** Device ("Chrome, Windows"), address and time of the last request, accurate to a minute. */
    dispositivo: Generated<string | null>;
    indirizzo: Generated<string | null>;
    vista: Generated<Date | null>;
    /** Time of the last confirmation with password or code; `null` if none followed the sign-in. */
    confermata: Generated<Date | null>;
  };
  osservazioni: {
    /** SHA-256 of the token. */
    token_hash: string;
    /** Administrator who sees the portal as `member_id`. */
    osservatore: string;
    /** Hash of the administrator's own session. The observing session ends with it. */
    sessione: string;
    member_id: string;
    creata: Date;
    scade: Date;
  };
  /** Identity of the portal's log: id and time of its first event, and the id of the installation that recorded it. */
  registro_noto: { unico: Generated<boolean>; primo_evento: string; installazione: string; quando: string };
  /** Notices of comments that mention a person, and reminders that people chose. */
  avvisi: { id: Generated<string>; utente: string; commento: number; motivo: string; quando: Date; letto: Date | null };
  /** Calendar feeds, one for each person, by the SHA-256 of their tokens. */
  calendari: { member_id: string; token_hash: string; creato: Date };
  /** Id of the installation with which the portal signs checkpoints, created once, and the epoch of its tree. */
  sigilli_origine: { unico: Generated<boolean>; installazione: string; epoca: Generated<number> };
  /** Signed checkpoints of the log's Merkle tree. */
  sigilli: {
    id: number;
    quando: Date;
    origine: string;
    dimensione: number;
    radice: string;
    testo: string;
    chiavi: string[];
    marca: ColumnType<Buffer | null, Buffer | null | undefined, Buffer>;
    firme: Generated<string[]>;
  };
  /** Keys that seal personal data in the event log, by subject (`personale/1187`). */
  chiavi_persone: {
    soggetto: string;
    /** Key of the person, wrapped with SEGRETO; `null` once it is destroyed. */
    chiave: Buffer | null;
    fatta: Generated<Date>;
    distrutta: Date | null;
    /** Text shown in place of the person's names once the key is destroyed; "dimenticato" if `null`. */
    mostrata: Generated<string | null>;
  };
  /** Digests of names, each with the person who has or had the name. */
  nomi_persone: { impronta: Buffer; soggetto: string; quando: Generated<Date> };
  /** Natural keys of records by their folded spelling (`letta`), which finds keys that differ only in spelling. */
  chiavi_naturali: { registro: string; letta: string; chiave: string };
  /** Mails about faults, one for each event and recipient. */
  avvisi_guasti: {
    evento: string;
    destinatario: string;
    contenuto: ColumnType<Notice, string, never>;
    creato: Generated<Date>;
    /** Time at which the mail was sent. */
    inviato: Date | null;
  };
  /** Imports of files. */
  importazioni: {
    id: string;
    file: string;
    /** Digest of the file. */
    impronta: string;
    registri: string[];
    utente: string;
    quando: Generated<Date>;
    finita: Date | null;
    annullata: Date | null;
    righe: number;
  };
  /** Records that an import created, by the number of their row in the file. */
  importazioni_righe: {
    importazione: string;
    numero: number;
    registro: string;
    chiave: ColumnType<string | number, string, never>;
    versione: number;
  };
  /** Batches of commands in progress; `parti` is a `BatchPart[]`. */
  operazioni: { id: string; parti: ColumnType<unknown, string, never>; iniziata: Generated<Date> };
  /** Changes of many records. `annulla` is the change that this one takes back. */
  modifiche: {
    id: string;
    registro: string;
    /** New values of the fields; empty if another change is taken back. */
    campi: ColumnType<Values, string, never>;
    utente: string;
    quando: Generated<Date>;
    tutti: boolean;
    annulla: string | null;
    finita: Date | null;
    /** Groups of its entries in the folded trail, set when the change has ended. */
    gruppi: Generated<string[]>;
  };
  modifiche_righe: {
    modifica: string;
    numero: number;
    chiave: ColumnType<string | number, string, never>;
    /** Version that the person has seen; `null` if none was sent. */
    versione: number | null;
    /** `null` until the row is done. */
    esito: OutcomeKind | null;
    rifiuto: string | null;
    /** Fields that were not changed, since another person had changed them meanwhile. */
    lasciati: Generated<string[]>;
  };
  /** Each person's columns and density of lists. */
  preferenze: { utente: string; lista: string; contenuto: ColumnType<Preference, string, string>; aggiornata: Generated<Date> };
  /** Saved views of lists; `utente` is the author. */
  viste: Omit<SavedView, 'contenuto' | 'modificato'> & { contenuto: ColumnType<ViewContents, string, string>; modificato: Date };
  /** All versions of views, the current ones included. */
  viste_versioni: Pick<SavedView, 'versione' | 'nome' | 'condivisa' | 'gruppo' | 'predefinita' | 'modificato_da'> & {
    vista: number;
    contenuto: ColumnType<ViewContents, string, never>;
    modificato: Date;
  };
  /** Views with which people open a list. */
  viste_predefinite: { utente: string; tabella: string; vista: number };
}

/** A transaction over the write tables. */
export type WriteTransaction = Transaction<WriteDatabase>;
