import { atom, useAtomValue } from 'jotai';
import type { ComponentType } from 'react';
import { store } from './store.ts';

/** An API call before it is sent to the portal. */
export interface Call {
  method: string;
  url: string;
  /** A value to be sent as JSON, or a form with files. */
  body: unknown;
  key: string | null;
  version?: number | undefined;
}

/** The device's handling of a call: its own answer, or the call to send. */
export interface DeviceAnswer {
  answer?: Response;
  call: Call;
}

/**
 * Reachability of the portal for a call. `away`: unreachable before sending. `silent`: sent without a response,
 * so the portal may have executed it.
 */
export type Reach = 'there' | 'away' | 'silent';

export interface Device {
  take(call: Call, portal: Reach): Promise<DeviceAnswer>;
  /** Stores on the device a write that the portal has accepted. */
  wrote(path: string, body: unknown, answer: unknown): Promise<void>;
  /** Tells whether the person may sign out although calls wait on the device. */
  mayLeave(): Promise<boolean>;
  leave(): Promise<void>;
}

export interface DeviceState {
  /** Number of this person's calls not yet sent to the portal. */
  waitingCount: number;
  /** Number of the waiting calls that the portal has refused. */
  refusedCount: number;
  /** Grows when the shown data must be read again: a waiting call was sent, or the portal is reachable again. */
  news: number;
  /** Age, in words, of the data shown from the device; `null` if none are. */
  age: string | null;
  /** Components that show the state in the top bar and in the offline message; loaded with the device's code. */
  Bar?: ComponentType;
  Words?: ComponentType;
}

const deviceAtom = atom<DeviceState>({ waitingCount: 0, refusedCount: 0, news: 0, age: null });
export const deviceState = (): DeviceState => store.get(deviceAtom);
export const useDeviceState = (): DeviceState => useAtomValue(deviceAtom);
export const changeDevice = (to: Partial<DeviceState>): void => store.set(deviceAtom, { ...store.get(deviceAtom), ...to });
export const watchDevice = (changed: () => void): (() => void) => store.sub(deviceAtom, changed);

/** Storage key that marks a browser in which somebody's calls wait. */
export const MARK = 'strato.invii';
/** Matches the 12-digit keys given to records that only the device has. No record of the portal reaches such a number. */
export const LOCAL_KEY = /(?<!\d)9\d{11}(?!\d)/;
const WHOLE_LOCAL_KEY = /^9\d{11}$/;

/** Tells whether a key belongs to a record that only the device has. */
export const isOnDevice = (key: string | null): boolean => key !== null && WHOLE_LOCAL_KEY.test(key);

let load: (() => Promise<Device>) | null = null;
export const keepDevice = (how: () => Promise<Device>): void => {
  load = how;
};
/** Loads the device's code on first use; `null` where there is none or loading fails. */
export const device = async (): Promise<Device | null> => (await load?.().catch(() => null)) ?? null;

/** Passes an accepted write to the device, in browsers where the app is installed with its service worker. */
export const notifyDevice: Device['wrote'] = async (...written) => {
  if (globalThis.navigator?.serviceWorker?.controller) await (await device())?.wrote(...written).catch(() => {});
};

/** Tells whether a field holds the number of a record: the record's own `id`, or `id_…` of another one. Notes and other texts hold none. */
export const namesRecord = (field: string): boolean => /^id(_|$)/.test(field);

/** Returns the parts of a call that may name records by number: its address, and its fields that do, including those of a form. */
export function callText({ url, body }: Pick<Call, 'url' | 'body'>): string {
  const recordValues: unknown[] = [];
  if (body instanceof FormData) recordValues.push(...[...body].filter(([name]) => namesRecord(name)).map(([, value]) => value));
  else
    JSON.stringify(body, (name, value: unknown) => {
      if (namesRecord(name)) recordValues.push(value);
      return value;
    });
  return [url, ...recordValues].join(' ');
}

/** Offers a call to the device; `null` if the call goes to the portal unchanged. */
export function offerToDevice(call: Call, portal: Reach): Promise<DeviceAnswer | null> | null {
  const local = LOCAL_KEY.test(callText(call));
  if (portal === 'there' && !local && (call.method === 'GET' || deviceState().waitingCount === 0)) return null;
  return device().then((one) => one?.take(call, portal) ?? null);
}
