import { atom, type Atom } from 'jotai';
import { ApiError, messageOf } from '#web/lib/api-error.ts';
import { store } from '#web/lib/store.ts';
import type { WriteResult } from '../register.api.ts';
import type { RecordWrite } from './record-write.ts';
import { IDLE, isSaving, step, type Answer, type Refusal, type SaveEffect, type SaveEvent, type SaveState } from './save-machine.ts';

/** Side effects of a save. */
export interface SaveEffects {
  /** Never rejects: errors are results too. */
  send(write: RecordWrite): Promise<Answer>;
  /** Resolves true when the network is back, false when the person gave up. */
  network(): Promise<boolean>;
  keep(): void;
  drop(draft: string): void;
  written(write: RecordWrite, result: WriteResult): void;
  saved(last: RecordWrite, results: readonly WriteResult[]): void;
  /** `write` is `null` when preparing the writes failed. */
  refused(refusal: Refusal, write: RecordWrite | null): void;
}

/** Prepares the writes: `[]` when nothing is left to save, `null` when the form is not valid. */
export type Make = () => Promise<readonly RecordWrite[] | null> | readonly RecordWrite[] | null;

export interface Saver {
  readonly state: Atom<SaveState>;
  /** Resolves to the results when all writes succeeded; to `null` on failure or while another save runs. */
  save(make: Make): Promise<readonly WriteResult[] | null>;
  /** Saves the resolution of a conflict; resolves like `save`. */
  resolve(make: Make): Promise<readonly WriteResult[] | null>;
  dismiss(): void;
  /** Marks the person as present until the returned function is called. */
  attend(): () => void;
}

export const refusalOf = (error: unknown): Refusal => ({
  status: error instanceof ApiError ? error.status : 500,
  message: messageOf(error),
  fields: error instanceof ApiError ? error.errors : [],
});

/** Runs saves one at a time. `effects` is called anew for each effect. */
export function createSaver(effects: () => SaveEffects): Saver {
  const state = atom<SaveState>(IDLE);
  let rested: ((state: SaveState) => void) | null = null;

  const perform = (effect: SaveEffect): void => {
    const does = effects();
    switch (effect.do) {
      case 'keep':
        return does.keep();
      case 'send':
        return void does.send(effect.write).then((answer) => dispatch({ is: 'answered', answer }));
      case 'wait':
        return void does.network().then((back) => dispatch({ is: 'network', back }));
      case 'written':
        return does.written(effect.write, effect.result);
      case 'drop':
        return does.drop(effect.draft);
      case 'saved':
        return does.saved(effect.last, effect.results);
      case 'refused':
        return does.refused(effect.refusal, effect.write);
    }
  };
  const dispatch = (event: SaveEvent): void => {
    const next = step(store.get(state), event);
    store.set(state, next.state);
    for (const effect of next.effects) perform(effect);
    const now = store.get(state);
    if (!isSaving(now)) rested?.(now);
  };
  const run = async (press: SaveEvent, make: Make): Promise<readonly WriteResult[] | null> => {
    const before = store.get(state);
    dispatch(press);
    if (store.get(state) === before) return null;
    const end = new Promise<SaveState>((resolve) => {
      rested = resolve;
    });
    try {
      const writes = await make();
      dispatch(writes === null ? { is: 'stopped' } : { is: 'ready', writes });
    } catch (error) {
      dispatch({ is: 'failed', refusal: refusalOf(error) });
    }
    const ended = await end;
    return ended.at === 'saved' ? ended.results : null;
  };
  return {
    state,
    save: (make) => run({ is: 'pressed' }, make),
    resolve: (make) => run({ is: 'resolved' }, make),
    dismiss: () => dispatch({ is: 'dismissed' }),
    attend() {
      dispatch({ is: 'returned' });
      return () => dispatch({ is: 'left' });
    },
  };
}
