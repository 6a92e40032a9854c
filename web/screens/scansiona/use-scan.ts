import { useEffect, useRef, type RefObject } from 'react';
import { frameReader } from './reader.ts';

/** Milliseconds between two scans: quick enough for a hand, without heating up the phone. */
const PAUSE_MS = 120;

/** Scans the video for codes while `on` is true and passes their texts to `onTexts`. */
export function useScan(video: RefObject<HTMLVideoElement>, on: boolean, onTexts: (texts: readonly string[]) => void): void {
  const told = useRef(onTexts);
  useEffect(() => {
    told.current = onTexts;
  });
  useEffect(() => {
    if (!on) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wanted = true;
    const look = async (read: Awaited<ReturnType<typeof frameReader>>) => {
      const frame = video.current;
      const texts = frame && frame.videoWidth > 0 ? await read(frame).catch(() => []) : [];
      if (!wanted) return;
      if (texts.length > 0) told.current(texts);
      timer = setTimeout(() => void look(read), PAUSE_MS);
    };
    void frameReader().then((read) => (wanted ? look(read) : undefined));
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [video, on]);
}
