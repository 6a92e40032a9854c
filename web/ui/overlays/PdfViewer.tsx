import { Download } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { loadLater } from '#web/lib/load-later.ts';
import { useNarrow } from '#web/lib/use-media.ts';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { SidePanel } from './SidePanel.tsx';

/** Tells whether the browser shows PDFs in a frame. Touch devices do not: they show at most the first page. */
const readsInFrame = (): boolean => navigator.pdfViewerEnabled !== false && !matchMedia('(pointer: coarse)').matches;

const PdfPages = lazy(loadLater(() => import('../pdf/PdfPages.tsx')));

interface PdfViewerProps {
  /** Address of the file: `fileUrl(name)`. */
  src: string;
  /** Address that downloads the file. */
  download?: string;
  title: string;
  onClose: () => void;
}

/** Shows a document beside the page, or over it on a small screen. Uses the browser's own PDF reader where there is one. */
export function PdfViewer({ src, download, title, onClose }: PdfViewerProps) {
  const full = useNarrow();
  return (
    <SidePanel
      full
      title={title}
      onClose={onClose}
      tools={
        download ? (
          <a className="btn btn-ghost btn-icon btn-sm" href={download} aria-label={`Scarica ${title}`} title="Scarica">
            <Download className="icon" aria-hidden />
          </a>
        ) : undefined
      }
    >
      <div className={full ? 'h-full' : 'h-[calc(100vh-var(--under-head)-70px)]'}>
        {readsInFrame() ? (
          <iframe className="block h-full w-full border-0" src={src} title={title} />
        ) : (
          <Suspense fallback={<Skeleton className="!h-full" />}>
            <PdfPages src={src} title={title} download={download} />
          </Suspense>
        )}
      </div>
    </SidePanel>
  );
}
