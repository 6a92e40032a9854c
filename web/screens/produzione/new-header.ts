import { atom } from 'jotai';

/** Key of the header that AVANTI has just made, until the screen of that header has read it. */
export const newHeaderAtom = atom<string | null>(null);
