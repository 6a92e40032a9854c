/** The photo that somebody shared with the app, until it has gone somewhere: in this page's memory alone. */
let held: File | null = null;

export const sharedPhoto = (): File | null => held;
export const placeSharedPhoto = (photo: File | null): void => {
  held = photo;
};
