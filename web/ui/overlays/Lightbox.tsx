import { Dialog as HeadlessDialog, DialogBackdrop, DialogPanel } from '@headlessui/react';
import { ChevronLeft, ChevronRight, Download, X } from 'lucide-react';
import { IconButton } from '../feedback/IconButton.tsx';

export interface LightboxImage {
  src: string;
  alt: string;
  download?: string;
}

interface LightboxProps {
  images: readonly LightboxImage[];
  /** Index of the shown image; `null` closes the lightbox. */
  index: number | null;
  onIndex: (index: number | null) => void;
}

/** Shows photos over the page; the arrow keys step through them and Escape closes. */
export function Lightbox({ images, index, onIndex }: LightboxProps) {
  const image = index === null ? undefined : images[index];
  const close = () => onIndex(null);
  if (!image || index === null) return null;
  const move = (by: number) => onIndex((index + by + images.length) % images.length);
  const many = images.length > 1;
  return (
    <HeadlessDialog
      open
      onClose={close}
      aria-label={image.alt}
      className="fixed inset-0 z-dialog"
      onKeyDown={(event) => {
        if (many && event.key === 'ArrowRight') move(1);
        if (many && event.key === 'ArrowLeft') move(-1);
      }}
    >
      <DialogBackdrop className="scrim" />
      <div className="fixed inset-0 bottom-strip z-dialog flex items-center justify-center p-4 md:top-bar">
        <DialogPanel className="dialog max-h-full max-w-full">
          <header className="flex items-center gap-1 py-2 pl-5 pr-2">
            <span className="num mr-auto truncate text-body font-medium">
              {image.alt}
              {many ? (
                <span className="text-ink-3">
                  {' '}
                  {index + 1} di {images.length}
                </span>
              ) : null}
            </span>
            {image.download ? (
              <a className="btn btn-ghost btn-icon" href={image.download} aria-label={`Scarica ${image.alt}`} title="Scarica">
                <Download className="icon" aria-hidden />
              </a>
            ) : null}
            <IconButton icon={X} label="Chiudi" onClick={close} autoFocus />
          </header>
          <div className="relative flex min-h-0 items-center justify-center px-4 pb-4">
            {many ? (
              <IconButton
                icon={ChevronLeft}
                label="Precedente"
                variant="secondary"
                className="absolute left-6 bg-raised"
                onClick={() => move(-1)}
              />
            ) : null}
            <img
              src={image.src}
              alt={image.alt}
              className="max-h-[calc(100vh-120px)] max-w-full md:max-h-[calc(100vh-theme(spacing.bar)-120px)] rounded-panel object-contain"
            />
            {many ? (
              <IconButton
                icon={ChevronRight}
                label="Successiva"
                variant="secondary"
                className="absolute right-6 bg-raised"
                onClick={() => move(1)}
              />
            ) : null}
          </div>
        </DialogPanel>
      </div>
    </HeadlessDialog>
  );
}
