import { describe, expect, it } from 'vitest';
import type { RecordWrite } from './record-write.ts';
import {
  IDLE,
  isSaving,
  openConflictOf,
  step,
  type SendResult,
  type OpenConflict,
  type SaveEffect,
  type SaveEvent,
  type SaveState,
} from './save-machine.ts';

const write = (over: Partial<RecordWrite> = {}): RecordWrite => ({
  register: 'meccanici',
  key: '3',
  changes: { descrizione: 'Neri' },
  version: 4,
  idempotencyKey: 'k1',
  draft: 'meccanici/3',
  ...over,
});
const ONE = write();
const TWO = write({ key: '4', idempotencyKey: 'k2' });
const conflict = { values: { descrizione: 'Bianchi' }, version: 7, utente: 'bruno', quando: null };
const REFUSAL = { status: 422, message: 'Non valido', fields: [{ campo: 'descrizione', messaggio: 'Già in uso' }] };
const OPEN_CONFLICT: OpenConflict = { write: ONE, conflict };
const WRITTEN: SendResult = { is: 'written', result: { key: '3', version: 5 } };
const CONFLICT: SendResult = { is: 'conflict', key: '3', conflict, message: 'Modificato' };

/** Runs the machine through events; returns the final state and all effects. */
function after(...events: SaveEvent[]): { state: SaveState; effects: SaveEffect[] } {
  return from(IDLE, ...events);
}
function from(start: SaveState, ...events: SaveEvent[]): { state: SaveState; effects: SaveEffect[] } {
  let state = start;
  const effects: SaveEffect[] = [];
  for (const event of events) {
    const next = step(state, event);
    state = next.state;
    effects.push(...next.effects);
  }
  return { state, effects };
}
const PRESS: SaveEvent = { is: 'pressed' };
const ready = (...writes: RecordWrite[]): SaveEvent => ({ is: 'ready', writes });
const answer = (given: SendResult): SaveEvent => ({ is: 'answered', answer: given });
const done = (effects: readonly SaveEffect[]) => effects.map((effect) => effect.do);

const saving = after(PRESS, ready(ONE)).state;
const waiting = after(PRESS, ready(ONE), answer({ is: 'lost' })).state;
const asking = after(PRESS, ready(ONE), answer(CONFLICT)).state;
const refused = after(PRESS, ready(ONE), answer({ is: 'refused', refusal: REFUSAL })).state;
const saved = after(PRESS, ready(ONE), answer(WRITTEN)).state;
const preparing = after(PRESS).state;
const EVERY: readonly [string, SaveState][] = [
  ['idle', IDLE],
  ['preparing', preparing],
  ['saving', saving],
  ['waiting', waiting],
  ['conflict', asking],
  ['refused', refused],
  ['saved', saved],
];

describe('from the press to the end', () => {
  it('keeps what is typed, sends, and is over once it is written', () => {
    const { state, effects } = after(PRESS, ready(ONE), answer(WRITTEN));
    expect(state).toEqual({ at: 'saved', results: [{ key: '3', version: 5 }] });
    expect(effects).toEqual([
      { do: 'keep' },
      { do: 'send', write: ONE },
      { do: 'written', write: ONE, result: { key: '3', version: 5 } },
      { do: 'drop', draft: 'meccanici/3' },
      { do: 'saved', last: ONE, results: [{ key: '3', version: 5 }] },
    ]);
  });

  it('a draft that is its page’s stays', () => {
    expect(done(after(PRESS, ready(write({ draft: null })), answer(WRITTEN)).effects)).toEqual(['keep', 'send', 'written', 'saved']);
  });

  it('with nothing to write it is over, and says nothing', () => {
    expect(after(PRESS, ready())).toEqual({ state: { at: 'saved', results: [] }, effects: [] });
  });

  it('what cannot be sent is not', () => {
    expect(after(PRESS, { is: 'stopped' })).toEqual({ state: IDLE, effects: [] });
    expect(after(PRESS, { is: 'failed', refusal: REFUSAL })).toEqual({
      state: { at: 'refused', refusal: REFUSAL },
      effects: [{ do: 'refused', write: null, refusal: REFUSAL }],
    });
  });

  it('refused by field it says which, and its draft stays', () => {
    const { state, effects } = after(PRESS, ready(ONE), answer({ is: 'refused', refusal: REFUSAL }));
    expect(state).toEqual({ at: 'refused', refusal: REFUSAL });
    expect(effects.slice(2)).toEqual([{ do: 'refused', write: ONE, refusal: REFUSAL }]);
  });

  it.each(EVERY.filter(([, state]) => isSaving(state) || state.at === 'conflict'))('a press while %s does nothing', (_at, state) => {
    expect(step(state, PRESS)).toEqual({ state, effects: [] });
    expect(step(state, PRESS).state).toBe(state);
  });

  it.each(EVERY.filter(([, state]) => !isSaving(state) && state.at !== 'conflict'))('a press when %s begins anew', (_at, state) => {
    expect(step(state, PRESS)).toEqual({ state: { at: 'preparing', openConflict: null, hasLeft: false }, effects: [] });
  });
});

