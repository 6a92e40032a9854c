import { useEffect, useRef, useState, type RefObject } from 'react';
import { NO_CAMERA_HERE, troubleOf, type CameraTrouble } from './camera-trouble.ts';

/** The rear one where there are two; sharp enough for a small label. */
const WANTED: MediaStreamConstraints = {
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 960 } },
  audio: false,
};

export interface Camera {
  video: RefObject<HTMLVideoElement>;
  /** It shows a picture. */
  on: boolean;
  trouble: CameraTrouble | null;
  retry(): void;
  /** `null`: it has no light. */
  light: boolean | null;
  toggleLight(): void;
}

/** The camera in a `<video>`, as long as the page is looked at: hidden, it is let go. */
export function useCamera(): Camera {
  const video = useRef<HTMLVideoElement>(null);
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [on, setOn] = useState(false);
  const [trouble, setTrouble] = useState<CameraTrouble | null>(null);
  const [light, setLight] = useState<boolean | null>(null);
  const [attempt, setAttempt] = useState(0);
  const visible = useVisible();

  useEffect(() => {
    if (!visible) return;
    let wanted = true;
    let opened: MediaStream | null = null;
    open().then(
      (media) => {
        opened = media;
        if (!wanted) return stop(media);
        setTrouble(null);
        setStream(media);
        setLight(hasLight(media) ? false : null);
      },
      (error: unknown) => wanted && setTrouble(error === NO_CAMERA_HERE ? NO_CAMERA_HERE : troubleOf(error)),
    );
    return () => {
      wanted = false;
      if (opened) stop(opened);
      setStream(null);
      setOn(false);
    };
  }, [visible, attempt]);

  useEffect(() => {
    const element = video.current;
    if (!element || !stream) return;
    element.srcObject = stream;
    element.play().then(
      () => setOn(true),
      // taken away before it began
      () => undefined,
    );
    return () => {
      element.srcObject = null;
    };
  }, [stream]);

  return {
    video,
    on,
    trouble,
    retry: () => {
      setTrouble(null);
      setAttempt((now) => now + 1);
    },
    light,
    toggleLight: () => {
      if (stream) void shine(stream, light === false).then(setLight);
    },
  };
}

function open(): Promise<MediaStream> {
  // typed as always there; without https it is not
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  return devices ? devices.getUserMedia(WANTED) : Promise.reject(NO_CAMERA_HERE);
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function hasLight(stream: MediaStream): boolean {
  const can = stream.getVideoTracks()[0]?.getCapabilities?.() as { torch?: boolean } | undefined;
  return can?.torch === true;
}

/** Whether it is on afterwards; `null` where it cannot be switched after all. */
async function shine(stream: MediaStream, light: boolean): Promise<boolean | null> {
  try {
    await stream.getVideoTracks()[0]?.applyConstraints({ advanced: [{ torch: light } as MediaTrackConstraintSet] });
    return light;
  } catch {
    return null;
  }
}

function useVisible(): boolean {
  const [visible, setVisible] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const look = () => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return visible;
}
