import { RegisterDetail } from '#web/registers/form/RegisterDetail.tsx';
import type { FormRules } from '#web/registers/form/RegisterForm.tsx';
import { manutenzioni } from './documento.ts';
import { usePartiManutenzione } from './use-parti.tsx';

/** After a save or a deletion the person is back in the list after a second (part 1, section 4). */
const RULES: FormRules = { leaveAfter: 1000, useParts: usePartiManutenzione };

/** Inserimento Manutenzioni: Nuovo, Modifica, and Nuovo with the machine of `?matricola=`. */
export default function ManutenzioneDetail() {
  return <RegisterDetail def={manutenzioni} rules={() => RULES} />;
}
