import { atom } from 'jotai';

/** Key of the header just created by AVANTI, until that header's screen has read the key. */
export const newHeaderAtom = atom<string | null>(null);
