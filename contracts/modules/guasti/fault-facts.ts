/** A fault was mended, or let be; and a maintenance was prepared for it. */
export const FAULT_CLOSED = 'GuastoChiuso.v1';
export const FAULT_IN_MAINTENANCE = 'GuastoInManutenzione.v1';

export const FAULT_FACTS = { [FAULT_CLOSED]: 'ha chiuso il guasto', [FAULT_IN_MAINTENANCE]: 'ha preparato la manutenzione del guasto' };
