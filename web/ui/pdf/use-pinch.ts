import { useRef, type TouchEvent } from 'react';

const distance = (touches: TouchEvent['touches']): number =>
  Math.hypot(touches[0]!.clientX - touches[1]!.clientX, touches[0]!.clientY - touches[1]!.clientY);

/** Handles pinch gestures: multiplies the zoom at the start by the change of distance between two fingers. */
export function usePinch(zoom: number, onZoom: (zoom: number) => void) {
  const began = useRef<{ distance: number; zoom: number } | null>(null);
  return {
    onTouchStart: (event: TouchEvent) => {
      began.current = event.touches.length === 2 ? { distance: distance(event.touches), zoom } : null;
    },
    onTouchMove: (event: TouchEvent) => {
      if (began.current && event.touches.length === 2) onZoom(began.current.zoom * (distance(event.touches) / began.current.distance));
    },
    onTouchEnd: () => {
      began.current = null;
    },
  };
}
