import { NetworkError } from './api-error.ts';
import { network } from './api-client.ts';
import { takenByDevice } from './device.ts';
import { newKey } from './idempotency.ts';
import { uploadForm } from './upload-form.ts';
import type { UploadOptions } from './upload.ts';

/** Sends a form with files, or leaves it on the device until there is a network: then `null`. `form` is made anew for each use. */
export async function uploadFormOrKeep<T>(path: string, form: () => FormData, options: UploadOptions): Promise<T | null> {
  const key = options.idempotencyKey ?? newKey();
  const kept = async (lost: boolean) => (await takenByDevice({ method: 'POST', url: path, body: form(), key }, lost))?.answer !== undefined;
  if (await kept(!network.state().online)) return null;
  try {
    return await uploadForm<T>(path, form(), { ...options, idempotencyKey: key });
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    network.lost();
    if (await kept(true)) return null;
    throw error;
  }
}
