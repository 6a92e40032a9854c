import { describe, expect, it } from 'vitest';
import { networkOf, visitsInMemory } from './visit-limit.ts';

describe('visite senza sessione', () => {
  it('oltre il limite l’indirizzo aspetta, e sa quanto; gli altri passano', async () => {
    const visits = visitsInMemory({ visits: 2, window: 60 });
    await visits.count('10.0.0.1');
    await visits.count('10.0.0.1');
    await expect(visits.count('10.0.0.1')).rejects.toMatchObject({
      code: 'TROPPI_TENTATIVI', message: expect.stringMatching(/^Troppe richieste da questo indirizzo: riprova tra \d+ secondi\.$/), dettagli: { retryAfter: expect.any(Number) },
    });
    await expect(visits.count('10.0.0.2')).resolves.toBeUndefined();
  });

  it('chi cambia indirizzo dentro la sua rete IPv6 resta lo stesso', async () => {
    const visits = visitsInMemory({ visits: 1, window: 60 });
    await visits.count('2001:db8:1:2::1');
    await expect(visits.count('2001:db8:1:2:ffff::9')).rejects.toMatchObject({ code: 'TROPPI_TENTATIVI' });
    await expect(visits.count('2001:db8:1:3::1')).resolves.toBeUndefined();
  });

  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['::1', '0:0:0:0'],
    ['2001:DB8::1', '2001:db8:0:0'],
    ['2001:0db8:0001:0002:0003:0004:0005:0006', '2001:db8:1:2'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['1:2:3:4::', '1:2:3:4'],
    ['', ''],
  ])('%s si conta come %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
