import { namesRecord, type Call } from '#web/lib/device.ts';
import { urlWithPortalKeys, withPortalKeys } from './item.ts';

/**
 * Returns the call with the portal's numbers in place of the local keys that are known: in its address and in the
 * fields that name records, also those of a form with files.
 */
export function withKnown(call: Call, portalKeys: Readonly<Record<string, string>>): Call {
  if (Object.keys(portalKeys).length === 0) return call;
  const url = urlWithPortalKeys(call.url, portalKeys);
  if (call.body === undefined) return { ...call, url };
  if (!(call.body instanceof FormData)) return { ...call, url, body: JSON.parse(withPortalKeys(JSON.stringify(call.body), portalKeys)) };
  const form = new FormData();
  for (const [name, value] of call.body.entries())
    form.append(name, typeof value === 'string' && namesRecord(name) ? (portalKeys[value] ?? value) : value);
  return { ...call, url, body: form };
}
