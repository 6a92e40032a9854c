import { CameraOff, Flashlight, FlashlightOff, ImageUp, RefreshCw } from 'lucide-react';
import { useRef, useState, useEffect, type RefObject } from 'react';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Note } from '#web/ui/feedback/Note.tsx';
import { readPhoto, frameReader } from './reader.ts';
import { useCamera } from './use-camera.ts';

/** Milliseconds between two scans: quick enough for a hand, without heating up the phone. */
const PAUSE_MS = 120;

/** Scans the video for codes while `on` is true and passes their texts to `onTexts`. */
function useScan(video: RefObject<HTMLVideoElement>, on: boolean, onTexts: (texts: readonly string[]) => void): void {
  const latestOnTexts = useRef(onTexts);
  useEffect(() => {
    latestOnTexts.current = onTexts;
  });
  useEffect(() => {
    if (!on) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let active = true;
    const look = async (readFrame: Awaited<ReturnType<typeof frameReader>>) => {
      const frame = video.current;
      const texts = frame && frame.videoWidth > 0 ? await readFrame(frame).catch(() => []) : [];
      if (!active) return;
      if (texts.length > 0) latestOnTexts.current(texts);
      timer = setTimeout(() => void look(readFrame), PAUSE_MS);
    };
    void frameReader().then((readFrame) => (active ? look(readFrame) : undefined));
    return () => {
      active = false;
      clearTimeout(timer);
    };
  }, [video, on]);
}

interface ViewfinderProps {
  /** Why the scanned code is not opened. */
  refusal: string | null;
  onTexts(texts: readonly string[]): void;
  onTrouble(text: string): void;
}

/** Shows the camera's picture with a frame for the code, a light switch, and a way to choose a photo instead. */
export function Viewfinder({ refusal, onTexts, onTrouble }: ViewfinderProps) {
  const camera = useCamera();
  const { video, on, trouble, light } = camera;
  useScan(video, on, onTexts);
  return (
    <section className="panel overflow-hidden" aria-label="Fotocamera">
      {trouble ? null : (
        <div className="relative grid aspect-square max-h-[60vh] w-full place-items-center overflow-hidden bg-pressed md:aspect-[4/3]">
          <video ref={video} muted playsInline aria-hidden className="absolute inset-0 h-full w-full object-cover" />
          {on ? (
            <span className="absolute h-3/5 max-h-80 w-3/5 max-w-80 rounded-panel border-4 border-white/80" aria-hidden />
          ) : (
            <span className="text-read text-ink-2">La fotocamera si apre…</span>
          )}
          {light === null || !on ? null : (
            <Button
              plain
              size="lg"
              icon={light ? FlashlightOff : Flashlight}
              aria-pressed={light}
              className="!absolute bottom-3 right-3"
              onClick={camera.toggleLight}
            >
              Luce
            </Button>
          )}
        </div>
      )}
      <div className="grid gap-3 p-4">
        {trouble ? (
          <Note tone="warn" icon={CameraOff}>
            {trouble.text}
          </Note>
        ) : refusal ? null : (
          <p className="text-read text-ink-2">Inquadra il codice di una macchina o di un tesserino.</p>
        )}
        {refusal ? <Note tone="danger">{refusal}</Note> : null}
        <div className="grid gap-2 md:flex">
          {trouble?.again ? (
            <Button plain size="lg" icon={RefreshCw} onClick={camera.retry}>
              Riprova
            </Button>
          ) : null}
          <PhotoButton onTexts={onTexts} onTrouble={onTrouble} />
        </div>
      </div>
    </section>
  );
}

function PhotoButton({ onTexts, onTrouble }: Pick<ViewfinderProps, 'onTexts' | 'onTrouble'>) {
  const input = useRef<HTMLInputElement>(null);
  const [reading, setReading] = useState(false);
  const scanPhoto = async (photo: File | undefined) => {
    if (!photo) return;
    setReading(true);
    try {
      const texts = await readPhoto(photo);
      if (texts.length === 0) onTrouble('In questa foto non si legge nessun codice: prova più da vicino e con più luce.');
      else onTexts(texts);
    } catch {
      onTrouble(`«${photo.name}» non si apre come foto.`);
    } finally {
      setReading(false);
    }
  };
  return (
    <>
      <Button plain size="lg" icon={ImageUp} loading={reading} onClick={() => input.current?.click()}>
        Usa una foto
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        aria-label="Foto del codice"
        onChange={(event) => {
          void scanPhoto(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </>
  );
}
