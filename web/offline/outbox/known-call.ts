import { namesRecord, type Call } from '#web/lib/device.ts';
import { urlWithPortalKeys, withPortalKeys } from './item.ts';

/**
 * Returns the call with the portal's numbers in place of the local keys that are known: in its address and in the
 * fields that name records, also those of a form with files.
 */
export function withKnown(call: Call, known: Readonly<Record<string, string>>): Call {
  if (Object.keys(known).length === 0) return call;
  const url = urlWithPortalKeys(call.url, known);
  if (call.body === undefined) return { ...call, url };
  if (!(call.body instanceof FormData)) return { ...call, url, body: JSON.parse(withPortalKeys(JSON.stringify(call.body), known)) };
  const form = new FormData();
  for (const [name, value] of call.body.entries())
    form.append(name, typeof value === 'string' && namesRecord(name) ? (known[value] ?? value) : value);
  return { ...call, url, body: form };
}
