import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** An index as a reader that is not ours sees it: the texts of all pages, and the files that it leads to. */
export async function readIndex(bytes: Uint8Array): Promise<{ pages: number; texts: string[]; links: string[] }> {
  const task = getDocument({ data: new Uint8Array(bytes), stopAtErrors: true, verbosity: 0 });
  const pdf = await task.promise;
  const texts: string[] = [];
  const links: string[] = [];
  try {
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      texts.push(...items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.str] : [])));
      for (const { subtype, unsafeUrl, url } of (await page.getAnnotations()) as { subtype: string; unsafeUrl?: string; url?: string }[])
        if (subtype === 'Link') links.push(decodeURIComponent((unsafeUrl ?? url ?? '').replace(/#.*$/, '')));
    }
    return { pages: pdf.numPages, texts, links };
  } finally {
    await task.destroy();
  }
}
