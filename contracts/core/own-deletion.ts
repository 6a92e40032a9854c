/** Minutes for which whoever deleted a record may bring it back. */
export const TAKE_BACK_MINUTES = 15;
