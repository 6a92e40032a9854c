import type { AppendResult, EventStore } from '#contracts/ports/event-store.ts';

/** Creates `appendAll` for a store that cannot write several streams in one transaction: the appends run one after the other. */
export function appendInTurn(append: EventStore['append']): EventStore['appendAll'] {
  return async (appends) => {
    const results: AppendResult[] = [];
    for (const { stream, events, expected } of appends) results.push(await append(stream, events, expected));
    return results;
  };
}
