import type { Transaction } from 'kysely';
import { describe, expect, it } from 'vitest';
import { everything, newEvent } from '#projections/engine/events.testing.ts';
import { memoryStore } from '../platform/event-store/memory.ts';
import type { CheckedBackup } from './check-backup.ts';
import { loadLog } from './load-log.ts';
import { MomentRefused, refuseMoment } from './restore.ts';

const SECONDS = ['00.000', '01.000', '01.000', '02.000'];
const at = (seconds: string): string => `2026-01-01T10:00:${seconds}Z`;
const lines = SECONDS.map((seconds, i) => {
  const { type, data, metadata } = newEvent('Fatto.v1', { n: i + 1 });
  return { position: String(i + 1), stream: `prova-${i + 1}`, version: 1, type, data, metadata, recorded: at(seconds) };
});

/** The log as a backup holds it, into another store; nothing of it goes into tables. */
async function loaded(until: string | null) {
  const store = memoryStore();
  async function* content() {
    yield Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
  const log = await loadLog(
    content(),
    { tx: {} as Transaction<unknown>, store },
    { until: until === null ? null : Date.parse(until), marks: ['2', '4'] },
  );
  return { log, numbers: (await everything(store)).map(({ data }) => data['n']) };
}

describe('FINO', () => {
  it.each([
    [null, [1, 2, 3, 4]],
    [at('00.000'), [1]],
    [at('00.999'), [1]],
    [at('01.000'), [1, 2, 3]],
    [at('02.000'), [1, 2, 3, 4]],
  ])('%s: ciò che fu registrato in quell’istante c’è, ciò che venne dopo no', async (until, numbers) => {
    const { log, numbers: found } = await loaded(until);
    expect(found).toEqual(numbers);
    expect([log.events, log.last?.at]).toEqual([numbers.length, at(SECONDS[numbers.length - 1]!)]);
  });

  it('le posizioni che si chiedono dopo sono quelle degli ultimi fatti che ci sono', async () => {
    const { log } = await loaded(at('01.000'));
    expect([log.positionOf('2'), log.positionOf('4'), log.positionOf('9')]).toEqual(
      [2, 3, null].map((n) => n && String(n).padStart(19, '0')),
    );
  });

  it('va dal primo fatto al momento del salvataggio, compresi', () => {
    const checked = { manifest: { moment: { at: at('02.500') } }, began: at('00.000') } as CheckedBackup;
    const asked = (until: string) => () => refuseMoment(checked, Date.parse(until));
    for (const good of [at('00.000'), at('01.500'), at('02.500')]) expect(asked(good)).not.toThrow();
    expect(asked(at('02.501'))).toThrow(MomentRefused);
    expect(asked('2026-01-01T09:59:59.999Z')).toThrow('Nothing had been recorded');
    expect(() => refuseMoment({ ...checked, began: null }, Date.parse(at('01.000')))).toThrow('Nothing had been recorded');
    expect(() => refuseMoment({ ...checked, began: null }, null)).not.toThrow();
  });
});
