import { describe, expect, it } from 'vitest';
import { isWaiting, stateOf } from './states.ts';

describe('lo stato di un’elaborazione', () => {
  it.each([
    ['queued', null, 'queue', true],
    ['running', null, 'run', true],
    ['done', 'ok', 'ok', false],
    ['done', 'avvisi', 'ok', false],
    ['done', 'anomalie', 'alert', false],
    ['error', 'errore', 'danger', false],
    ['sconosciuto', null, 'queue', true],
  ] as const)('%s, %s: %s', (status, esito, dot, waiting) => {
    const process = { status: status as 'queued', esito };
    expect(stateOf(process).dot).toBe(dot);
    expect(isWaiting(process)).toBe(waiting);
  });
});
