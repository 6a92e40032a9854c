import type { DeviceDraft } from '#web/lib/device-drafts.ts';

/** Part of the drafts of forms in which files lie ready: files themselves are not kept. */
export const FILES_PART = 'file';

/** A part of a form that is worth keeping: its fields, its rows. */
export interface DraftSource {
  /** What is typed, over what was `offered` and not answered; `null` when nothing is typed. */
  take(offered: unknown): unknown;
  /** Puts back what an earlier `take` gave, under what is typed since. */
  put(part: unknown): void;
}

export interface DraftKeeper {
  attach(name: string, source: { readonly current: DraftSource }): () => void;
  /** Something was typed; it is written in a moment, when the typing pauses. */
  changed(): void;
  /** What waits to be written is written now. */
  flush(): void;
  /** The page may end here: everything is written, typed lately or not. */
  writeAll(): void;
  /** Saved, or left on purpose: nothing is kept. */
  drop(): void;
  /** What an earlier time left, while nobody has answered. */
  offer(): DeviceDraft | null;
  subscribe(listener: () => void): () => void;
  resume(): void;
  discard(): void;
  /** What lies on the device can be read and written from now on. */
  opened(): void;
}

interface KeeperOptions {
  read(): DeviceDraft | null;
  write(draft: DeviceDraft): void;
  remove(): void;
  /** Milliseconds of rest before what is typed is written. */
  rest?: number;
}

/** Keeps what is typed in one form, whatever parts it has, and offers what an earlier time left. */
export function createDraftKeeper({ read, write, remove, rest = 400 }: KeeperOptions): DraftKeeper {
  const sources = new Map<string, { readonly current: DraftSource }>();
  const listeners = new Set<() => void>();
  let offered = read();
  /** Parts to put back that have not appeared yet. */
  let waiting: Readonly<Record<string, unknown>> = {};
  /** Saved, or left on purpose: what an earlier time left is not wanted either. */
  let dropped = false;
  /** What is stored is this form's: another tab's draft is not removed for having nothing typed here. */
  let own = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const settle = () => {
    offered = null;
    for (const listener of listeners) listener();
  };
  const writeAll = () => {
    clearTimeout(timer);
    timer = undefined;
    const under = { ...waiting, ...offered?.parts };
    const typed = [...sources].map(([name, { current }]) => [name, current.take(under[name])] as const).filter(([, part]) => part !== null);
    const parts = { ...under, ...Object.fromEntries(typed) };
    if (Object.keys(parts).length === 0) {
      if (own) remove();
    } else if (typed.length > 0 || !offered) {
      own = true;
      write({ at: new Date().toISOString(), parts });
    }
  };
  const drop = () => {
    clearTimeout(timer);
    timer = undefined;
    waiting = {};
    own = false;
    dropped = true;
    remove();
    if (offered) settle();
  };
  return {
    attach(name, source) {
      sources.set(name, source);
      if (name in waiting) {
        const { [name]: part, ...others } = waiting;
        waiting = others;
        source.current.put(part);
      }
      return () => sources.delete(name);
    },
    changed() {
      clearTimeout(timer);
      timer = setTimeout(writeAll, rest);
    },
    flush() {
      if (timer !== undefined) writeAll();
    },
    writeAll,
    drop,
    offer: () => offered,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    resume() {
      if (!offered) return;
      own = true;
      const { parts } = offered;
      waiting = Object.fromEntries(Object.entries(parts).filter(([name]) => !sources.has(name)));
      for (const [name, { current }] of sources) if (name in parts) current.put(parts[name]);
      settle();
    },
    discard() {
      remove();
      settle();
      // what is typed since is not what was thrown away
      writeAll();
    },
    opened() {
      if (dropped) remove();
      else offered ??= read();
      writeAll();
      for (const listener of listeners) listener();
    },
  };
}
