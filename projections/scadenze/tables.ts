import type { RecordState } from '#contracts/core/record-state.ts';
import type { Values } from '#contracts/core/define-register.ts';
import type { BoardSubject } from '#contracts/modules/scadenze/board.ts';
import type { ReminderFailure } from '#contracts/modules/scadenze/reminder-facts.ts';
import type { Link } from '#contracts/modules/scadenze/chain.ts';

/** Stored columns of a document that was not removed. */
export type KeptLink = Pick<Link, 'percorso' | 'scadenza' | 'dal' | 'completato'>;

/** Document chains of a record, by file field; only those that differ from the present fields. */
export type Chains = Readonly<Record<string, readonly KeptLink[]>>;

/** Columns that name a due item's record. */
interface OfRecord {
  soggetto: BoardSubject;
  id: string;
}

interface DueOfRecord extends OfRecord {
  tipo: string;
  file: boolean | null;
  aggiunto: boolean;
  aperto_fino: string | null;
  utente: string;
}

/** Read tables of the board, of maintenance deadlines and of reminders. */
export interface ScadenzeTables {
  scadenzario_record: OfRecord & {
    versione: number;
    stato: RecordState;
    visibile: boolean;
    nome: string;
    ricerca: string;
    utente: string;
    responsabile: string | null;
    tipologia: string | null;
    mansione: number | null;
    extra_ue: boolean;
    cantiere: string | null;
    aperto_fino: string | null;
    presenti: string[];
    catene: Chains | null;
  };
  scadenzario_date: DueOfRecord & { scadenza: string };
  scadenzario_catena: DueOfRecord & { da: string; a: string; scadenza: string | null };
  scadenzario_visti: OfRecord & {
    tipo: string;
    voce: string;
    versione: number;
    riferimento: string | null;
    fino: string | null;
    utente: string;
  };
  scadenze_fonti: {
    tabella: string;
    id: string;
    versione: number;
    esiste: boolean;
    matricola: string | null;
    data: string | null;
    ore: number | null;
    valori: Values;
  };
  scadenze_voci: {
    id: number;
    voce: string;
    matricola: string;
    data: string | null;
    ore_scadenza: number | null;
    ore: number | null;
    lavoro: boolean;
  };
  scadenze_manutenzione: {
    matricola: string;
    manutenzione: string;
    descrizione: string | null;
    voce: string;
    origine: string;
    ore_scadenza: number | null;
    scadenza: string | null;
    ore_attuali: number | null;
    ore_mancanti: number | null;
    intervento: number | null;
  };
  scadenze_medie: { matricola: string; ultima: string; ore_giorno: number };
  promemoria: {
    giorno: string;
    destinatario: string;
    versione: number;
    esito: 'inviato' | ReminderFailure;
    quando: Date;
    righe: number | null;
    spiegazione: string | null;
  };
}
