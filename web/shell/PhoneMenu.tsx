import { loadLater } from '#web/lib/load-later.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import type { MobileMenuProps } from './MobileMenu.tsx';

const mobileMenu = loadLater(() => import('./MobileMenu.tsx'));

/** Shows the menu of a phone while `open`. Its code is loaded after the screen. */
export function PhoneMenu({ open, ...menu }: MobileMenuProps & { open: boolean }) {
  const draw = useLoaded(mobileMenu);
  return open ? (draw?.(menu) ?? null) : null;
}
