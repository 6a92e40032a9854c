import { register } from '#contracts/registers/index.ts';
import { RegisterDetail } from '#web/registers/form/RegisterDetail.tsx';
import type { FormRules } from '#web/registers/form/RegisterForm.tsx';

const accise = register('accise')!;

/** After a save or a deletion the person is back in the list after a second (part 1, section 9). */
const RULES: FormRules = { leaveAfter: 1000 };

/** Inserimento Accise: Nuovo, Modifica, and Nuovo with the machine of `?matricola=`. */
export default function AccisaDetail() {
  return <RegisterDetail def={accise} rules={() => RULES} />;
}
