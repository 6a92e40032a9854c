import type { Call } from '#web/lib/device.ts';
import { withPortalKeys } from './item.ts';

/** The call with the portal's numbers in place of those of the device that are known by now: in its address, its fields, and those of a form with files. */
export function withKnown(call: Call, known: Readonly<Record<string, string>>): Call {
  if (Object.keys(known).length === 0) return call;
  const url = withPortalKeys(call.url, known);
  if (call.body === undefined) return { ...call, url };
  if (call.body instanceof FormData) {
    const form = new FormData();
    for (const [name, value] of call.body.entries()) form.append(name, typeof value === 'string' ? withPortalKeys(value, known) : value);
    return { ...call, url, body: form };
  }
  return { ...call, url, body: JSON.parse(withPortalKeys(JSON.stringify(call.body), known)) };
}
