import { documentRefusal } from '#web/ui/inputs/file-kind.ts';

/** Default of the server's limit per upload, in MB. */
export const MAX_MB = 25;

/** Returns why a file cannot be a document, or `null`. */
export const messageOfFile = (file: File): string | null => documentRefusal([file], MAX_MB);
