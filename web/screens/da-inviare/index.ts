import { createElement } from 'react';
import type { Brings } from '../brings.ts';

export const daInviare: Brings = {
  screens: [
    {
      path: '/home/da-inviare',
      load: async ({ outbox }) => {
        const [{ DaInviare }, { waiting }] = await Promise.all([import('./DaInviare.tsx'), outbox()]);
        return { default: () => createElement(DaInviare, { waiting }) };
      },
    },
  ],
};
