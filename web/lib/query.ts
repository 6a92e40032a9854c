import { onlineManager, QueryClient } from '@tanstack/react-query';
import { ApiError, network } from './api-client.ts';
import { deviceState, watchDevice } from './device.ts';
import { afterLateAnswers } from './late-answers.ts';
import { store } from './store.ts';

/** Pauses reads while the portal is unreachable. The result of the portal's calls decides, not the browser's online state. */
onlineManager.setEventListener((setOnline) => store.sub(network.atom, () => setOnline(network.state().online)));

/**
 * Decides whether a failed read is retried: never after a 4xx response, twice after other errors, always while
 * the network is lost.
 */
function retry(failures: number, error: unknown): boolean {
  if (!network.state().online) return true;
  const final = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return !final && failures < 2;
}

export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry, staleTime: 5_000, gcTime: 10 * 60_000, networkMode: 'online' },
      // the API client waits for the network itself, so react-query must not hold back writes
      mutations: { networkMode: 'always' },
    },
  });
  // these reads run without a network too: the device may have the answer
  for (const prefix of ['registro', 'riferimenti', 'qrcode']) client.setQueryDefaults([prefix], { networkMode: 'offlineFirst' });
  let wasOnline = true;
  let { news } = deviceState();
  watchDevice(() => {
    if (news !== deviceState().news) void client.invalidateQueries();
    ({ news } = deviceState());
  });
  afterLateAnswers(() => void client.invalidateQueries());
  store.sub(network.atom, () => {
    const { online } = network.state();
    if (online && !wasOnline) void client.invalidateQueries({ predicate: (query) => query.state.status === 'error' });
    wasOnline = online;
  });
  return client;
}

/** Cache keys of data that belong to no register. Registers have their own factory. */
export const keys = {
  processi: ['processi'] as const,
  scadenze: ['scadenze'] as const,
  /** The deadline board: its pages, and its figures on the home. */
  board: ['scadenzario'] as const,
};
