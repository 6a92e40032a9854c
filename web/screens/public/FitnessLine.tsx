import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { fitnessOptions, type FitnessRequest } from '#web/modules/scadenze/fitness/fitness.api.ts';
import { Reasons } from '#web/modules/scadenze/fitness/Reasons.tsx';
import { sentenceOf, VERDICTS } from '#web/modules/scadenze/fitness/verdict-look.ts';

interface FitnessLineProps {
  request: FitnessRequest;
  subjectName: string;
  mayRenew: boolean;
  version?: number | undefined;
  /** Shows the verdict also when nothing is wrong. */
  praises: boolean;
}

/** Shows whether a person or machine may work today, with the reasons: required documents missing or expired. */
export function FitnessLine({ request, subjectName, mayRenew, version, praises }: FitnessLineProps) {
  const { data: verdict } = useQuery(fitnessOptions(request));
  if (!verdict || (verdict.motivi.length === 0 && !praises)) return null;
  const { icon: Icon, ink } = VERDICTS[verdict.esito];
  return (
    <section className="panel max-w-[1080px] px-4 py-3" aria-label="Idoneità oggi">
      <h2 className={clsx('flex items-start gap-2 text-read font-semibold', verdict.motivi.length > 0 && 'mb-2')}>
        <Icon className={clsx('icon mt-0.5 flex-none', ink)} aria-hidden />
        {sentenceOf(verdict)}
      </h2>
      {verdict.motivi.length > 0 ? (
        <Reasons motivi={verdict.motivi} subjectName={subjectName} mayRenew={mayRenew} version={version} />
      ) : null}
    </section>
  );
}
