/** `data[0]` of `GET api/calendario`, where there is one: the address itself is told once, when it is made. */
export interface CalendarState {
  /** ISO instant. */
  creato: string;
}

/** Path of the calendar of a token. */
export const calendarPath = (token: string): string => `/api/calendario/${token}.ics`;
