/** Thrown when the log ends before a position that was read earlier: events are missing, or the log is another one. */
export class LogShorter extends Error {
  /** The furthest position that was read. */
  readonly projected: string;
  /** Position of the log's last event; `null` if the log is empty. */
  readonly head: string | null;
  constructor(projected: string, head: string | null) {
    super(
      `The log is shorter than what was projected: the read tables come from events up to position ${projected}, and the log ${head === null ? 'is empty' : `ends at position ${head}`}.
Events are gone, or this is another log. Bring the log back, or restore the last backup into another DATI_DIR with an empty database (make restore).`,
    );
    this.name = 'LogShorter';
    this.projected = projected;
    this.head = head;
  }
}

/** Sentence for the administrators of the portal. */
export const LOG_SHORTER_SENTENCE =
  'Il registro degli eventi è più corto di ciò che le tabelle di lettura hanno già mostrato: mancano eventi.';
