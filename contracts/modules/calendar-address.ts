/** `data[0]` of `GET api/calendario`, if the person has a calendar address. The address itself is returned only when it is created. */
export interface CalendarState {
  /** ISO instant. */
  creato: string;
}

/** Returns the path of the calendar file for a token. */
export const calendarPath = (token: string): string => `/api/calendario/${token}.ics`;
