import { queryOptions } from '@tanstack/react-query';
import type { CalendarState } from '#contracts/modules/calendar-address.ts';
import type { ReminderRow, RemindersRun } from '#contracts/modules/scadenze/reminder-facts.ts';
import { api } from '#web/lib/api-client.ts';
import { todayInRome } from '#web/lib/format.ts';

const REMINDERS = ['promemoria'] as const;
const CALENDAR = ['calendario'] as const;

/** Query for the last digest of each person, or the person's own. `ora`: time of sending; `no` for never. */
export const remindersOptions = () =>
  queryOptions({
    queryKey: REMINDERS,
    queryFn: ({ signal }) => api.get<{ data: ReminderRow[]; ora: string }>('/api/scadenze/promemoria', { signal }),
  });

/** Query for the date of the calendar's creation; `null` without a calendar. */
export const calendarOptions = () =>
  queryOptions({
    queryKey: CALENDAR,
    queryFn: async ({ signal }) => (await api.get<{ data: CalendarState[] }>('/api/calendario', { signal })).data[0] ?? null,
  });

type SendResult = { affectedRows?: number; jobId: string } & Partial<RemindersRun>;

export const sendReminders = async (): Promise<SendResult> =>
  (await api.post<{ message: SendResult }>('/api/scadenze/promemoria', { giorno: todayInRome() })).message;

export const makeCalendar = async (): Promise<string> =>
  (await api.post<{ message: { token: string } }>('/api/calendario', {})).message.token;

export const revokeCalendar = (): Promise<unknown> => api.del('/api/calendario', {});
