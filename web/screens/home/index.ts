import type { Brings } from '../brings.ts';

/** Its figures are asked for beside its code, by a small part that no list has to bring. */
const askHome = async () => (await import('./home-ask.ts')).askHome;

export const home: Brings = {
  screens: [
    {
      path: '/home',
      load: () => import('./Home.tsx'),
      ask: (client) =>
        void askHome().then(
          (ask) => ask(client),
          () => undefined,
        ),
    },
  ],
};
