import { atom } from 'jotai';

/** The photo that somebody shared with the app, until a report takes it. It lives in this page's memory alone. */
export const sharedPhotoAtom = atom<File | null>(null);
