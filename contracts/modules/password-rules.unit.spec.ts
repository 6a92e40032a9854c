import { expect, it } from 'vitest';
import { passwordProblem } from './password-rules.ts';

const NAMES = ['niccolo.rossi', 'Niccolò De Rossi', 'Valborra S.p.A.'];

it.each([
  ['corta', 'Servono almeno 12 caratteri: per esempio quattro parole'],
  ['undici sign', 'Servono almeno 12 caratteri: per esempio quattro parole'],
  ['aaaaaaaaaaaaaaa', 'È sempre lo stesso segno: usane di diversi'],
  ['il signor NICCOLÒ', 'Non usare un nome che tutti sanno: «niccolo»'],
  ['sempre a Valborra', 'Non usare un nome che tutti sanno: «valborra»'],
  ['entro in strato', 'Non usare un nome che tutti sanno: «strato»'],
  ['dodici segni', null],
  ['tre gatti sul tetto', null],
])('%s: %s', (text, problem) => expect(passwordProblem(text, NAMES)).toBe(problem));
