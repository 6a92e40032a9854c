import { getDefaultStore } from 'jotai';

/**
 * The page's jotai store, for code outside React: the API client, the device's code, savers and draft keepers read, set
 * and subscribe to their atoms here. Components use jotai's hooks.
 */
export const store = getDefaultStore();
