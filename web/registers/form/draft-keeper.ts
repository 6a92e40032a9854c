import { atom, type Atom } from 'jotai';
import type { DeviceDraft } from '#web/lib/device-drafts.ts';
import { store } from '#web/lib/store.ts';

/** Part of a draft that tells that files were chosen; the files themselves are not stored. */
export const FILES_PART = 'file';

/** A part of a form that drafts include: its fields, its rows. */
export interface DraftSource {
  /** Returns the typed values merged over the unanswered part `offered`; `null` when nothing is typed. */
  take(offered: unknown): unknown;
  /** Restores a part that `take` returned; values typed since win. */
  restore(part: unknown): void;
}

export interface DraftKeeper {
  attach(name: string, source: { readonly current: DraftSource }): () => void;
  /** Schedules a write after a pause in typing. */
  changed(): void;
  /** Performs a scheduled write now. */
  flush(): void;
  /** Writes all parts now, because the page may end. */
  writeAll(): void;
  /** Removes the draft, after a save or a deliberate exit. */
  drop(): void;
  /** The earlier draft, until it is resumed or discarded. */
  readonly offer: Atom<DeviceDraft | null>;
  resume(): void;
  discard(): void;
  /** Called once the device's drafts can be read and written. */
  opened(): void;
}

interface KeeperOptions {
  read(): DeviceDraft | null;
  write(draft: DeviceDraft): void;
  remove(): void;
  /** Milliseconds without typing before a write; default 400. */
  debounceMs?: number;
}

/** Creates the keeper of one form's draft, which consists of named parts, and offers an earlier draft. */
export function createDraftKeeper({ read, write, remove, debounceMs = 400 }: KeeperOptions): DraftKeeper {
  const sources = new Map<string, { readonly current: DraftSource }>();
  const offer = atom(read());
  const currentOffer = () => store.get(offer);
  /** Parts of a resumed draft whose sources are not attached yet. */
  let pendingParts: Readonly<Record<string, unknown>> = {};
  /** The form was saved or left deliberately: an earlier draft is removed too. */
  let dropped = false;
  /** The stored draft was written or resumed by this form; another tab's draft must not be removed. */
  let hasDraft = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const settle = () => store.set(offer, null);
  const writeAll = () => {
    clearTimeout(timer);
    timer = undefined;
    const under = { ...pendingParts, ...currentOffer()?.parts };
    const typedParts = [...sources]
      .map(([name, { current }]) => [name, current.take(under[name])] as const)
      .filter(([, part]) => part !== null);
    const parts = { ...under, ...Object.fromEntries(typedParts) };
    if (Object.keys(parts).length === 0) {
      if (hasDraft) remove();
    } else if (typedParts.length > 0 || !currentOffer()) {
      hasDraft = true;
      write({ at: new Date().toISOString(), parts });
    }
  };
  const drop = () => {
    clearTimeout(timer);
    timer = undefined;
    pendingParts = {};
    hasDraft = false;
    dropped = true;
    remove();
    settle();
  };
  return {
    attach(name, source) {
      sources.set(name, source);
      if (name in pendingParts) {
        const { [name]: part, ...remaining } = pendingParts;
        pendingParts = remaining;
        source.current.restore(part);
      }
      return () => sources.delete(name);
    },
    changed() {
      clearTimeout(timer);
      timer = setTimeout(writeAll, debounceMs);
    },
    flush() {
      if (timer !== undefined) writeAll();
    },
    writeAll,
    drop,
    offer,
    resume() {
      const earlier = currentOffer();
      if (!earlier) return;
      hasDraft = true;
      const { parts } = earlier;
      pendingParts = Object.fromEntries(Object.entries(parts).filter(([name]) => !sources.has(name)));
      for (const [name, { current }] of sources) if (name in parts) current.restore(parts[name]);
      settle();
    },
    discard() {
      remove();
      settle();
      // input typed since the offer is no part of the discarded draft
      writeAll();
    },
    opened() {
      if (dropped) remove();
      else if (!currentOffer()) store.set(offer, read());
      writeAll();
    },
  };
}
