import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';

describe('in produzione, senza sessione', { timeout: 60_000 }, () => {
  let portale: TestPortal;
  let person: Person;
  beforeAll(async () => {
    portale = await startTestPortal({ env: { NODE_ENV: 'production', SENZA_TLS: '1' } });
    person = await portale.person();
  }, 60_000);
  afterAll(() => portale?.stop());

  it.each(['/api/docs', '/api/docs.json', '/api/docs.css'])('%s non si legge; chi è entrato la legge', async (path) => {
    expect([(await portale.call('GET', path)).status, (await portale.call('GET', path, { as: person })).status]).toEqual([401, 200]);
  });

  it('la salute dice come sta, non con quali letture', async () => {
    const [stranger, inside] = [await portale.call('GET', '/api/salute'), await portale.call('GET', '/api/salute', { as: person })];
    expect([stranger.status, stranger.body.stato, stranger.body.proiezioni]).toEqual([200, 'ok', undefined]);
    expect(inside.body.proiezioni.length).toBeGreaterThan(10);
  });
});
