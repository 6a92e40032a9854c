import { useSyncExternalStore } from 'react';
import { network } from './api-client.ts';

/** Whether the portal answers. */
export const useOnline = (): boolean => useSyncExternalStore(network.subscribe, () => network.state().online);
