import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { weaknessOf } from './weak-passwords.ts';

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
const NAMES = ['mario.rossi', 'Mario De Rossi', 'Geotecnica Emiliana S.r.l.'];
const judged = (text: string) => weaknessOf(md5(text), NAMES);

describe('Le password che nessuno può avere', () => {
  it.each([
    'a',
    '~',
    'zz',
    'a1b',
    'password',
    'Password',
    'password123!',
    'qwerty123456',
    '123456789012',
    'passwordpassword',
    'dragon2025',
  ])('è comune: %s', async (text) => expect(await judged(text)).toBe('comune'));

  it.each([
    'mario.rossi',
    'MarioDeRossi',
    'rossi1985',
    'Mario2026',
    'geotecnicaemilianasrl',
    'Strato2026!',
    'strato1234',
    'mariomario7',
    'rossidemario7',
    'De1985',
  ])('è fatta di un nome: %s', async (text) => expect(await judged(text)).toBe('nome'));

  it('una frase non lo è', async () => {
    for (const text of ['tre gatti sul tetto rosso', 'mario.rossi va in cantiere ogni lunedì', 'zq8-Vb2-pL0'])
      expect(await judged(text)).toBeNull();
  });
});
