import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
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

/** The texts of each page, as a reader that is not ours sees them. */
export async function pdfTexts(bytes: Uint8Array): Promise<string[][]> {
  const task = getDocument({ data: new Uint8Array(bytes), stopAtErrors: true, verbosity: 0 });
  const pdf = await task.promise;
  try {
    return await Promise.all(
      Array.from({ length: pdf.numPages }, async (_, i) => {
        const { items } = await (await pdf.getPage(i + 1)).getTextContent();
        return items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.str] : []));
      }),
    );
  } finally {
    await task.destroy();
  }
}
