import pLimit from 'p-limit';
import { DomainError } from '#contracts/core/errors.ts';

/**
 * Creates a queue that runs at most `concurrency` tasks in parallel. Throws NON_DISPONIBILE (503) if `maxWaiting` tasks already wait;
 * `retryAfter` is in seconds.
 */
export function boundedQueue({
  concurrency,
  maxWaiting,
  retryAfter = 2,
}: {
  concurrency: number;
  maxWaiting: number;
  retryAfter?: number;
}): <T>(task: () => Promise<T>) => Promise<T> {
  const limit = pLimit(concurrency);
  return (task) => {
    if (limit.pendingCount >= maxWaiting)
      throw new DomainError('NON_DISPONIBILE', {
        retryAfter,
        message: 'Il portale ha troppi accessi in attesa: riprova tra qualche secondo.',
      });
    return limit(task);
  };
}
