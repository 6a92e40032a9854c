import { useAtomValue } from 'jotai';
import { network } from './api-client.ts';

/** Tells whether the portal is reachable, by the results of API calls. */
export const useOnline = (): boolean => useAtomValue(network.atom).online;
