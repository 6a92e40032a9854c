import { navigate } from 'wouter/use-browser-location';
import type { Values } from '#contracts/core/define-register.ts';
import { memoizeLast } from '#contracts/core/memoize-last.ts';
import { network } from '#web/lib/api-client.ts';
import { urlOf } from '#web/lib/create-api.ts';
import { changeDevice, deviceState, MARK, type Device } from '#web/lib/device.ts';
import { remember } from '#web/lib/device-memory.ts';
import { draftCipher } from '#web/lib/draft-cipher.ts';
import { draftKey } from '#web/lib/draft-key.ts';
import { formatRelativo } from '#web/lib/format.ts';
import { newKey } from '#web/lib/idempotency.ts';
import { atomSession, requireRiaccesso, session } from '#web/lib/session.ts';
import { store } from '#web/lib/store.ts';
import type { Row } from '#web/registers/row.ts';
import { joinModules, type OfflineModule } from '../module.ts';
import { Bar, TO_SEND, Words } from './Marks.tsx';
import { openCopies, type Ask } from './copies.ts';
import { openDatabase } from './database.ts';
import type { Item } from './item.ts';
import { createOutbox, type Own } from './outbox.ts';
import { forgetLastingKey, keepKeyWith } from './lasting-key.ts';
import { change, discard, retry, type EditedItem, type Shelf } from './queue.ts';
import { sendItem } from './send-item.ts';
import { openShelf } from './shelf.ts';

const LOCK_AND_CHANNEL = 'strato-invii';
/** Milliseconds allowed for one request of a copy; a failed copy is read again later. */
const COPY_PATIENCE = 60_000;
/** Milliseconds between two looks at what waits, beside those that the browser's events cause. */
const LOOK_EVERY = 5 * 60_000;

/** Returns a function that runs work in one page of the browser at a time. On plain http, which has no locks, only within this page. */
function createAlone() {
  let inTurn: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    if ('locks' in navigator) return navigator.locks.request(LOCK_AND_CHANNEL, work) as Promise<T>;
    const run = inTurn.then(work, work);
    inTurn = run.catch(() => {});
    return run;
  };
}

/** One person's storage, and the removal of everything in it at sign-out. */
interface PersonStorage extends Own {
  forget(): Promise<void>;
}

/** The device as the API client uses it, and the operations on the calls that wait. */
export type OpenOutbox = ReturnType<typeof openOutbox>;

/**
 * Opens the outbox of this page and follows the session, the network and the browser's events from then on; called
 * once. `offline`: what the modules keep on the device.
 */
