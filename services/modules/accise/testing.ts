import type { TestPortal, Person } from '../../../test/portal.ts';

/** Requests a statement as a file, and returns the response with its bytes, byte order mark included. */
export async function statementFile(
  portale: TestPortal,
  as: Person,
  path: string,
  accept: string,
): Promise<{ res: Response; bytes: Buffer }> {
  const res = await fetch(portale.base + path, { headers: { authorization: `Bearer ${as.token}`, accept } });
  return { res, bytes: Buffer.from(await res.arrayBuffer()) };
}
