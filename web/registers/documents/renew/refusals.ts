import { documentRefusal } from '#web/ui/inputs/file-kind.ts';

/** What a server takes unless it is told otherwise. */
export const MAX_MB = 25;

/** Why this file is no document by itself, or `null`. */
export const messageOfFile = (file: File): string | null => documentRefusal([file], MAX_MB);
