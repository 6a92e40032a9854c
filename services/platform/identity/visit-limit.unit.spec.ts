import { describe, expect, it } from 'vitest';
import { countersInMemory } from './counters.ts';
import { visitLimit } from './visit-limit.ts';

describe('visite senza sessione', () => {
  it('oltre il limite l’indirizzo aspetta, e sa quanto; gli altri passano', async () => {
    const visits = visitLimit(countersInMemory, { visits: 2, window: 60 });
    await visits.count('10.0.0.1');
    await visits.count('10.0.0.1');
    await expect(visits.count('10.0.0.1')).rejects.toMatchObject({
      code: 'TROPPI_TENTATIVI',
      message: expect.stringMatching(/^Troppe richieste da questo indirizzo: riprova tra \d+ secondi\.$/),
      dettagli: { retryAfter: expect.any(Number) },
    });
    await expect(visits.count('10.0.0.2')).resolves.toBeUndefined();
  });

  it('chi cambia indirizzo dentro la sua rete IPv6 resta lo stesso', async () => {
    const visits = visitLimit(countersInMemory, { visits: 1, window: 60 });
    await visits.count('2001:db8:1:2::1');
    await expect(visits.count('2001:db8:1:2:ffff::9')).rejects.toMatchObject({ code: 'TROPPI_TENTATIVI' });
    await expect(visits.count('2001:db8:1:3::1')).resolves.toBeUndefined();
  });
});
