import type { ScreenFolder } from '../screen-folder.ts';

/** Loads the home's prefetch in a small chunk of its own, so that other screens do not load it. */
const askHome = async () => (await import('./home-ask.ts')).askHome;

export const home: ScreenFolder = {
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
