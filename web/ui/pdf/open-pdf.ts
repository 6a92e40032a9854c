import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
// oxlint-disable-next-line import/default -- the builder gives its address
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

// pdf.js loads all its files from the portal; the content security policy allows neither eval nor wasm
const OWN = {
  cMapUrl: '/pdfjs/cmaps/',
  standardFontDataUrl: '/pdfjs/standard_fonts/',
  wasmUrl: '/pdfjs/wasm/',
  useWasm: false,
  isEvalSupported: false,
  enableXfa: false,
};

export type { PDFDocumentProxy };

/** Opens a PDF to be drawn by the page itself; `close` ends its worker. */
export function openPdf(url: string): { document: Promise<PDFDocumentProxy>; close(): void } {
  GlobalWorkerOptions.workerSrc = workerUrl;
  const task = getDocument({ url, ...OWN } as Parameters<typeof getDocument>[0]);
  return { document: task.promise, close: () => void task.destroy() };
}
