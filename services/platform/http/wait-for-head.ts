import { DomainError } from '#contracts/core/errors.ts';
import type { Dependencies } from '../module.ts';

/**
 * Waits until the read tables hold all recorded events; under a lock, they then hold the present state. Throws NON_DISPONIBILE after two
 * seconds.
 */
export async function waitForHead({ store, readModelWait: wait }: Pick<Dependencies, 'store' | 'readModelWait'>): Promise<void> {
  const head = await store.head();
  if (head !== null && !(await wait.until(head))) throw new DomainError('NON_DISPONIBILE', { retryAfter: 2 });
}
