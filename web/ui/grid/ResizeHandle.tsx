import type { PointerEvent } from 'react';

/** Drag handle at the right edge of a head, which changes the column's width. */
export function ResizeHandle({ onWidth }: { onWidth(width: number): void }) {
  const drag = (event: PointerEvent<HTMLSpanElement>) => {
    const handle = event.currentTarget;
    const start = event.clientX;
    const width = handle.parentElement?.offsetWidth ?? 0;
    handle.setPointerCapture(event.pointerId);
    const move = (moved: globalThis.PointerEvent) => onWidth(width + moved.clientX - start);
    const stop = () => {
      handle.removeEventListener('pointermove', move);
      handle.removeEventListener('pointerup', stop);
      handle.removeEventListener('pointercancel', stop);
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', stop);
    handle.addEventListener('pointercancel', stop);
    event.preventDefault();
  };
  return (
    <span
      aria-hidden="true"
      className="absolute inset-y-1.5 -right-px w-2 cursor-col-resize touch-none border-r-2 border-transparent hover:border-line-input group-hover:border-line-strong print:hidden"
      onPointerDown={drag}
      onClick={(event) => event.stopPropagation()}
    />
  );
}
