import pLimit from 'p-limit';
import { DomainError } from '#contracts/core/errors.ts';

/**
 * Creates a queue that runs at most `side` tasks in parallel. Throws NON_DISPONIBILE (503) if `waiting` tasks already wait; `retryAfter` is
 * in seconds.
 */
export function boundedQueue({
  side,
  waiting,
  retryAfter = 2,
}: {
  side: number;
  waiting: number;
  retryAfter?: number;
}): <T>(task: () => Promise<T>) => Promise<T> {
  const limit = pLimit(side);
  return (task) => {
    if (limit.pendingCount >= waiting)
      throw new DomainError('NON_DISPONIBILE', {
        retryAfter,
        message: 'Il portale ha troppi accessi in attesa: riprova tra qualche secondo.',
      });
    return limit(task);
  };
}
