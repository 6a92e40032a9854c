/** The folder of the archive that holds the workers' own; no machine is called so. */
export const PERSONALE_FOLDER = 'PERSONALE';

/** Whether a path of the archive lies among the workers' own. */
export const isOfWorkers = (path: string): boolean => path === PERSONALE_FOLDER || path.startsWith(`${PERSONALE_FOLDER}/`);
