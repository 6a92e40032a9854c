/** Name of the open tab in the address. */
export const MEMBERSHIP_TAB = 'scheda';
