import type { TakingRequest } from '#contracts/modules/accessi-request.ts';
import { api } from '#web/lib/api-client.ts';

/** Tells the portal what is about to be written or printed of what was read; rejects where it is not to be. */
export const tellTaking = (what: TakingRequest): Promise<unknown> => api.post('/api/accessi', what);
