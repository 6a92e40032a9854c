import { NetworkError } from './api-error.ts';
import { network } from './api-client.ts';
import { offerToDevice, type Reach } from './device.ts';
import { newKey } from './idempotency.ts';
import { SILENT, withHealthCheck } from './health-check.ts';
import { uploadForm } from './upload-form.ts';
import type { UploadOptions } from './upload.ts';

/**
 * Uploads a form with files; without a network, leaves the form on the device and resolves to `null`. `form` creates a new form for each
 * use.
 */
export async function uploadFormOrKeep<T>(path: string, form: () => FormData, options: UploadOptions): Promise<T | null> {
  const key = options.idempotencyKey ?? newKey();
  const takeByDevice = (portal: Reach) => offerToDevice({ method: 'POST', url: path, body: form(), key }, portal);
  const deviceAnswer = await takeByDevice(network.state().online ? 'there' : 'away');
  if (deviceAnswer?.answer) return null;
  // the device has replaced its local record numbers in the form with the portal's numbers
  const body = (deviceAnswer?.call.body as FormData | undefined) ?? form();
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, ...(options.signal ? [options.signal] : [])]);
  let bytesSent = 0;
  const onProgress: UploadOptions['onProgress'] = (bytes, total) => {
    bytesSent = bytes;
    options.onProgress?.(bytes, total);
  };
  const upload = uploadForm<T>(path, body, { ...options, onProgress, signal, idempotencyKey: key });
  try {
    const answer = await withHealthCheck(upload, { network, progress: () => bytesSent });
    if (answer !== SILENT) return answer;
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
  }
  network.lost();
  if ((await takeByDevice('silent'))?.answer) {
    stop.abort();
    return null;
  }
  return upload;
}
