/** A production line of a day, or several with the same values together; quantities in thousandths, euro in cents. */
interface Day {
  data: string;
  commessa: string | null;
  wbs: string | null;
  lavorazione: string | null;
  operatore: string | null;
  attrezzatura: string | null;
  descrizione: string | null;
  note: string | null;
  fermo: boolean;
  millesimi: number;
  centesimi: number;
}

/** Read tables of the figures of production. */
export interface AnalisiTables {
  analisi_righe: { id: number; flusso: string; versione: number; stato: unknown };
  analisi_testate: { flusso: string; utente: string };
  analisi_giorni: Day & { chiave: string; utente: string; righe: number };
}
