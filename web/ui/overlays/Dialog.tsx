import { Dialog as HeadlessDialog, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react';
import clsx from 'clsx';
import { X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { DialogIdContext, useShortcuts, type OptionalShortcut } from '#web/lib/shortcuts.ts';
import { IconButton } from '../feedback/IconButton.tsx';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Grey text under the title. */
  subtitle?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  /** Width in px: 440 for a question, 640 for a form, 760 for a comparison. */
  width?: 440 | 640 | 760;
  /** `alertdialog`: asks before something is lost; a press outside does not close it. */
  role?: 'dialog' | 'alertdialog';
  /** A close button beside the title. */
  closable?: boolean;
  bodyClass?: string;
  /** Value of the attribute `data-dialogo`, for style rules about this dialog alone. */
  marker?: string;
  /** Keys that work while the dialog is open; those of the page behind it do not. */
  shortcuts?: readonly OptionalShortcut[];
}

const NONE: readonly OptionalShortcut[] = [];

/** Declares keys inside the dialog's context. */
function DialogKeys({ shortcuts }: { shortcuts: readonly OptionalShortcut[] }) {
  useShortcuts(shortcuts);
  return null;
}

const WIDTH = { 440: 'max-w-[440px]', 640: 'max-w-[640px]', 760: 'max-w-[760px]' };

export function Dialog({
  open,
  onClose,
  title,
  subtitle,
  children,
  footer,
  width = 640,
  role = 'dialog',
  closable = width !== 440,
  bodyClass = 'dialog-body',
  marker,
  shortcuts = NONE,
}: DialogProps) {
  const id = useId();
  return (
    <HeadlessDialog open={open} onClose={onClose} role={role} className="fixed inset-0 z-dialog" data-dialogo={marker} data-dialog-id={id}>
      <DialogIdContext.Provider value={id}>
        <DialogKeys shortcuts={shortcuts} />
        <DialogBackdrop
          transition
          className="scrim transition-opacity duration-panel ease-out data-[leave]:duration-[110ms] data-[closed]:opacity-0"
        />
        <div className="fixed inset-0 bottom-strip z-dialog flex items-center justify-center p-4 md:top-bar">
          <DialogPanel
            transition
            className={clsx(
              'dialog max-h-full w-full min-w-0 transition duration-panel ease-out data-[leave]:duration-[110ms] data-[closed]:scale-[.98] data-[closed]:opacity-0',
              WIDTH[width],
            )}
          >
            <header className="dialog-head">
              <div className="min-w-0">
                <DialogTitle className="dialog-title">{title}</DialogTitle>
                {subtitle ? <p className="num mt-1 text-body text-ink-3">{subtitle}</p> : null}
              </div>
              {closable ? <IconButton icon={X} label="Chiudi" size="sm" className="-mr-2" onClick={onClose} /> : null}
            </header>
            <div className={clsx(bodyClass, 'min-h-0 overflow-y-auto')}>{children}</div>
            {footer ? <footer className="dialog-foot flex-wrap">{footer}</footer> : null}
          </DialogPanel>
        </div>
      </DialogIdContext.Provider>
    </HeadlessDialog>
  );
}
