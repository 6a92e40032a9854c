import type { TakingRequest } from '#contracts/core/taking-request.ts';
import { api } from '#web/lib/api-client.ts';

/**
 * Reports to the portal, before data are exported or printed, what is taken. Rejects if the portal does not allow it; the caller must then
 * stop.
 */
export const reportTaking = (what: TakingRequest): Promise<unknown> => api.post('/api/accessi', what);
