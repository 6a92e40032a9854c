import { Eye } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#web/lib/api-client.ts';
import { seeAs } from '#web/lib/login.ts';
import { useIdentity } from '#web/lib/session.ts';
import { useOpenRecord } from '#web/registers/form/form-context.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { changesGroups } from './membership-rights.ts';

/** Lets an administrator see the portal as the open user, without writing. */
export function SeeAs() {
  const who = useIdentity();
  const { id } = useOpenRecord();
  const snackbar = useSnackbar();
  const [starting, setStarting] = useState(false);
  if (id === null || id === who.memberID || !changesGroups(who)) return null;
  const begin = async (): Promise<void> => {
    setStarting(true);
    try {
      await seeAs(id);
    } catch (error) {
      setStarting(false);
      snackbar.error('Il portale non si può vedere come questo utente', { detail: messageOf(error) });
    }
  };
  return (
    <section className="form-section flex flex-wrap items-center gap-x-4 gap-y-2" aria-label="Vedi come">
      <Button variant="secondary" icon={Eye} loading={starting} onClick={() => void begin()}>
        VEDI COME
      </Button>
      <p className="min-w-0 flex-1 basis-64 text-label text-ink-3">
        Il portale come lo vede {id}, in sola lettura, per 15 minuti al più. Inizio, fine e documenti aperti restano nel registro degli
        accessi.
      </p>
    </section>
  );
}
