import { useAtom, useSetAtom } from 'jotai';
import { ImageOff, ScanLine } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { sharedPhotoAtom } from '#web/lib/shared-photo.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { refusal } from '#web/ui/inputs/file-kind.ts';
import { Page, PageBody } from '#web/ui/page/PageBody.tsx';
import { PageHead } from '#web/ui/page/PageHead.tsx';
import { PageSkeleton } from '#web/ui/feedback/Skeleton.tsx';
import { ByHand } from './ByHand.tsx';
import type { Ask } from '#web/offline/shares.ts';

// the service worker's code is not imported; the type checks that the message is the same
const ASK: Ask = 'condiviso';
const PATIENCE = 3000;

/** Requests from the service worker the shared files that no page has taken yet. */
async function askShared(): Promise<File[]> {
  const worker = (await navigator.serviceWorker?.ready.catch(() => undefined))?.active;
  if (!worker) return [];
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const late = setTimeout(resolve, PATIENCE, []);
    port1.addEventListener('message', ({ data }: MessageEvent<File[]>) => {
      clearTimeout(late);
      resolve(data);
    });
    port1.start();
    worker.postMessage(ASK, [port2]);
  });
}

const MAX_MB = 25;

/** Lets the person choose the machine of a photo shared with the app, then opens the fault report with that photo. */
export default function SharedPhoto() {
  const [, navigate] = useLocation();
  const { photo, why } = useShared();
  const placePhoto = useSetAtom(sharedPhotoAtom);
  if (photo === undefined) return <PageSkeleton />;
  return (
    <Page>
      <PageHead
        title="FOTO CONDIVISA"
        onClose={() => {
          placePhoto(null);
          navigate('/home');
        }}
      />
      <PageBody className="md:max-w-[720px]">
        {photo ? (
          <div className="grid gap-4">
            <section className="panel grid gap-3 p-4" aria-label="La foto">
              <Preview photo={photo} />
              <p className="text-read text-ink-2">Di quale macchina è? Dalla sua pagina, CONTROLLO O GUASTO la trova già allegata.</p>
              <Link href="/home/scansiona" className="btn btn-primary btn-lg w-full">
                <ScanLine className="icon" aria-hidden />
                SCANSIONA LA MACCHINA
              </Link>
            </section>
            <ByHand />
          </div>
        ) : (
          <div className="panel">
            <EmptyState
              icon={ImageOff}
              title="Nessuna foto"
              text={why ?? `Condividi di nuovo la foto con l’app: JPEG, fino a ${MAX_MB} MB.`}
            />
          </div>
        )}
      </PageBody>
    </Page>
  );
}

/** Returns the shared photo, `undefined` until known, and why it cannot be used. */
function useShared(): { photo: File | null | undefined; why: string | null } {
  const [shared, placePhoto] = useAtom(sharedPhotoAtom);
  const [photo, setPhoto] = useState<File | null | undefined>(shared ?? undefined);
  const [why, setWhy] = useState<string | null>(null);
  useEffect(() => {
    if (photo !== undefined) return;
    let mounted = true;
    void askShared().then(([first]) => {
      const problem = first ? refusal(first, 'foto', MAX_MB) : null;
      const image = first && !problem ? first : null;
      placePhoto(image);
      if (!mounted) return;
      setWhy(problem);
      setPhoto(image);
    });
    return () => {
      mounted = false;
    };
  }, [photo, placePhoto]);
  return { photo, why };
}

function Preview({ photo }: { photo: File }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const objectUrl = URL.createObjectURL(photo);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [photo]);
  return <img src={url} alt={photo.name} className="max-h-72 w-full rounded-control object-contain" />;
}
