/** Types of the events for a closed fault, and for a fault for which a maintenance record was prepared. */
export const FAULT_CLOSED = 'GuastoChiuso.v1';
export const FAULT_IN_MAINTENANCE = 'GuastoInManutenzione.v1';

export const FAULT_FACTS = { [FAULT_CLOSED]: 'ha chiuso il guasto', [FAULT_IN_MAINTENANCE]: 'ha preparato la manutenzione del guasto' };
