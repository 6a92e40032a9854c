import { network } from './api-client.ts';

/**
 * A piece of the app that is loaded when it is needed. Where the network is what keeps it away, it
 * waits and comes by itself; a portal that answers without it has another release by now, and says so.
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
