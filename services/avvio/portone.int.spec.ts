import { afterEach, describe, expect, test } from 'vitest';
import { portaLibera } from '../../test/programma.ts';
import { ascoltaSu, type Portone } from './portone.ts';

describe('Il portone', () => {
  const open: Portone[] = [];
  afterEach(async () => {
    for (const portone of open.splice(0)) await portone.chiudi();
  });
  async function apri(porta: number, pazienzaMs?: number): Promise<Portone> {
    const portone = await ascoltaSu(porta, '127.0.0.1', pazienzaMs);
    open.push(portone);
    return portone;
  }

  test('prima che il portale sia pronto lo dice, a chi chiede pagine e a chi chiede dati', async () => {
    const porta = await portaLibera();
    const portone = await apri(porta);
    const page = await fetch(`http://127.0.0.1:${porta}/`, { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('refresh'), page.headers.get('retry-after')]).toEqual([503, '2', '2']);
    const data = await fetch(`http://127.0.0.1:${porta}/api/salute`);
    expect(data.headers.get('content-type')).toContain('application/problem+json');
    expect(await data.json()).toMatchObject({ status: 503, message: 'Il portale si sta avviando: riprovare fra qualche secondo.' });
    portone.apri((_req, res) => void res.end('pronto'));
    expect(await (await fetch(`http://127.0.0.1:${porta}/`)).text()).toBe('pronto');
  });

  test('una porta occupata si dice con una frase, e quella di un portale che chiude si aspetta', async () => {
    const porta = await portaLibera();
    const primo = await apri(porta);
    await expect(ascoltaSu(porta, '127.0.0.1', 0)).rejects.toThrow(`La porta ${porta} è già occupata`);
    const secondo = apri(porta);
    await primo.chiudi();
    await secondo;
  });
});
