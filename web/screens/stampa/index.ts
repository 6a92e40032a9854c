import { createElement } from 'react';
import type { ScreenFolder, Load } from '../screen-folder.ts';

/** Loads the print screen with the printed forms of all folders. */
const load: Load = async (tools) => {
  const [{ Stampa }, prints] = await Promise.all([import('./Stampa.tsx'), tools.prints()]);
  return { default: () => createElement(Stampa, { prints }) };
};

export const stampa: ScreenFolder = {
  screens: [
    { path: '/home/macchinari/stampa/:id', load },
    { path: '/home/personale/stampa/:id', load },
  ],
};
