/** Type of the event for a digest that was sent. */
export const REMINDER_SENT = 'PromemoriaInviato.v1';
/** Type of the event for a digest that was not sent or whose delivery is uncertain, with the reason. */
export const REMINDER_FAILED = 'PromemoriaNonConsegnato.v1';

/** Path of the digests' history, in place of a register's path. */
export const REMINDERS_PATH = 'promemoria';
