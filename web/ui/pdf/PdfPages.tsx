import { Minus, Plus } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { IconButton } from '../feedback/IconButton.tsx';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { EmptyState } from '../feedback/states.tsx';
import { openPdf, type PDFDocumentProxy } from './open-pdf.ts';
import { MAX_ZOOM, MIN_ZOOM, pageAt, withinZoom } from './page-size.ts';
import { PdfPage } from './PdfPage.tsx';
import { usePinch } from './use-pinch.ts';

const STEP = 1.25;
const EDGE = 8;

interface OpenPdf {
  pdf: PDFDocumentProxy;
  /** Height of the first page divided by its width. */
  ratio: number;
}

/** Draws a PDF in the page, for browsers without a PDF reader (most phones). */
export default function PdfPages({ src, title, download }: { src: string; title: string; download?: string | undefined }) {
  const pdfDocument = useDocument(src);
  const scroller = useRef<HTMLDivElement>(null);
  const wide = useWidth(scroller);
  const [zoom, setZoom] = useState(1);
  const [current, setCurrent] = useState(1);
  const change = (next: number) => setZoom(withinZoom(next));
  const pinch = usePinch(zoom, change);
  useHeldPlace(scroller, zoom);
  const onScroll = () => {
    const { current: box } = scroller;
    if (box)
      setCurrent(
        pageAt(
          [...box.querySelectorAll<HTMLElement>('[data-page]')].map((page) => page.offsetTop),
          box.scrollTop,
          box.clientHeight,
        ),
      );
  };
  const count = pdfDocument === 'failed' ? 0 : (pdfDocument?.pdf.numPages ?? 0);
  return (
    <div className="flex h-full min-h-0 flex-col bg-pressed">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
      <div
        ref={scroller}
        role="region"
        aria-label={`Pagine di ${title}`}
        tabIndex={0}
        className="relative min-h-0 flex-1 overflow-auto p-2 [touch-action:pan-x_pan-y]"
        onScroll={onScroll}
        {...pinch}
      >
        {pdfDocument === 'failed' ? (
          <EmptyState
            title="Documento non mostrato"
            text="Il file non si legge qui: scaricalo per aprirlo."
            action={
              download ? (
                <a className="btn btn-secondary btn-text" href={download}>
                  Scarica
                </a>
              ) : undefined
            }
          />
        ) : pdfDocument === null || wide === 0 ? (
          <div aria-busy="true">
            <Skeleton className="!h-[60vh]" />
          </div>
        ) : (
          Array.from({ length: count }, (_, i) => (
            <PdfPage key={i} pdf={pdfDocument.pdf} number={i + 1} width={(wide - 2 * EDGE) * zoom} ratio={pdfDocument.ratio} />
          ))
        )}
      </div>
      {count > 0 ? (
        <div
          role="toolbar"
          aria-label="Pagine e ingrandimento"
          className="flex h-14 flex-none items-center gap-1 border-t border-line bg-surface px-2"
        >
          <span className="num mr-auto pl-2 text-label text-ink-2" aria-live="polite">
            pagina {current} di {count}
          </span>
          <IconButton icon={Minus} label="Riduci" disabled={zoom <= MIN_ZOOM} onClick={() => change(zoom / STEP)} />
          <span className="num w-12 text-center text-label text-ink-2">{Math.round(zoom * 100)}%</span>
          <IconButton icon={Plus} label="Ingrandisci" disabled={zoom >= MAX_ZOOM} onClick={() => change(zoom * STEP)} />
        </div>
      ) : null}
    </div>
  );
}

function useDocument(src: string): OpenPdf | 'failed' | null {
  const [loaded, setLoaded] = useState<OpenPdf | 'failed' | null>(null);
  useEffect(() => {
    setLoaded(null);
    const { document, close } = openPdf(src);
    let over = false;
    void document
      .then(async (pdf) => {
        const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
        if (!over) setLoaded({ pdf, ratio: height / width });
      })
      .catch(() => {
        if (!over) setLoaded('failed');
      });
    return () => {
      over = true;
      close();
    };
  }, [src]);
  return loaded;
}

/** Returns the current client width of an element in px; 0 before the first measurement. */
function useWidth(element: RefObject<HTMLElement>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(() => setWidth(element.current?.clientWidth ?? 0));
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** Keeps the middle of the view in place when the zoom changes. */
function useHeldPlace(scroller: RefObject<HTMLElement>, zoom: number): void {
  const before = useRef(zoom);
  useLayoutEffect(() => {
    const { current: box } = scroller;
    if (box && before.current !== zoom) {
      const by = zoom / before.current;
      box.scrollTop = (box.scrollTop + box.clientHeight / 2) * by - box.clientHeight / 2;
      box.scrollLeft = (box.scrollLeft + box.clientWidth / 2) * by - box.clientWidth / 2;
    }
    before.current = zoom;
  }, [scroller, zoom]);
}
