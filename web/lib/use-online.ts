import { useAtomValue } from 'jotai';
import { network } from './api-client.ts';

/** Whether the portal answers. */
export const useOnline = (): boolean => useAtomValue(network.atom).online;
