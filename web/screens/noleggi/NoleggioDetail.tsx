import { CircleAlert } from 'lucide-react';
import { oggi } from '#web/lib/format.ts';
import { RegisterDetail } from '#web/registers/form/RegisterDetail.tsx';
import type { FormRules } from '#web/registers/form/RegisterForm.tsx';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { noleggi, quantiScaduti } from './noleggi.ts';
import { usePartiNoleggio } from './use-parti-noleggio.tsx';

const badges: FormRules['badges'] = (values) => {
  const quanti = quantiScaduti(values, oggi());
  return quanti > 0 ? <Badge tone="danger" icon={CircleAlert} className="max-md:hidden">{quanti} {quanti === 1 ? 'scaduto' : 'scaduti'}</Badge> : null;
};

const NUOVO: FormRules = { useParts: usePartiNoleggio };
/** From the save of a rental that was there to the list (part 2, section 9). */
const MODIFICA: FormRules = { useParts: usePartiNoleggio, badges, leaveAfter: 500 };

/** Inserimento Noleggi: `?id=` names the rental, without it the rental is new. */
export default function NoleggioDetail() {
  return <RegisterDetail def={noleggi} rules={({ id }) => (id === null ? NUOVO : MODIFICA)} />;
}
