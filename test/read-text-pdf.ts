import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface ReadTextPdf {
  title: string;
  /** Texts of each page, in the order in which they were drawn. */
  pages: string[][];
  /** Files to which links lead. */
  links: string[];
  /** By font name: true if the font is embedded. */
  fonts: Record<string, boolean>;
}

/** Reads the texts of a PDF with pdf.js, which throws at the first error in the file. */
export async function readTextPdf(bytes: Uint8Array): Promise<ReadTextPdf> {
  const task = getDocument({ data: new Uint8Array(bytes), stopAtErrors: true, fontExtraProperties: true, verbosity: 0 });
  const pdf = await task.promise;
  const { info } = await pdf.getMetadata();
  const read: ReadTextPdf = { title: String((info as { Title?: string }).Title ?? ''), pages: [], links: [], fonts: {} };
  try {
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number);
      await page.getOperatorList();
      const { items } = await page.getTextContent();
      read.pages.push(items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.str] : [])));
      for (const item of items) {
        if (!('fontName' in item) || !page.commonObjs.has(item.fontName)) continue;
        const font = page.commonObjs.get(item.fontName) as { name: string; missingFile?: boolean };
        read.fonts[font.name] = font.missingFile !== true;
      }
      for (const { subtype, unsafeUrl, url } of (await page.getAnnotations()) as { subtype: string; unsafeUrl?: string; url?: string }[])
        if (subtype === 'Link') read.links.push(decodeURIComponent((unsafeUrl ?? url ?? '').replace(/#.*$/, '')));
    }
    return read;
  } finally {
    await task.destroy();
  }
}
