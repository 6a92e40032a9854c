/** Answer of `GET api/permessi/spiega` about one record. */
export interface ExplainedRecord {
  vede: 0 | 1;
  modifica: 0 | 1;
  /** Sentences that name the rules, in the words of the group's screen. */
  perche: string[];
}

/** Answer of `GET api/permessi/spiega` about a whole register: 1 if the person may do it to at least some records. */
export interface ExplainedRegister extends ExplainedRecord {
  elimina: 0 | 1;
  inserisce: 0 | 1;
}
