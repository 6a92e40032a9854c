import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { LiveChange } from '#contracts/core/live-changes.ts';
import { onNews } from '#web/lib/live.ts';

/** Milliseconds after which a change by the same person is told: sooner it may be this tab's own, whose answer is still to come. */
const OWN_DELAY_MS = 3000;

/** Calls `onChange` with each change of a register's records until the returned function is called; with those of `memberID` a moment later. */
export function onChanges(def: AnyRegister, memberID: string, onChange: (change: LiveChange) => void): () => void {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const stop = onNews((news) => {
    if (news.kind !== 'change' || news.change.tabella !== def.path) return;
    const { change } = news;
    if (change.utente !== memberID) return onChange(change);
    const timer = setTimeout(() => {
      timers.delete(timer);
      onChange(change);
    }, OWN_DELAY_MS);
    timers.add(timer);
  });
  return () => {
    stop();
    for (const timer of timers) clearTimeout(timer);
  };
}
