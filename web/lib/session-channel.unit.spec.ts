import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LocaleSession } from './session-storage.ts';

const ANNA = { token: 'T1', memberID: 'anna' } as LocaleSession;

/** Fakes the browser's channel between tabs: each message reaches all tabs except its sender. */
class Channel extends EventTarget {
  static tabs: Channel[] = [];
  readonly name: string;
  constructor(name: string) {
    super();
    this.name = name;
    Channel.tabs.push(this);
  }
  postMessage(data: unknown): void {
    for (const other of Channel.tabs)
      if (other !== this && other.name === this.name) other.dispatchEvent(new MessageEvent('message', { data }));
  }
}

/** Loads the module anew, as a separate tab does. */
async function tab() {
  vi.resetModules();
  return import('./session-channel.ts');
}

beforeEach(() => {
  Channel.tabs = [];
  vi.stubGlobal('BroadcastChannel', Channel);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('una finestra nuova', () => {
  it('prende la sessione da un’altra che ce l’ha', async () => {
    (await tab()).listenTabs(
      () => ANNA,
      () => {},
    );
    await expect((await tab()).askOtherTabs()).resolves.toEqual(ANNA);
    // the answer is there: nothing waits any longer
    expect(vi.getTimerCount()).toBe(0);
  });

  it('non ne prende da chi non è entrato: passato il tempo, non ce n’è nessuna', async () => {
    (await tab()).listenTabs(
      () => null,
      () => {},
    );
    const answer = vi.fn();
    void (await tab()).askOtherTabs().then(answer);
    await vi.advanceTimersByTimeAsync(149);
    expect(answer).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(answer).toHaveBeenCalledExactlyOnceWith(null);
  });

  it('non prende quella di chi vede il portale come un’altra persona', async () => {
    (await tab()).listenTabs(
      () => ({ ...ANNA, osservatore: 'admin' }),
      () => {},
    );
    const answer = (await tab()).askOtherTabs();
    await vi.advanceTimersByTimeAsync(150);
    await expect(answer).resolves.toBeNull();
  });

  it('prende anche la sessione che arriva tardi, una volta sola', async () => {
    let signedIn: LocaleSession | null = null;
    (await tab()).listenTabs(
      () => signedIn,
      () => {},
    );
    const [asking, third, late] = [await tab(), await tab(), vi.fn()];
    const answer = asking.askOtherTabs(late);
    await vi.advanceTimersByTimeAsync(150);
    await expect(answer).resolves.toBeNull();
    expect(late).not.toHaveBeenCalled();
    signedIn = ANNA;
    await third.askOtherTabs();
    await third.askOtherTabs();
    expect(late).toHaveBeenCalledExactlyOnceWith(ANNA);
  });

  it('che non vuole risposte tardive non ascolta più', async () => {
    const asking = await tab();
    const removed = vi.spyOn(Channel.tabs.at(-1)!, 'removeEventListener');
    void asking.askOtherTabs();
    await vi.advanceTimersByTimeAsync(150);
    expect(removed).toHaveBeenCalledOnce();
  });

  it('non scambia per una sessione ciò che altre finestre si dicono', async () => {
    const [leaving, asking] = [await tab(), await tab()];
    const answer = vi.fn();
    void asking.askOtherTabs().then(answer);
    leaving.announceExit();
    await vi.advanceTimersByTimeAsync(0);
    expect(answer).not.toHaveBeenCalled();
  });

  it('avuta la risposta non ascolta più', async () => {
    (await tab()).listenTabs(
      () => ANNA,
      () => {},
    );
    const asking = await tab();
    const removed = vi.spyOn(Channel.tabs.at(-1)!, 'removeEventListener');
    const added = vi.spyOn(Channel.tabs.at(-1)!, 'addEventListener');
    await asking.askOtherTabs();
    expect(removed.mock.calls).toEqual(added.mock.calls);
  });
});

describe('chi esce', () => {
  it('fa uscire le altre finestre che sono entrate, non quelle che non lo sono', async () => {
    const [entered, not] = [vi.fn(), vi.fn()];
    (await tab()).listenTabs(() => ANNA, entered);
    (await tab()).listenTabs(() => null, not);
    const leaving = await tab();
    // a question is no exit
    await leaving.askOtherTabs();
    expect(entered).not.toHaveBeenCalled();
    leaving.announceExit();
    expect(entered).toHaveBeenCalledOnce();
    expect(not).not.toHaveBeenCalled();
  });
});

it('un browser senza canale non presta e non prende', async () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  const alone = await tab();
  alone.listenTabs(
    () => ANNA,
    () => {},
  );
  alone.announceExit();
  await expect(alone.askOtherTabs()).resolves.toBeNull();
  expect(vi.getTimerCount()).toBe(0);
});
