import { italianDay } from '../../core/dates.ts';
import type { JsonObject } from '../../core/events.ts';

/** A fault was mended, or let be; and a maintenance was prepared for it. */
export const FAULT_CLOSED = 'GuastoChiuso.v1';
export const FAULT_IN_MAINTENANCE = 'GuastoInManutenzione.v1';

export const FAULT_FACTS = {
  [FAULT_CLOSED]: ({ chiuso_il }: JsonObject) => `ha chiuso il guasto il ${italianDay(String(chiuso_il))}`,
  [FAULT_IN_MAINTENANCE]: ({ manutenzione }: JsonObject) => `ha preparato la manutenzione n. ${String(manutenzione)}`,
};
