import type { TestPortal, Person } from '../../../test/portal.ts';

/** A file as it is sent: its bytes, BOM included. */
export async function statementFile(
  portale: TestPortal,
  as: Person,
  path: string,
  accept: string,
): Promise<{ res: Response; bytes: Buffer }> {
  const res = await fetch(portale.base + path, { headers: { authorization: `Bearer ${as.token}`, accept } });
  return { res, bytes: Buffer.from(await res.arrayBuffer()) };
}
