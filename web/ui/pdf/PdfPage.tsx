import { useEffect, useRef, useState } from 'react';
import type { PDFDocumentProxy } from './open-pdf.ts';
import { drawingScale } from './page-size.ts';

interface PdfPageProps {
  pdf: PDFDocumentProxy;
  number: number;
  /** Width on the screen in px. */
  width: number;
  /** Expected height divided by width, until the page is loaded. */
  ratio: number;
}

/** Draws a PDF page when it comes near the view, and releases it when far, since phones have little memory. */
export function PdfPage({ pdf, number, width, ratio: awaited }: PdfPageProps) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [near, setNear] = useState(false);
  const [ratio, setRatio] = useState(awaited);
  const [text, setText] = useState('');
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), { rootMargin: '100% 0px' });
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (!near || !canvas.current) return;
    const target = canvas.current;
    let stop = () => {};
    let over = false;
    const draw = async () => {
      const page = await pdf.getPage(number);
      const plain = page.getViewport({ scale: 1 });
      if (over) return;
      setRatio(plain.height / plain.width);
      const viewport = page.getViewport({ scale: drawingScale(plain, width, devicePixelRatio) });
      // drawn on a new canvas, so that the old one stays visible until the new one is ready
      const fresh = document.createElement('canvas');
      [fresh.width, fresh.height] = [Math.round(viewport.width), Math.round(viewport.height)];
      const task = page.render({ canvas: fresh, viewport });
      stop = () => task.cancel();
      await task.promise;
      if (over) return;
      [target.width, target.height] = [fresh.width, fresh.height];
      target.getContext('2d')!.drawImage(fresh, 0, 0);
      const { items } = await page.getTextContent();
      if (!over) setText(items.map((item) => ('str' in item ? item.str : '')).join(' '));
    };
    // wait, so that a pinch in progress does not redraw the page at every movement
    const timer = setTimeout(() => void draw().catch(() => {}), target.width > 1 ? 180 : 0);
    return () => {
      over = true;
      clearTimeout(timer);
      stop();
    };
  }, [near, pdf, number, width]);
  return (
    <div ref={box} data-page={number} className="relative mx-auto mb-2 bg-white shadow-menu" style={{ width, height: width * ratio }}>
      {near ? (
        <canvas ref={canvas} width={1} height={1} role="img" aria-label={`Pagina ${number}`} className="block h-full w-full" />
      ) : null}
      <p className="sr-only">{text}</p>
    </div>
  );
}
