import { useAtomValue } from 'jotai';
import { useLocation } from 'wouter';
import { advisePassword, passwordAdviceAtom } from '#web/lib/password-advice.ts';
import { Button } from '../ui/feedback/Button.tsx';
import { Dialog } from '../ui/overlays/Dialog.tsx';

/** Asks a person who has signed in with a weak password to choose another one. The old one stays valid. */
export default function PasswordAdvice() {
  const fault = useAtomValue(passwordAdviceAtom);
  const [, navigate] = useLocation();
  if (fault === null) return null;
  const later = () => advisePassword(null);
  const change = () => {
    later();
    navigate('/membership?scheda=profilo');
  };
  return (
    <Dialog
      open
      onClose={later}
      title="Cambia la tua password"
      width={440}
      footer={
        <>
          <Button variant="ghost" onClick={later}>
            PIÙ TARDI
          </Button>
          <Button variant="primary" data-autofocus onClick={change}>
            CAMBIA ORA
          </Button>
        </>
      }
    >
      <p className="mb-3">La password con cui sei entrato non segue le regole di oggi.</p>
      <p className="mb-3 font-medium">{fault}.</p>
      <p className="text-ink-2">Vale ancora, ma sceglierne una nuova richiede un minuto: la trovi nel tuo profilo.</p>
    </Dialog>
  );
}
