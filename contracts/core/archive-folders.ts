/** Folder of the archive for the workers' documents; no machine may have this key. */
export const PERSONALE_FOLDER = 'PERSONALE';

/** Checks whether a path of the archive is the workers' folder or lies inside it. */
export const isOfWorkers = (path: string): boolean => path === PERSONALE_FOLDER || path.startsWith(`${PERSONALE_FOLDER}/`);
