import { Button } from '../feedback/Button.tsx';
import { ActionButton, type PageAction } from './page-actions.tsx';

/** The bar at the bottom of a phone: thumbs reach it. */
export function PhoneActions({ onClose, primary }: { onClose?: (() => void) | undefined; primary?: PageAction | undefined }) {
  return (
    <div className="tel-actions print:hidden">
      {onClose ? <Button size="lg" className="flex-1" onClick={onClose}>CHIUDI</Button> : null}
      {primary ? <ActionButton action={primary} variant="primary" size="lg" className="flex-1" /> : null}
    </div>
  );
}
