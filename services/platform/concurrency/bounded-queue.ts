import pLimit from 'p-limit';
import { DomainError } from '#contracts/core/errors.ts';

/**
 * Creates a queue that runs at most `side` tasks in parallel. Throws NON_DISPONIBILE (503) if `maxWaiting` tasks already wait;
 * `retryAfter` is in seconds.
 */
export function boundedQueue({
  side,
  maxWaiting,
  retryAfter = 2,
}: {
  side: number;
  maxWaiting: number;
  retryAfter?: number;
}): <T>(task: () => Promise<T>) => Promise<T> {
  const limit = pLimit(side);
  return (task) => {
    if (limit.pendingCount >= maxWaiting)
      throw new DomainError('NON_DISPONIBILE', {
        retryAfter,
        message: 'Il portale ha troppi accessi in attesa: riprova tra qualche secondo.',
      });
    return limit(task);
  };
}
