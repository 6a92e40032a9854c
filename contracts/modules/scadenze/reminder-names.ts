/** A digest went out to its person. */
export const REMINDER_SENT = 'PromemoriaInviato.v1';
/** A digest that was due and is not known to have arrived, with why. */
export const REMINDER_FAILED = 'PromemoriaNonConsegnato.v1';

/** In the place of a register's path: the history of the digests. */
export const REMINDERS_PATH = 'promemoria';
