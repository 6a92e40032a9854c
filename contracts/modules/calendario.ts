/** Somebody made an address for the own calendar of what is due, which ended the one before; or took it back. */
export const CALENDAR_MADE = 'CalendarioCreato.v1';
export const CALENDAR_REVOKED = 'CalendarioRevocato.v1';
