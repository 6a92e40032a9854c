import { randomUUID } from 'node:crypto';
import type { Decision, NewEvent } from '#contracts/core/events.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { streamOf } from '#contracts/core/define-register.ts';
import { evolve } from '#contracts/core/fold.ts';
import type { ValuesOf } from '#contracts/core/typed-record.ts';
import type { StreamState } from '#contracts/core/record-state.ts';
import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { catalogue } from './catalogue.ts';
import { decide, type ResolvedCommand } from '#services/registers/register.decider.ts';

/** A stream as it is to be appended. */
export interface StreamEvents {
  stream: string;
  events: readonly NewEvent[];
}

export interface Story extends StreamEvents {
  state: StreamState;
  /** Records the events of a command on this stream, as the portal decides it. */
  decide<D extends AnyRegister>(def: D, command: Omit<ResolvedCommand, 'register' | 'values'> & { values?: ValuesOf<D> }): void;
  /** Records decisions of another decider. */
  add(decisions: readonly Decision[]): void;
}

/** Builds the events of one stream with the portal's own deciders, so that the log holds only events that commands could record. */
export function story(def: AnyRegister, key: string | number, who: { utente: string; at: string }): Story {
  const events: NewEvent[] = [];
  const result: Story = {
    stream: streamOf(def, key),
    events,
    state: new Map(),
    decide: (def, command) =>
      result.add(decide(catalogue, def, { ...command, register: def.path } as ResolvedCommand, { state: result.state })),
    add(decisions) {
      const commandId = randomUUID();
      for (const { type, data } of decisions) {
        const metadata = {
          eventId: randomUUID(),
          commandId,
          correlationId: commandId,
          utente: who.utente,
          groupID: GRUPPO_AMMINISTRATORI,
          at: who.at,
          origine: 'demo',
        };
        events.push({ type, data, metadata });
        result.state = evolve(catalogue, result.state, { type, data, version: events.length, metadata });
      }
    },
  };
  return result;
}

/** Returns an instant on a day: `n` minutes (modulo 570) after 06:30 UTC. */
export const morning = (day: string, n: number): string => new Date(Date.parse(`${day}T06:30:00Z`) + (n % 570) * 60_000).toISOString();
