import { NetworkError } from './api-error.ts';
import { network } from './api-client.ts';
import { takenByDevice } from './device.ts';
import { newKey } from './idempotency.ts';
import { uploadForm } from './upload-form.ts';
import type { UploadOptions } from './upload.ts';

/** Sends a form with files, or leaves it on the device until there is a network: then `null`. `form` is made anew for each use. */
export async function uploadFormOrKeep<T>(path: string, form: () => FormData, options: UploadOptions): Promise<T | null> {
  const key = options.idempotencyKey ?? newKey();
  const asked = (lost: boolean) => takenByDevice({ method: 'POST', url: path, body: form(), key }, lost);
  const taken = await asked(!network.state().online);
  if (taken?.answer) return null;
  // what it says of a record that the device had numbered is said by the portal's number
  const body = (taken?.call.body as FormData | undefined) ?? form();
  try {
    return await uploadForm<T>(path, body, { ...options, idempotencyKey: key });
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    network.lost();
    if ((await asked(true))?.answer) return null;
    throw error;
  }
}
