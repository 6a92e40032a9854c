import { atom } from 'jotai';

/** Photo that another app shared with the portal, held in memory until a report takes the photo. */
export const sharedPhotoAtom = atom<File | null>(null);
