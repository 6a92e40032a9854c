import { describe, expect, it } from 'vitest';
import { reteDi, visiteInMemoria } from './visit-limit.ts';

describe('visite senza sessione', () => {
  it('oltre il limite l’indirizzo aspetta, e sa quanto; gli altri passano', async () => {
    const visite = visiteInMemoria({ visite: 2, finestra: 60 });
    await visite.conta('10.0.0.1');
    await visite.conta('10.0.0.1');
    await expect(visite.conta('10.0.0.1')).rejects.toMatchObject({
      code: 'TROPPI_TENTATIVI', message: expect.stringMatching(/^Troppe richieste da questo indirizzo: riprova tra \d+ secondi\.$/), dettagli: { retryAfter: expect.any(Number) },
    });
    await expect(visite.conta('10.0.0.2')).resolves.toBeUndefined();
  });

  it('chi cambia indirizzo dentro la sua rete IPv6 resta lo stesso', async () => {
    const visite = visiteInMemoria({ visite: 1, finestra: 60 });
    await visite.conta('2001:db8:1:2::1');
    await expect(visite.conta('2001:db8:1:2:ffff::9')).rejects.toMatchObject({ code: 'TROPPI_TENTATIVI' });
    await expect(visite.conta('2001:db8:1:3::1')).resolves.toBeUndefined();
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
  ])('%s si conta come %s', (indirizzo, rete) => {
    expect(reteDi(indirizzo)).toBe(rete);
  });
});
