import { atom, getDefaultStore, useAtomValue } from 'jotai';
import type { ComponentType } from 'react';

/** A call on its way to the portal. */
export interface Call {
  method: string;
  url: string;
  /** JSON to be, or a form with files. */
  body: unknown;
  key: string | null;
  version?: number | undefined;
}

/** What the device made of a call: its own answer, or the call as it is to be sent. */
export interface Taken {
  answer?: Response;
  call: Call;
}

/** The portal as a call finds it: `there`, `away` before the call left, or `silent`: it left, no answer came, and the portal may have it. */
export type Reach = 'there' | 'away' | 'silent';

export interface Device {
  take(call: Call, portal: Reach): Promise<Taken>;
  /** What the portal has taken is found here too. */
  wrote(path: string, body: unknown, answer: unknown): Promise<void>;
  /** May the person sign out, with what waits here? */
  mayLeave(): Promise<boolean>;
  leave(): Promise<void>;
}

export interface DeviceState {
  /** This person's calls that have not reached the portal. */
  waiting: number;
  /** Those of them that it did not take. */
  refused: number;
  /** Grows when what is shown is to be read anew: something has reached the portal, or the portal is back. */
  news: number;
  /** How old is what is shown in the portal's place, in words; `null`: nothing is. */
  age: string | null;
  /** What says so in the top bar, and beside the news that there is no network; they come with the device's code. */
  Bar?: ComponentType;
  Words?: ComponentType;
}

const store = getDefaultStore();
const held = atom<DeviceState>({ waiting: 0, refused: 0, news: 0, age: null });
export const deviceState = (): DeviceState => store.get(held);
export const useDeviceState = (): DeviceState => useAtomValue(held);
export const changeDevice = (to: Partial<DeviceState>): void => store.set(held, { ...store.get(held), ...to });
export const watchDevice = (changed: () => void): (() => void) => store.sub(held, changed);

/** Something of somebody waits in this browser. */
export const MARK = 'strato.invii';
/** Numbers that no record of the portal reaches and every field takes, for those that it does not have yet. */
export const LOCAL_KEY = /(?<!\d)9\d{11}(?!\d)/;

/** Is it the key of a record that only the device has? */
export const isOnDevice = (key: string | null): boolean => key !== null && LOCAL_KEY.test(key);

let load: (() => Promise<Device>) | null = null;
export const keepDevice = (how: () => Promise<Device>): void => {
  load = how;
};
/** Its code comes when it is needed; `null` where there is none, or it cannot be had. */
export const device = async (): Promise<Device | null> => (await load?.().catch(() => null)) ?? null;

/** Where the app lies on the device, what the portal took lies there too. */
export const toldDevice: Device['wrote'] = async (...written) => {
  if (globalThis.navigator?.serviceWorker?.controller) await (await device())?.wrote(...written).catch(() => {});
};

/** Where a call names records: its address and its fields, those of a form too. */
export const callText = ({ url, body }: Pick<Call, 'url' | 'body'>): string =>
  url + JSON.stringify(body instanceof FormData ? [...body.values()].filter((value) => typeof value === 'string') : body);

/** `null`: it is the portal's, as ever. */
export function takenByDevice(call: Call, portal: Reach): Promise<Taken | null> | null {
  const local = LOCAL_KEY.test(callText(call));
  if (portal === 'there' && !local && (call.method === 'GET' || deviceState().waiting === 0)) return null;
  return device().then((one) => one?.take(call, portal) ?? null);
}
