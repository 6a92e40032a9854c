import { loadLater } from '#web/lib/load-later.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import type { MobileMenuProps } from './MobileMenu.tsx';

const mobileMenu = loadLater(() => import('./MobileMenu.tsx'));

/** The phone's menu: its code comes after the screen, and only where there is a phone. `open`: it is wanted. */
export function PhoneMenu({ open, ...menu }: MobileMenuProps & { open: boolean }) {
  const draw = useLoaded(mobileMenu);
  return open ? (draw?.(menu) ?? null) : null;
}
