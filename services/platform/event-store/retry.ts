import { diskFull } from '#contracts/core/disk-full.ts';
import { StoreUnavailable } from '#contracts/ports/event-store.ts';

/** Pauses before the second and third attempt: enough for a connection that broke while idle. */
const PAUSE = [50, 250];

/**
 * Does it again when the store was away: only for what may be done twice (reads, and appends, whose
 * event ids make them one). `action` is given the milliseconds that are left for it. The error of the
 * last attempt says whether any of them was sent.
 */
export async function retry<T>(timeoutMs: number, action: (remainingMs: number) => Promise<T>): Promise<T> {
  const start = performance.now();
  const remain = () => Math.round(timeoutMs - (performance.now() - start));
  let sent = false;
  for (let attempt = 0; ; attempt++) {
    try {
      return await action(Math.max(1, remain()));
    } catch (thrown) {
      sent ||= thrown instanceof StoreUnavailable && thrown.sent;
      const error =
        sent && thrown instanceof StoreUnavailable && !thrown.sent ? new StoreUnavailable(thrown.message, { cause: thrown, sent }) : thrown;
      const wait = PAUSE[attempt];
      if (!(error instanceof StoreUnavailable) || wait === undefined || remain() <= wait || diskFull(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
