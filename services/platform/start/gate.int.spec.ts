import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { portaLibera } from '../../../test/program.ts';
import { ascoltaSu, type Portone } from './gate.ts';

describe('Il portone', () => {
  const open: Portone[] = [];
  afterEach(async () => {
    for (const portone of open.splice(0)) await portone.chiudi();
  });
  async function apri(porta: number, opzioni = {}): Promise<Portone> {
    const portone = await ascoltaSu(porta, '127.0.0.1', opzioni);
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
    await expect(ascoltaSu(porta, '127.0.0.1', { pazienzaMs: 0 })).rejects.toThrow(`La porta ${porta} è già occupata`);
    const secondo = apri(porta);
    await primo.chiudi();
    await secondo;
  });

  describe('quando si chiude', () => {
    const MAI = 3_600_000;
    const collega = async (porta: number, invio: string): Promise<{ chiuso: Promise<unknown>; socket: Socket }> => {
      const socket = connect(porta, '127.0.0.1').on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(invio);
      return { socket, chiuso: once(socket, 'close') };
    };

    test('non aspetta chi è collegato ma non ha chiesto niente', async () => {
      const porta = await portaLibera();
      const portone = await apri(porta, { inCorsoMs: MAI });
      const [muto, aMeta] = [await collega(porta, ''), await collega(porta, 'GET / HTTP/1.1\r\nHost')];
      // both are known to the server once it has answered a third
      await fetch(`http://127.0.0.1:${porta}/`);
      await portone.chiudi();
      await Promise.all([muto.chiuso, aMeta.chiuso]);
    });

    test('aspetta la risposta a chi ha chiesto, e lascia chi non finisce mai', async () => {
      const porta = await portaLibera();
      const portone = await apri(porta, { inCorsoMs: MAI });
      const answer = Promise.withResolvers<void>();
      const asked = Promise.withResolvers<void>();
      portone.apri(async (_req, res) => {
        asked.resolve();
        await answer.promise;
        res.end('eccola');
      });
      const reply = fetch(`http://127.0.0.1:${porta}/`).then((response) => response.text());
      await asked.promise;
      const closing = portone.chiudi();
      answer.resolve();
      expect(await reply).toBe('eccola');
      await closing;

      const impaziente = await apri(porta, { inCorsoMs: 1 });
      const begun = Promise.withResolvers<void>();
      impaziente.apri(() => begun.resolve());
      const { chiuso } = await collega(porta, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      await begun.promise;
      await impaziente.chiudi();
      await chiuso;
    });
  });
});
