import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../test/portal.ts';
import { CHALLENGE_MS, keyOfSession, makeChallenge, takeChallenge } from './passkey-challenges.ts';

const NOW = new Date('2026-11-28T10:00:00Z');
const later = (ms: number): Date => new Date(NOW.getTime() + ms);

describe('Challenges of passkeys', () => {
  let portale: TestPortal;
  beforeAll(async () => {
    portale = await startTestPortal();
  });
  afterAll(() => portale?.stop());
  const db = () => portale.deps.writeDb;
  const make = (key: string, { network = '10.0.0.0', now = NOW, most }: { network?: string; now?: Date; most?: number } = {}) =>
    makeChallenge(db(), { key, network, now, ...(most === undefined ? {} : { most }) });
  beforeEach(() => db().withSchema('public').deleteFrom('passkey_sfide').execute());

  it('can be answered once, until just before five minutes have passed', async () => {
    const challenge = await make('a');
    expect(await takeChallenge(db(), 'b', NOW)).toBeNull();
    expect(await takeChallenge(db(), 'a', later(CHALLENGE_MS - 1))).toEqual({ challenge, handle: null });
    expect(await takeChallenge(db(), 'a', NOW)).toBeNull();
    await make('a');
    expect(await takeChallenge(db(), 'a', later(CHALLENGE_MS))).toBeNull();
  });

  it('of one session and purpose the newest counts', async () => {
    await make(keyOfSession('s', 'aggiunta'));
    const other = await make(keyOfSession('s', 'conferma'));
    const newest = await make(keyOfSession('s', 'aggiunta'));
    expect((await takeChallenge(db(), keyOfSession('s', 'aggiunta'), NOW))?.challenge).toBe(newest);
    expect((await takeChallenge(db(), keyOfSession('s', 'conferma'), NOW))?.challenge).toBe(other);
  });

  it('of one network fifty are kept: the oldest makes room, and other networks lose none', async () => {
    await make('elsewhere', { network: '10.9.9.0' });
    for (let n = 0; n < 51; n++) await make(`n${n}`, { now: later(n) });
    const open = async (key: string) => (await takeChallenge(db(), key, later(100))) !== null;
    expect([await open('n0'), await open('n1'), await open('n50'), await open('elsewhere')]).toEqual([false, true, true, true]);
  });

  it('beyond the limit in all none is made, until old ones end', async () => {
    for (const n of [1, 2, 3]) await make(`m${n}`, { network: `10.0.${n}.0`, most: 3 });
    await expect(make('m4', { network: '10.0.4.0', most: 3 })).rejects.toMatchObject({ code: 'TROPPE_CHIAMATE' });
    expect(await takeChallenge(db(), 'm4', NOW)).toBeNull();
    await make('m4', { network: '10.0.4.0', most: 3, now: later(CHALLENGE_MS) });
    expect(await takeChallenge(db(), 'm4', later(CHALLENGE_MS))).not.toBeNull();
  });
});
