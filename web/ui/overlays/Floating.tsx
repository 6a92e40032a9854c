import clsx from 'clsx';
import { useLayoutEffect, useRef, type ComponentProps, type RefObject } from 'react';
import { place, type Placement } from './place.ts';

export interface FloatingProps extends ComponentProps<'div'> {
  anchor: RefObject<HTMLElement | null>;
  placement?: Placement;
  /** Makes the box at least as wide as its anchor. */
  matchWidth?: boolean;
  gap?: number | undefined;
}

/**
 * Shows a box beside its anchor in the browser's top layer, where nothing clips it. Inside a dialog, the box remains part of the dialog.
 * The box is open as long as it is mounted.
 */
export function Floating({ anchor, placement = 'bottom-start', matchWidth = false, gap = 6, className, ...rest }: FloatingProps) {
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = panel.current;
    if (!element || !anchor.current) return;
    element.setAttribute('popover', 'manual');
    element.showPopover();
    const update = () => {
      if (!anchor.current) return;
      const box = anchor.current.getBoundingClientRect();
      if (matchWidth) element.style.minWidth = `${box.width}px`;
      const at = place(
        {
          anchor: box,
          box: { width: element.offsetWidth, height: element.offsetHeight },
          screen: { width: innerWidth, height: innerHeight },
        },
        placement,
        gap,
      );
      element.style.left = `${at.left}px`;
      element.style.top = `${at.top}px`;
    };
    update();
    const observer = new ResizeObserver(update);
    observer.observe(element);
    addEventListener('scroll', update, { capture: true, passive: true });
    addEventListener('resize', update);
    return () => {
      observer.disconnect();
      removeEventListener('scroll', update, { capture: true });
      removeEventListener('resize', update);
    };
  }, [anchor, placement, matchWidth, gap]);
  return (
    <div
      {...rest}
      ref={panel}
      className={clsx('fixed m-0 animate-[rise_160ms_cubic-bezier(.2,0,0,1)] overflow-visible border-0', className)}
    />
  );
}
