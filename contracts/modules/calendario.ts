/** Events of a person's calendar address: created (which revokes the previous address), or revoked. */
export const CALENDAR_MADE = 'CalendarioCreato.v1';
export const CALENDAR_REVOKED = 'CalendarioRevocato.v1';