describe('several writes', () => {
  it('go one after the other; the draft that all are of goes with the last', () => {
    const { state, effects } = after(PRESS, ready(ONE, TWO), answer(WRITTEN), answer(WRITTEN));
    expect(done(effects)).toEqual(['keep', 'send', 'written', 'keep', 'send', 'written', 'drop', 'saved']);
    expect(effects.filter((effect) => effect.do === 'send').map((effect) => effect.write)).toEqual([ONE, TWO]);
    expect(state).toMatchObject({ at: 'saved', results: [{ version: 5 }, { version: 5 }] });
  });

  it('each with a draft of its own lets it go when it is written', () => {
    const other = write({ draft: 'meccanici/4', idempotencyKey: 'k2' });
    expect(after(PRESS, ready(ONE, other), answer(WRITTEN), answer(WRITTEN)).effects.filter((effect) => effect.do === 'drop')).toEqual([
      { do: 'drop', draft: 'meccanici/3' },
      { do: 'drop', draft: 'meccanici/4' },
    ]);
  });

  it('stop at the first that is refused: the draft stays, the rest is not sent', () => {
    const { state, effects } = after(PRESS, ready(ONE, TWO), answer({ is: 'refused', refusal: REFUSAL }));
    expect(state.at).toBe('refused');
    expect(done(effects)).toEqual(['keep', 'send', 'refused']);
  });
});

describe('the network', () => {
  it('lost: it waits, and goes again by itself with the same key', () => {
    const { state, effects } = after(PRESS, ready(ONE, TWO), answer({ is: 'lost' }), { is: 'network', back: true });
    expect(state).toMatchObject({ at: 'saving', write: ONE, rest: [TWO] });
    expect(effects.slice(1)).toEqual([{ do: 'send', write: ONE }, { do: 'wait' }, { do: 'send', write: ONE }]);
  });

  it('given up: refused without an answer, the draft stays', () => {
    const { state, effects } = from(waiting, { is: 'network', back: false });
    expect(state).toMatchObject({ at: 'refused', refusal: { status: 0 } });
    expect(effects).toMatchObject([{ do: 'refused', write: ONE, refusal: { status: 0 } }]);
  });
});

describe('another person saved first', () => {
  it('is a question, with the key by which the record is known now', () => {
    const made = write({ key: null, version: null });
    const { state, effects } = after(PRESS, ready(made), answer({ ...CONFLICT, key: '9' }));
    expect(state).toEqual({ at: 'conflict', openConflict: { write: { ...made, key: '9' }, conflict } });
    expect(done(effects)).toEqual(['keep', 'send']);
  });

  it('answered, the question stays until the answer is written', () => {
    const merged = write({ version: 7, idempotencyKey: 'k7' });
    const on = from(asking, { is: 'resolved' }, ready(merged));
    expect(on.state).toMatchObject({ at: 'saving', write: merged, openConflict: OPEN_CONFLICT });
    expect(openConflictOf(on.state)).toEqual(OPEN_CONFLICT);
    const end = from(on.state, answer(WRITTEN));
    expect([end.state.at, openConflictOf(end.state)]).toEqual(['saved', null]);
    expect(done(end.effects)).toEqual(['written', 'drop', 'saved']);
  });

  it('answered so that nothing is left to save: it is over, nothing is sent, the draft goes', () => {
    expect(from(asking, { is: 'resolved' }, ready())).toEqual({
      state: { at: 'saved', results: [] },
      effects: [{ do: 'drop', draft: 'meccanici/3' }],
    });
  });

  it('the answer refused, lost and given up, or not to be made: the question is there again', () => {
    const merged = ready(write({ version: 7 }));
    const open = { at: 'conflict', openConflict: OPEN_CONFLICT };
    expect(from(asking, { is: 'resolved' }, merged, answer({ is: 'refused', refusal: REFUSAL })).state).toEqual(open);
    expect(from(asking, { is: 'resolved' }, merged, answer({ is: 'lost' }), { is: 'network', back: false }).state).toEqual(open);
    expect(from(asking, { is: 'resolved' }, { is: 'stopped' }).state).toEqual(open);
    const failed = from(asking, { is: 'resolved' }, { is: 'failed', refusal: REFUSAL });
    expect([failed.state, done(failed.effects)]).toEqual([open, ['refused']]);
  });

  it('saved once more by another meanwhile: a new question', () => {
    const later = { ...conflict, version: 8, utente: 'carla' };
    const { state } = from(asking, { is: 'resolved' }, ready(write({ version: 7 })), answer({ ...CONFLICT, conflict: later }));
    expect(openConflictOf(state)?.conflict).toBe(later);
  });

  it('closed without an answer: what is typed stays, to be pressed again', () => {
    expect(step(asking, { is: 'dismissed' })).toEqual({ state: IDLE, effects: [] });
  });
});

