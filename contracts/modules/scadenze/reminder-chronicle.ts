import type { Chronicle } from '../../core/chronicle.ts';
import type { Values } from '../../core/define-register.ts';
import { number, text } from '../../core/fields.ts';
import { REMINDER_FAILED, REMINDER_SENT, REMINDERS_PATH } from './reminder-names.ts';

/** History of the reminder digests: addressee, morning and number of due items. */
export const remindersChronicle: Chronicle = {
  path: REMINDERS_PATH,
  access: { area: 'admin_page', write: 'admin' },
  labels: { one: 'promemoria' },
  key: { field: 'promemoria', label: 'Promemoria' },
  fields: {
    righe: number('Scadenze', { decimals: 0 }),
    scadute: number('Scadute', { decimals: 0 }),
    assenti: number('Assenti', { decimals: 0 }),
    indirizzo: text('Indirizzo'),
    spiegazione: text('Esito', { max: 500 }),
  },
  events: { [REMINDER_SENT]: reminderEvent('ha inviato'), [REMINDER_FAILED]: reminderEvent('ha provato a inviare') },
  route: '/home/scadenze',
};

function reminderEvent(what: string): Chronicle['events'][string] {
  return ({ giorno, destinatario, righe, scadute, assenti, indirizzo = null, spiegazione = null }) => ({
    sentence: `${what} il promemoria del ${String(giorno)} a ${String(destinatario)}`,
    values: { righe, scadute, assenti, indirizzo, spiegazione } as Values,
  });
}
