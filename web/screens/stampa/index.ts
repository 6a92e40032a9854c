import { createElement } from 'react';
import type { Brings, Load } from '../brings.ts';

/** A record on paper, whichever folder says how. */
const load: Load = async (tools) => {
  const [{ Stampa }, prints] = await Promise.all([import('./Stampa.tsx'), tools.prints()]);
  return { default: () => createElement(Stampa, { prints }) };
};

export const stampa: Brings = {
  screens: [
    { path: '/home/macchinari/stampa/:id', load },
    { path: '/home/personale/stampa/:id', load },
  ],
};