describe('whoever pressed goes elsewhere', () => {
  it('what is on its way goes on, and its draft goes once it is written', () => {
    const { state, effects } = from(saving, { is: 'left' }, answer(WRITTEN));
    expect(state.at).toBe('saved');
    expect(done(effects)).toEqual(['written', 'drop', 'saved']);
  });

  it('what was being made is sent, what waits for the network goes when it is back, the rest after it', () => {
    expect(done(from(preparing, { is: 'left' }, ready(ONE)).effects)).toEqual(['keep', 'send']);
    expect(done(from(waiting, { is: 'left' }, { is: 'network', back: true }).effects)).toEqual(['send']);
    const two = after(PRESS, ready(ONE, TWO), { is: 'left' }, answer(WRITTEN));
    expect(two.state).toMatchObject({ at: 'saving', write: TWO, hasLeft: true });
  });

  it('nobody can be asked: a conflict is told, and the draft stays', () => {
    const { state, effects } = from(saving, { is: 'left' }, answer(CONFLICT));
    expect(state.at).toBe('refused');
    expect(effects).toEqual([{ do: 'refused', write: ONE, refusal: { status: 409, message: 'Modificato', fields: [] } }]);
    const answering = from(asking, { is: 'resolved' }, ready(ONE), { is: 'left' }, answer({ is: 'refused', refusal: REFUSAL }));
    expect(answering.state.at).toBe('refused');
  });

  it('and comes back: a conflict is asked again', () => {
    expect(from(saving, { is: 'left' }, { is: 'returned' }, answer(CONFLICT)).state).toEqual(asking);
  });

  it.each(EVERY.filter(([, state]) => !isSaving(state)))('%s is forgotten', (_at, state) => {
    expect(step(state, { is: 'left' })).toEqual({ state: IDLE, effects: [] });
    expect(step(state, { is: 'returned' })).toEqual({ state, effects: [] });
  });
});

describe('what comes at the wrong moment', () => {
  const wrong: readonly [SaveEvent, SaveState['at'][]][] = [
    [{ is: 'resolved' }, ['conflict']],
    [ready(ONE), ['preparing']],
    [{ is: 'stopped' }, ['preparing']],
    [{ is: 'failed', refusal: REFUSAL }, ['preparing']],
    [answer(WRITTEN), ['saving']],
    [{ is: 'network', back: true }, ['waiting']],
    [{ is: 'dismissed' }, ['conflict']],
  ];
  it.each(wrong)('$is is heard only where it belongs', (event, heard) => {
    for (const [at, state] of EVERY) {
      const next = step(state, event);
      if (heard.includes(state.at)) expect(next.state, at).not.toBe(state);
      else expect([next.state === state, next.effects], at).toEqual([true, []]);
    }
  });
});

it('a save under way can be put away as text and taken up again', () => {
  const kept = JSON.parse(JSON.stringify(waiting)) as SaveState;
  expect(kept).toEqual(waiting);
  expect(from(kept, { is: 'network', back: true }).effects).toEqual([{ do: 'send', write: ONE }]);
});
