import type { WrongField } from '#contracts/core/errors.ts';
import type { Conflict } from '../form/conflict.ts';
import type { WriteResult } from '../register.api.ts';
import type { RecordWrite } from './record-write.ts';

/** Why a write was not taken. */
export interface Refusal {
  /** HTTP status; 0: no response, and the person stopped waiting. */
  status: number;
  /** Sentence that the person reads. */
  message: string;
  fields: readonly WrongField[];
}

/** Result of sending one write. `lost`: no response, so the outcome is unknown. */
export type SendResult =
  | { is: 'written'; result: WriteResult }
  | { is: 'lost' }
  | { is: 'conflict'; key: string; conflict: Conflict; message: string }
  | { is: 'refused'; refusal: Refusal };

/** Conflict with another person's save, for the person to resolve. */
export interface OpenConflict {
  /** The write that met the conflict, with the record's key. */
  write: RecordWrite;
  conflict: Conflict;
}

interface Sending {
  /** The write being sent. */
  write: RecordWrite;
  /** Later writes, sent one after the other. */
  rest: readonly RecordWrite[];
  done: readonly WriteResult[];
  /** The conflict that this write resolves, kept until the write is accepted. */
  openConflict: OpenConflict | null;
  /** The person has left the page, so no conflict can be shown. */
  hasLeft: boolean;
}

/** A save, from the press to its end. A press while one is under way does nothing. */
export type SaveState =
  | { at: 'idle' }
  /** The writes are being prepared. */
  | { at: 'preparing'; openConflict: OpenConflict | null; hasLeft: boolean }
  | ({ at: 'saving' } & Sending)
  /** Waiting for the network; the write is then sent again. */
  | ({ at: 'waiting' } & Sending)
  | { at: 'conflict'; openConflict: OpenConflict }
  | { at: 'refused'; refusal: Refusal }
  | { at: 'saved'; results: readonly WriteResult[] };

export type SaveEvent =
  | { is: 'pressed' }
  /** The person resolved the conflict. */
  | { is: 'resolved' }
  /** The prepared writes; empty when nothing is left to save. */
  | { is: 'ready'; writes: readonly RecordWrite[] }
  /** The form is not valid and tells why. */
  | { is: 'stopped' }
  /** Preparing the writes failed. */
  | { is: 'failed'; refusal: Refusal }
  | { is: 'answered'; answer: SendResult }
  /** The network is back, or the person gave up waiting. */
  | { is: 'network'; back: boolean }
  /** The person closed the conflict without resolving it. */
  | { is: 'dismissed' }
  | { is: 'left' }
  | { is: 'returned' };

/** Side effects to run after a step, in order. */
export type SaveEffect =
  /** Stores the draft with the attempt's key, because the page may end before the response. */
  | { do: 'keep' }
  | { do: 'send'; write: RecordWrite }
  | { do: 'wait' }
  | { do: 'written'; write: RecordWrite; result: WriteResult }
  | { do: 'drop'; draft: string }
  /** All writes succeeded; `last` is the last of them. */
  | { do: 'saved'; last: RecordWrite; results: readonly WriteResult[] }
  | { do: 'refused'; write: RecordWrite | null; refusal: Refusal };

export interface Transition {
  state: SaveState;
  effects: readonly SaveEffect[];
}

export const IDLE: SaveState = { at: 'idle' };
const NO_ANSWER: Refusal = { status: 0, message: '', fields: [] };

const go = (state: SaveState, ...effects: SaveEffect[]): Transition => ({ state, effects });
const dropOf = ({ draft }: RecordWrite, rest: readonly RecordWrite[] = []): SaveEffect[] =>
  draft === null || rest.some((one) => one.draft === draft) ? [] : [{ do: 'drop', draft }];

/** Tells whether a save is in progress. */
export const isSaving = ({ at }: SaveState): boolean => at === 'preparing' || at === 'saving' || at === 'waiting';

/** Returns the open conflict, also while its resolution is being saved. */
export const openConflictOf = (state: SaveState): OpenConflict | null => ('openConflict' in state ? state.openConflict : null);

export function step(state: SaveState, event: SaveEvent): Transition {
  switch (event.is) {
    case 'pressed':
      return isSaving(state) || state.at === 'conflict' ? go(state) : go({ at: 'preparing', openConflict: null, hasLeft: false });
    case 'resolved':
      return state.at === 'conflict' ? go({ at: 'preparing', openConflict: state.openConflict, hasLeft: false }) : go(state);
    case 'ready':
      return state.at === 'preparing' ? begin(state, event.writes) : go(state);
    case 'stopped':
      return state.at === 'preparing' ? go(afterNo(state, IDLE)) : go(state);
    case 'failed':
      return state.at === 'preparing' ? refuse(state, null, event.refusal) : go(state);
    case 'answered':
      return state.at === 'saving' ? afterAnswer(state, event.answer) : go(state);
    case 'network':
      if (state.at !== 'waiting') return go(state);
      return event.back ? go({ ...state, at: 'saving' }, { do: 'send', write: state.write }) : refuse(state, state.write, NO_ANSWER);
    case 'dismissed':
      return state.at === 'conflict' ? go(IDLE) : go(state);
    case 'left':
      return 'hasLeft' in state ? go({ ...state, hasLeft: true }) : go(IDLE);
    case 'returned':
      return 'hasLeft' in state ? go({ ...state, hasLeft: false }) : go(state);
  }
}

function begin({ openConflict, hasLeft }: SaveState & { at: 'preparing' }, [write, ...rest]: readonly RecordWrite[]): Transition {
  if (write) return send({ write, rest, done: [], openConflict, hasLeft });
  // a resolved conflict may leave nothing to write: the draft is removed
  return go({ at: 'saved', results: [] }, ...(openConflict ? dropOf(openConflict.write) : []));
}

const send = (sending: Sending, ...before: SaveEffect[]): Transition =>
  go({ at: 'saving', ...sending }, ...before, { do: 'keep' }, { do: 'send', write: sending.write });

function afterAnswer(state: SaveState & { at: 'saving' }, answer: SendResult): Transition {
  const { write, rest, hasLeft } = state;
  switch (answer.is) {
    case 'lost':
      return go({ ...state, at: 'waiting' }, { do: 'wait' });
    case 'refused':
      return refuse(state, write, answer.refusal);
    case 'conflict': {
      const { key, conflict, message } = answer;
      if (hasLeft) return refuse(state, write, { status: 409, message, fields: [] });
      return go({ at: 'conflict', openConflict: { write: { ...write, key }, conflict } });
    }
    case 'written': {
      const { result } = answer;
      const done = [...state.done, result];
      const effects: SaveEffect[] = [{ do: 'written', write, result }, ...dropOf(write, rest)];
      const [next, ...after] = rest;
      if (next) return send({ write: next, rest: after, done, openConflict: null, hasLeft }, ...effects);
      return go({ at: 'saved', results: done }, ...effects, { do: 'saved', last: write, results: done });
    }
  }
}

/** Returns to the open conflict after a failure, if the person is still there. */
const afterNo = ({ openConflict, hasLeft }: Pick<Sending, 'openConflict' | 'hasLeft'>, otherwise: SaveState): SaveState =>
  openConflict && !hasLeft ? { at: 'conflict', openConflict } : otherwise;

const refuse = (from: Pick<Sending, 'openConflict' | 'hasLeft'>, write: RecordWrite | null, refusal: Refusal): Transition =>
  go(afterNo(from, { at: 'refused', refusal }), { do: 'refused', write, refusal });
