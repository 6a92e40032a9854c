import type { HistoryField } from '#contracts/core/history.ts';
import type { TypeChange } from '#contracts/core/record-change.ts';
import type { RecordState } from '#contracts/core/record-state.ts';

/** Read tables of the history. */
export interface StoricoTables {
  storico: {
    flusso: string;
    versione: number;
    posizione: string;
    comando: string;
    tabella: string;
    id: string;
    oggetto: string;
    padre: string | null;
    evento: string;
    tipo: TypeChange;
    quando: Date;
    utente: string;
    nome: string | null;
    campi: HistoryField[];
    frase: string;
    motivo: string | null;
    origine: string;
    gruppo: string;
    area: string | null;
    proprietario: string;
    testo: string;
  };
  storico_stato: { tabella: string; id: string; versione: number; stato: RecordState };
}