export function openOutbox(offline: readonly OfflineModule[]) {
  const modules = joinModules(offline);
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(LOCK_AND_CHANNEL);
  const database = openDatabase();
  const alone = createAlone();

  const storageOf = memoizeLast((person: string): PersonStorage => {
    const [user, key] = JSON.parse(person) as [string, string];
    const shelf = openShelf(database, draftCipher(key));
    const ask: Ask = async (path, query) => {
      // the portal itself, never what the device has
      const headers = { Accept: 'application/json', Authorization: `Bearer ${session()?.token ?? ''}` };
      const response = await fetch(urlOf(`/api/${path}`, query), { headers, signal: AbortSignal.timeout(COPY_PATIENCE) });
      if (response.ok) return (await response.json()) as { data: Row[] };
      if (response.status === 403) return null;
      throw new Error(`${path}: ${response.status}`);
    };
    const copies = openCopies({ storage: shelf, ask, identity: session, registers: modules.copies });
    return { user, shelf, copies, forget: () => shelf.forget([]) };
  });

  function ownStorage(): PersonStorage | null {
    const who = session();
    // the device keeps nothing for an administrator who sees the portal as this person
    if (who?.osservatore !== undefined) return null;
    if (who && draftKey(who.memberID) === null) keepKeyWith(who);
    const key = who && draftKey(who.memberID);
    return who && key !== null ? storageOf(JSON.stringify([who.memberID, key])) : null;
  }

  const outbox = createOutbox({
    modules,
    ownStorage,
    alone,
    online: () => network.state().online,
    send: (shelf) => async (item) =>
      sendItem(
        {
          fetch: (...args) => fetch(...args),
          token: () => session()?.token ?? null,
          network,
          ended: (token) => void requireRiaccesso(token).then((again) => (again ? outbox.flush() : undefined)),
        },
        item,
        item.files === null ? [] : await shelf.files(item.n),
      ),
    changed: (hasSent) => {
      channel?.postMessage(hasSent);
      void publishState(hasSent);
    },
    served: (readAt) => {
      const age = readAt === null ? null : formatRelativo(readAt).replace(',', '');
      if (age !== null && age !== deviceState().age) changeDevice({ age });
    },
    later: (work, ms) => setTimeout(work, ms),
  });

  /** Publishes the number of this person's waiting calls, and whether anybody's calls wait. */
  async function publishState(hasSent = false): Promise<void> {
    const items = (await ownStorage()?.shelf.all()) ?? [];
    const refusedCount = items.filter(({ state }) => state !== 'attesa').length;
    changeDevice({ waitingCount: items.length, refusedCount, news: deviceState().news + (hasSent ? 1 : 0) });
    const any = await database.read('items', (items) => items.count());
    remember(MARK, any > 0 ? '1' : null);
  }

  /** Operations on the waiting calls, for the page that lists them. */
  const waiting = {
    list: async (): Promise<Item[]> => (await ownStorage()?.shelf.all()) ?? [],
    /** Returns the title of a write of these values to a register; `undefined` where its records need the network. */
    titleOf: async (path: string, values: Values): Promise<string | undefined> => {
      const storage = ownStorage();
      return modules.register(path)?.title(values, storage ? await outbox.rowsOf(storage) : () => []);
    },
    files: async (item: Item): Promise<Uint8Array[]> => (await ownStorage()?.shelf.files(item.n)) ?? [],
    change: (id: string, to: EditedItem) => act((shelf) => change(shelf, id, to, newKey)),
    discard: (id: string) => act((shelf) => discard(shelf, id)),
    retry: (id: string, overwrite = false) => act((shelf) => retry(shelf, id, newKey, overwrite)),
    sendNow: async () => {
      if (await network.check()) await outbox.flush();
    },
  };

  /** Runs a change of the waiting calls. Resolves to false if the call no longer waits. */
  async function act(work: (shelf: Shelf) => Promise<boolean>): Promise<boolean> {
    const storage = ownStorage();
    if (!storage) return false;
    const done = await alone(() => work(storage.shelf));
    channel?.postMessage(false);
    await publishState();
    void outbox.flush();
    return done;
  }

  /** The person has signed out. */
  let hasSignedOut = false;
  let refreshing = false;
  /** Reads again the copies that forms choose from, where the app is installed on the device. */
  async function refreshCopies(): Promise<void> {
    const storage = ownStorage();
    if (!storage || refreshing || !network.state().online || !navigator.serviceWorker?.controller || document.visibilityState !== 'visible')
      return;
    refreshing = true;
    await storage.copies.refresh(new Date()).catch(() => {});
    refreshing = false;
  }

  function checkAndSend(): void {
    const who = session();
    if (who && !hasSignedOut) keepKeyWith(who);
    void publishState().then(outbox.flush).then(refreshCopies);
  }

  let online = network.state().online;
  store.sub(network.atom, () => {
    const now = network.state().online;
    if (now && !online) {
      if (deviceState().age !== null) changeDevice({ age: null, news: deviceState().news + 1 });
      checkAndSend();
    }
    online = now;
  });
  channel?.addEventListener('message', ({ data }: MessageEvent<boolean>) => void publishState(data));
  addEventListener('focus', checkAndSend);
  document.addEventListener('visibilitychange', checkAndSend);
  store.sub(atomSession, checkAndSend);
  setInterval(checkAndSend, LOOK_EVERY);
  checkAndSend();

  const device: Device = {
    take: outbox.take,
    wrote: outbox.wrote,
    async mayLeave() {
      await publishState();
      const may = deviceState().waitingCount === 0;
      // the question is shown on the page that lists the waiting calls
      if (!may) navigate(TO_SEND, { state: { uscita: true } });
      return may;
    },
    async leave() {
      hasSignedOut = true;
      await ownStorage()?.forget();
      forgetLastingKey();
    },
  };
  changeDevice({ Bar, Words });
  return { device, waiting };
}
