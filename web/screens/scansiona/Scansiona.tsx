import { useState } from 'react';
import { useLocation } from 'wouter';
import { back } from '#web/lib/back.ts';
import { qrPath } from '#web/modules/qrcode/qr-address.ts';
import { Page, PageBody } from '#web/ui/page/PageBody.tsx';
import { PageHead } from '#web/ui/page/PageHead.tsx';
import { ByHand } from './ByHand.tsx';
import { Viewfinder } from './Viewfinder.tsx';
import { firstOurs } from './scanned-code.ts';

/** Vibrates after a code was read. Browsers allow this only after the person has touched the page. */
function vibrate(): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60);
}

/** Shows SCANSIONA: scans the code of a machine or badge and opens its page. */
export default function Scansiona() {
  const [, navigate] = useLocation();
  const [refusal, setRefusal] = useState<string | null>(null);
  const take = (texts: readonly string[]) => {
    const code = firstOurs(texts, location.host);
    if ('refusal' in code) return setRefusal(code.refusal);
    setRefusal(null);
    vibrate();
    navigate(qrPath(code.kind, code.id));
  };
  return (
    <Page>
      <PageHead title="SCANSIONA" onClose={() => back(() => navigate('/home'))} />
      <PageBody className="md:max-w-[1080px]">
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <Viewfinder refusal={refusal} onTexts={take} onTrouble={setRefusal} />
          <ByHand />
        </div>
      </PageBody>
    </Page>
  );
}
