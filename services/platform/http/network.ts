import ipaddr from 'ipaddr.js';

/** Returns the unit to which limits apply: an IPv4 address, or the /64 network of an IPv6 address, which belongs to a single customer. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const ip = ipaddr.process(address);
  return ip instanceof ipaddr.IPv6
    ? ip.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')
    : ip.toString();
}
