import { SESSION } from './api-client.ts';
import { upload, type UploadOptions } from './upload.ts';

/** Uploads a form with files under the person's session. */
export const uploadForm = <T>(path: string, form: FormData, options?: UploadOptions): Promise<T> => upload(SESSION, path, form, options);
