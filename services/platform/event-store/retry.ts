import { diskFull } from '#contracts/core/disk-full.ts';
import { StoreUnavailable } from '#contracts/ports/event-store.ts';

/** Milliseconds before the second and third attempt, which is enough for a connection that broke while idle. */
const PAUSE = [50, 250];

/**
 * Retries an operation while the store is unreachable. The operation must be idempotent, as reads and appends are. `action` gets the
 * remaining milliseconds. Throws the last error; its `sent` is true if any attempt may have reached the store.
 */
export async function retry<T>(timeoutMs: number, action: (remainingMs: number) => Promise<T>): Promise<T> {
  const start = performance.now();
  const remain = () => Math.round(timeoutMs - (performance.now() - start));
  let wasSent = false;
  for (let attempt = 0; ; attempt++) {
    try {
      return await action(Math.max(1, remain()));
    } catch (thrown) {
      wasSent ||= thrown instanceof StoreUnavailable && thrown.sent;
      const error =
        wasSent && thrown instanceof StoreUnavailable && !thrown.sent
          ? new StoreUnavailable(thrown.message, { cause: thrown, sent: wasSent })
          : thrown;
      const wait = PAUSE[attempt];
      if (!(error instanceof StoreUnavailable) || wait === undefined || remain() <= wait || diskFull(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
