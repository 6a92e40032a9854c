import { network } from './api-client.ts';

/**
 * Wraps a dynamic import so that a failed load is retried once the network is back. Throws the error if the portal is reachable, since a
 * new release then no longer has the file.
 */
export const loadLater =
  <T>(load: () => Promise<T>) =>
  async (): Promise<T> => {
    for (;;) {
      try {
        return await load();
      } catch (error) {
        if (await network.check()) throw error;
        await network.back();
      }
    }
  };
