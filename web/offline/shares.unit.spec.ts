import { describe, expect, it } from 'vitest';
import { ASK, createShares } from './shares.ts';

const ORIGIN = 'https://portale.prova';
const photo = new File(['x'], 'a.jpg', { type: 'image/jpeg' });
const shared = (...parts: (File | string)[]) => {
  const form = new FormData();
  for (const part of parts) form.append('foto', part);
  return { formData: async () => form };
};
const asked = (shares: ReturnType<typeof createShares>, data: unknown = ASK) => {
  const given: unknown[] = [];
  shares.answer({ data, ports: [{ postMessage: (message) => given.push(message) }] });
  return given;
};

describe('Una foto condivisa con l’app', () => {
  it('si prende dal suo indirizzo soltanto, e porta alla pagina che chiede dove va', async () => {
    const shares = createShares(ORIGIN);
    expect(
      [
        { method: 'POST', url: `${ORIGIN}/condividi` },
        { method: 'GET', url: `${ORIGIN}/condividi` },
        { method: 'POST', url: `${ORIGIN}/api/condividi` },
        { method: 'POST', url: 'https://altri.prova/condividi' },
      ].map((request) => shares.takes(request)),
    ).toEqual([true, false, false, false]);
    const answer = await shares.take(shared(photo));
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, `${ORIGIN}/home/condividi`]);
  });
  it('si dà una volta sola, a chi la chiede con la sua parola', async () => {
    const shares = createShares(ORIGIN);
    await shares.take(shared('testo', new File([], 'vuota.jpg'), photo));
    expect(asked(shares, 'altro')).toEqual([]);
    const [files] = asked(shares) as [File[]];
    expect(files.map(({ name }) => name)).toEqual(['a.jpg']);
    expect(asked(shares)).toEqual([[]]);
  });
  it('ciò che non è un modulo non lascia niente', async () => {
    const shares = createShares(ORIGIN);
    await shares.take(shared(photo));
    await shares.take({ formData: () => Promise.reject(new TypeError('no form')) });
    expect(asked(shares)).toEqual([[]]);
  });
});
