import { createElement } from 'react';
import type { ScreenFolder } from '../screen-folder.ts';

export const daInviare: ScreenFolder = {
  screens: [
    {
      path: '/home/da-inviare',
      load: async ({ outbox }) => {
        const [{ DaInviare }, { waiting }] = await Promise.all([import('./DaInviare.tsx'), outbox()]);
        return { default: () => createElement(DaInviare, { queue: waiting }) };
      },
    },
  ],
};
