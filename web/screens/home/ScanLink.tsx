import { ScanLine } from 'lucide-react';
import { permission } from '#contracts/core/permissions.ts';
import { useIdentity } from '#web/lib/session.ts';
import { usePhone } from '#web/lib/use-media.ts';
import { ButtonLink } from '#web/ui/feedback/Button.tsx';

/** Link to the QR scanner, on a phone only. */
export function ScanLink() {
  const who = useIdentity();
  const useful = (['macchinari', 'report'] as const).some((area) => permission(who, area).allowView !== 0);
  if (!usePhone() || !useful) return null;
  return (
    <ButtonLink plain size="lg" icon={ScanLine} href="/home/scansiona" className="w-full">
      Scansiona un codice
    </ButtonLink>
  );
}
