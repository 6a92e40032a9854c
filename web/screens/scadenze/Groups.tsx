import type { DueGroup } from '#contracts/modules/scadenze/board.ts';
import { countOf, formatNumber } from '#web/lib/format.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Ellipsis } from '#web/ui/feedback/Ellipsis.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';

interface GroupsProps {
  title: string;
  /** Name of the group of rows without a site. */
  without: string;
  groups: readonly DueGroup[];
  onChoose(group: DueGroup & { chiave: string }): void;
}

/** Lists sites or people with their deadlines; a press narrows the board to one of them. */
export function Groups({ title, without, groups, onChoose }: GroupsProps) {
  if (groups.length === 0)
    return (
      <div className="panel mb-3">
        <EmptyState title="Nessuna scadenza da raggruppare" />
      </div>
    );
  return (
    <section className="panel mb-3" aria-label={title}>
      <div className="max-h-[420px] overflow-auto" tabIndex={0} role="region" aria-label={`${title}, elenco`}>
        <table className="num w-full text-body">
          <thead className="sticky top-0 bg-sunken text-label text-ink-3">
            <tr className="h-8 border-b border-line">
              <th scope="col" className="pl-4 text-left font-medium">
                {title}
              </th>
              <th scope="col" className="px-2 text-right font-medium">
                Scadute
              </th>
              <th scope="col" className="px-2 text-right font-medium max-md:hidden">
                Entro 30 giorni
              </th>
              <th scope="col" className="px-2 text-right font-medium max-md:hidden">
                Assenti
              </th>
              <th scope="col" className="pl-2 pr-4 text-right font-medium">
                Tutte
              </th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <GroupRow key={group.chiave ?? ''} group={group} without={without} onChoose={onChoose} />
            ))}
          </tbody>
        </table>
      </div>
      <p className="num border-t border-line px-4 py-2 text-label text-ink-3">{countOf(groups.length, 'gruppo', 'gruppi')}</p>
    </section>
  );
}

function GroupRow({ group, without, onChoose }: { group: DueGroup } & Pick<GroupsProps, 'without' | 'onChoose'>) {
  const { chiave, nome, totale, scaduti, entro_30, assenti } = group;
  return (
    <tr className="h-10 border-b border-line-faint max-md:h-12">
      <th scope="row" className="max-w-0 truncate pl-4 text-left font-normal">
        {chiave === null ? (
          <span className="text-ink-3">{without}</span>
        ) : (
          <button type="button" className="link max-w-full text-left max-md:min-h-11" onClick={() => onChoose({ ...group, chiave })}>
            <Ellipsis text={[chiave, nome].filter(Boolean).join(' ')}>
              {chiave}
              {nome ? <span className="ml-2 font-normal text-ink-2">{nome}</span> : null}
            </Ellipsis>
          </button>
        )}
      </th>
      <td className="px-2 text-right">
        {scaduti > 0 ? <Badge tone="danger">{formatNumber(scaduti, 0)}</Badge> : <span className="none">–</span>}
      </td>
      <td className="px-2 text-right max-md:hidden">
        {entro_30 > 0 ? <Badge tone="warn">{formatNumber(entro_30, 0)}</Badge> : <span className="none">–</span>}
      </td>
      <td className="px-2 text-right max-md:hidden">{assenti > 0 ? formatNumber(assenti, 0) : <span className="none">–</span>}</td>
      <td className="pl-2 pr-4 text-right font-semibold">{formatNumber(totale, 0)}</td>
    </tr>
  );
}
