import pLimit from 'p-limit';
import { DomainError } from '#contracts/core/errors.ts';

/** Runs so many tasks side by side; those that wait are answered 503 beyond `waiting`, so that a queue has an end. */
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
