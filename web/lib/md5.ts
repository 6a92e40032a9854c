import { md5 } from 'js-md5';

/** The hex digest of a password, which is all that leaves the browser (part 1, section 5). */
export const digestPassword = (password: string): string => md5(password);
