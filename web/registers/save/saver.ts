import { atom, type Atom } from 'jotai';
import { ApiError, messageOf } from '#web/lib/api-error.ts';
import { store } from '#web/lib/store.ts';
import type { WriteResult } from '../register.api.ts';
import type { RecordWrite } from './record-write.ts';
import { IDLE, isSaving, step, type SendResult, type Refusal, type SaveEffect, type SaveEvent, type SaveState } from './save-machine.ts';

/** Side effects of a save. */
export interface SaveEffects {
  /** Never rejects: errors are results too. */
  send(write: RecordWrite): Promise<SendResult>;
  /** Resolves true when the network is back, false when the person gave up. */
  waitForNetwork(): Promise<boolean>;
  keepDraft(): void;
  dropDraft(draft: string): void;
  onWritten(write: RecordWrite, result: WriteResult): void;
  onSaved(last: RecordWrite, results: readonly WriteResult[]): void;
  /** `write` is `null` when preparing the writes failed. */
  onRefused(refusal: Refusal, write: RecordWrite | null): void;
}

/** Prepares the writes: `[]` when nothing is left to save, `null` when the form is not valid. */
export type PrepareWrites = () => Promise<readonly RecordWrite[] | null> | readonly RecordWrite[] | null;

export interface Saver {
  readonly state: Atom<SaveState>;
  /** Resolves to the results when all writes succeeded; to `null` on failure or while another save runs. */
  save(prepareWrites: PrepareWrites): Promise<readonly WriteResult[] | null>;
  /** Saves the resolution of a conflict; resolves like `save`. */
  resolve(prepareWrites: PrepareWrites): Promise<readonly WriteResult[] | null>;
  dismiss(): void;
  /** Marks the person as present until the returned function is called. */
  markPresent(): () => void;
}

export const refusalOf = (error: unknown): Refusal => ({
  status: error instanceof ApiError ? error.status : 500,
  message: messageOf(error),
  fields: error instanceof ApiError ? error.errors : [],
});

/** Runs saves one at a time. `effects` is called anew for each effect. */
export function createSaver(effects: () => SaveEffects): Saver {
  const state = atom<SaveState>(IDLE);
  let resolveEnd: ((state: SaveState) => void) | null = null;

  const perform = (effect: SaveEffect): void => {
    const handlers = effects();
    switch (effect.do) {
      case 'keep':
        return handlers.keepDraft();
      case 'send':
        return void handlers.send(effect.write).then((answer) => dispatch({ is: 'answered', answer }));
      case 'wait':
        return void handlers.waitForNetwork().then((back) => dispatch({ is: 'network', back }));
      case 'written':
        return handlers.onWritten(effect.write, effect.result);
      case 'drop':
        return handlers.dropDraft(effect.draft);
      case 'saved':
        return handlers.onSaved(effect.last, effect.results);
      case 'refused':
        return handlers.onRefused(effect.refusal, effect.write);
    }
  };
  const dispatch = (event: SaveEvent): void => {
    const next = step(store.get(state), event);
    store.set(state, next.state);
    for (const effect of next.effects) perform(effect);
    const now = store.get(state);
    if (!isSaving(now)) resolveEnd?.(now);
  };
  const run = async (press: SaveEvent, prepareWrites: PrepareWrites): Promise<readonly WriteResult[] | null> => {
    const before = store.get(state);
    dispatch(press);
    if (store.get(state) === before) return null;
    const end = new Promise<SaveState>((resolve) => {
      resolveEnd = resolve;
    });
    try {
      const writes = await prepareWrites();
      dispatch(writes === null ? { is: 'stopped' } : { is: 'ready', writes });
    } catch (error) {
      dispatch({ is: 'failed', refusal: refusalOf(error) });
    }
    const ended = await end;
    return ended.at === 'saved' ? ended.results : null;
  };
  return {
    state,
    save: (prepareWrites) => run({ is: 'pressed' }, prepareWrites),
    resolve: (prepareWrites) => run({ is: 'resolved' }, prepareWrites),
    dismiss: () => dispatch({ is: 'dismissed' }),
    markPresent() {
      dispatch({ is: 'returned' });
      return () => dispatch({ is: 'left' });
    },
  };
}
