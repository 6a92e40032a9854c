import type { Chronicle } from '../../core/chronicle.ts';
import { italianDay } from '../../core/dates.ts';
import type { JsonObject } from '../../core/events.ts';
import { number, text } from '../../core/fields.ts';
import { FAILURE_WORDS, REMINDER_FAILED, REMINDER_SENT, REMINDERS_ACCESS, REMINDERS_PATH, type ReminderFailure } from './reminder-facts.ts';

/** The digests of what is due in the history: whom of which morning, with how much in it. */
export const remindersChronicle: Chronicle = {
  path: REMINDERS_PATH,
  access: REMINDERS_ACCESS,
  labels: { one: 'promemoria' },
  key: { field: 'promemoria', label: 'Promemoria' },
  fields: {
    righe: number('Scadenze', { decimals: 0 }),
    scadute: number('Scadute', { decimals: 0 }),
    assenti: number('Assenti', { decimals: 0 }),
    indirizzo: text('Indirizzo'),
    esito: text('Esito'),
    spiegazione: text('Spiegazione', { max: 500 }),
  },
  events: {
    [REMINDER_SENT]: (data) => ({ sentence: `ha inviato il promemoria ${ofWhom(data)}`, values: { ...counts(data), ...told(data) } }),
    [REMINDER_FAILED]: (data) => ({
      sentence: `ha provato a inviare il promemoria ${ofWhom(data)}`,
      values: {
        ...counts(data),
        ...told(data),
        esito: FAILURE_WORDS[data['esito'] as ReminderFailure] ?? null,
        spiegazione: String(data['spiegazione']),
      },
    }),
  },
  route: '/home/scadenze',
};

const ofWhom = ({ giorno, destinatario }: JsonObject): string => `del ${italianDay(String(giorno))} a ${String(destinatario)}`;
const counts = (data: JsonObject) => ({
  righe: Number(data['righe']),
  scadute: Number(data['scadute']),
  assenti: Number(data['assenti']),
});
const told = ({ indirizzo }: JsonObject) => ({ indirizzo: typeof indirizzo === 'string' ? indirizzo : null });
