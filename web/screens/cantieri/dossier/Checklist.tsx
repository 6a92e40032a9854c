import { Check, X } from 'lucide-react';
import { addDays } from '#contracts/core/dates.ts';
import { goesOut, type RigaDossier } from '#contracts/modules/scadenze/dossier.ts';
import type { DossierAnswer, VoceDossier } from '#contracts/modules/scadenze/dossier-answer.ts';
import type { Verdict } from '#contracts/modules/scadenze/fitness.ts';
import { countOf, formatScadenza } from '#web/lib/format.ts';
import { PROBLEMS, VERDICTS } from '#web/modules/scadenze/fitness/verdict-look.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { IconButton } from '#web/ui/feedback/IconButton.tsx';

interface ChecklistProps {
  rows: readonly VoceDossier[];
  together: DossierAnswer['cantiere'] | null;
  day: string;
  health: boolean;
  onLeaveOut(one: VoceDossier): void;
}

/** Lists the dossier's documents, faults first. */
export function Checklist({ rows, together, day, health, onLeaveOut }: ChecklistProps) {
  const worstFirst = rows.toSorted((a, b) => problems(b) - problems(a));
  const lines = [...rows.flatMap(({ righe }) => righe), ...(together?.righe ?? [])];
  // what one of those present is enough for may be asked of that one too
  const files = new Set(lines.filter((one) => goesOut(one, health)).map(fileOf)).size;
  return (
    <div className="grid gap-3">
      <p className="text-body text-ink-2" role="status">
        {countOf(files, 'documento', 'documenti')} nel dossier, {countOf(lines.filter(isProblem).length, 'problema', 'problemi')}
      </p>
      {worstFirst.map((subject) => (
        <Group
          key={`${subject.soggetto}/${subject.id}`}
          title={`${subject.nome} ${subject.matricola}`.trim()}
          verdict={subject}
          lines={subject.righe}
          day={day}
          health={health}
        >
          <IconButton
            size="sm"
            icon={X}
            label={`Togli ${subject.nome || subject.matricola} dal dossier`}
            onClick={() => onLeaveOut(subject)}
          />
        </Group>
      ))}
      {together && together.righe.length > 0 ? (
        <Group title="Fra i presenti" verdict={together} lines={together.righe} day={day} health={health} />
      ) : null}
    </div>
  );
}

const fileOf = ({ trovato }: RigaDossier): string => trovato?.file ?? '';
const isProblem = ({ problema }: RigaDossier): boolean => problema === 'assente' || problema === 'scaduto';
const problems = ({ righe }: VoceDossier): number => righe.filter(isProblem).length;

interface GroupProps {
  title: string;
  verdict: Verdict;
  lines: readonly RigaDossier[];
  day: string;
  health: boolean;
  children?: React.ReactNode;
}

function Group({ title, verdict, lines, day, health, children }: GroupProps) {
  const { tone, icon, words } = VERDICTS[verdict.esito];
  return (
    <section className="overflow-hidden rounded-control border border-line" aria-label={title}>
      <div className="flex min-h-11 items-center gap-3 bg-sunken py-1 pl-3 pr-1">
        <h3 className="num min-w-0 flex-1 break-words text-read font-semibold">{title}</h3>
        <Badge tone={tone} icon={icon} className="flex-none">
          {words}
        </Badge>
        {children ?? <span className="w-1" />}
      </div>
      <ul className="px-3">
        {lines.length === 0 ? <li className="py-2.5 text-body text-ink-3">Nessun documento richiesto.</li> : null}
        {lines.map((line) => (
          <li key={line.tipo} className="flex min-h-10 items-center gap-3 border-t border-line py-1.5 first:border-0">
            <span className="min-w-0 flex-1 items-baseline justify-between gap-3 md:flex">
              <span className="block text-read">{nameOf(line)}</span>
              <span className="num block flex-none text-label text-ink-3">{whatIsSent(line, day, health)}</span>
            </span>
            <span className="flex-none md:w-28 md:text-right">
              <State line={line} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Maximum of days left that are shown; a larger number does not help. */
const NEAR = 90;

const nameOf = ({ tipo_nome, trovato, soggetto }: RigaDossier): string =>
  trovato === null ? tipo_nome : soggetto === 'cantiere' ? `${trovato.tipo_nome} (${trovato.di})` : trovato.tipo_nome;

function whatIsSent(line: RigaDossier, day: string, health: boolean): string {
  const { trovato, problema, sanitario, richiesto } = line;
  if (trovato === null) return '';
  const { scadenza } = trovato;
  const near = scadenza !== null && addDays(day, NEAR) >= scadenza;
  const until = scadenza === null ? '' : near ? `${scadenza}, ${formatScadenza(scadenza, day)}` : scadenza;
  if (problema === 'scaduto') return until;
  const sent = goesOut(line, health);
  return [until, sent ? (richiesto ? '' : 'non richiesto') : sanitario ? 'solo lo stato' : 'senza file'].filter(Boolean).join(' · ');
}

function State({ line: { problema } }: { line: RigaDossier }) {
  if (problema === null)
    return (
      <Badge tone="ok" icon={Check}>
        Valido
      </Badge>
    );
  const { tone, icon, words } = PROBLEMS[problema];
  return (
    <Badge tone={tone} icon={icon}>
      {words}
    </Badge>
  );
}
