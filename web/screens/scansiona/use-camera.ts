import { useEffect, useRef, useState, type RefObject } from 'react';
import { NO_CAMERA_HERE, troubleOf, type CameraTrouble } from './camera-trouble.ts';

/** Constraints of the camera: the rear one, with enough resolution for a small label. */
const WANTED: MediaStreamConstraints = {
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 960 } },
  audio: false,
};

export interface Camera {
  video: RefObject<HTMLVideoElement>;
  /** The video shows a picture. */
  on: boolean;
  trouble: CameraTrouble | null;
  retry(): void;
  /** State of the light; `null` if the camera has none. */
  light: boolean | null;
  toggleLight(): void;
}

/** Shows the camera in a `<video>` while the page is visible; a hidden page releases the camera. */
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
    let active = true;
    let stream: MediaStream | null = null;
    open().then(
      (media) => {
        stream = media;
        if (!active) return stop(media);
        setTrouble(null);
        setStream(media);
        setLight(hasLight(media) ? false : null);
      },
      (error: unknown) => active && setTrouble(error === NO_CAMERA_HERE ? NO_CAMERA_HERE : troubleOf(error)),
    );
    return () => {
      active = false;
      if (stream) stop(stream);
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
      // playback was interrupted before it began
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
  // TypeScript types `mediaDevices` as always present, but it is missing without https
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

/** Switches the light; resolves to its state, or to `null` if it cannot be switched. */
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
