import { expect, it } from 'vitest';
import { crossesNetwork } from './smtp-mailer.ts';

it('la posta che esce da questa macchina e dalla rete dei suoi contenitori va cifrata, o non va', () => {
  for (const url of ['smtp://posta:1025', 'smtp://localhost:25', 'smtp://127.0.0.1:25', 'smtp://[::1]:25'])
    expect(crossesNetwork(url)).toBe(false);
  for (const url of ['smtp://u:p@mail.example.it:587', 'smtp://10.0.0.4', 'smtp://192.168.1.9:25', 'smtp://[fd00::1]:25'])
    expect(crossesNetwork(url)).toBe(true);
});
