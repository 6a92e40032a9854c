import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface ReadPage {
  width: number;
  height: number;
  /** Transformation matrix of the page's only picture, which places the unit square on the page. */
  matrix: number[];
  image: { width: number; height: number; data: Uint8Array | undefined };
}

/** Reads a PDF of pictures with pdf.js: its pages, each with one picture. */
export async function readPdf(bytes: Buffer): Promise<ReadPage[]> {
  const task = getDocument({
    data: new Uint8Array(bytes),
    isEvalSupported: false,
    useWasm: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    stopAtErrors: true,
    verbosity: 0,
  } as Parameters<typeof getDocument>[0]);
  const pdf = await task.promise;
  try {
    return await Promise.all(
      Array.from({ length: pdf.numPages }, async (_, i) => {
        const page = await pdf.getPage(i + 1);
        const { width, height } = page.getViewport({ scale: 1 });
        const { fnArray, argsArray } = await page.getOperatorList();
        const matrix = Array.from(argsArray[fnArray.indexOf(OPS.transform)] as number[]);
        const [name] = argsArray[fnArray.indexOf(OPS.paintImageXObject)] as [string];
        const image = await new Promise<ReadPage['image']>((resolve) => page.objs.get(name, resolve));
        return { width, height, matrix, image: { width: image.width, height: image.height, data: image.data } };
      }),
    );
  } finally {
    await task.destroy();
  }
}
