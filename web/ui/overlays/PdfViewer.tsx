import { Download } from 'lucide-react';
import { SidePanel } from './SidePanel.tsx';

interface PdfViewerProps {
  /** Address of the file: `urlFile(name)`. */
  src: string;
  /** Address that saves it instead. */
  download?: string;
  title: string;
  onClose: () => void;
}

/** A document in the side panel, drawn by the browser's own reader. */
export function PdfViewer({ src, download, title, onClose }: PdfViewerProps) {
  return (
    <SidePanel title={title} onClose={onClose} tools={download ? <a className="btn btn-ghost btn-icon btn-sm" href={download} aria-label={`Scarica ${title}`} title="Scarica"><Download className="icon" aria-hidden /></a> : undefined}>
      <iframe className="block h-[calc(100vh-var(--under-head,120px)-70px)] w-full border-0" src={src} title={title} />
    </SidePanel>
  );
}
