import { useQuery } from '@tanstack/react-query';
import { ActivityList } from '#web/shell/ActivityList.tsx';
import { processiOptions } from '#web/shell/processi.api.ts';

/** Maximum of jobs shown; the menu Attività lists all. */
const MOST = 3;
const unknown = () => null;

/** Shows the person's latest jobs on the home, ready or running; nothing if there are none. */
export function ActivityTile() {
  const { data = [] } = useQuery(processiOptions);
  if (data.length === 0) return null;
  return (
    <section className="panel" aria-label="Attività">
      <h2 className="group-title border-b border-line px-4 py-3">Attività</h2>
      <ActivityList processi={data.slice(0, MOST)} stay={unknown} />
    </section>
  );
}
