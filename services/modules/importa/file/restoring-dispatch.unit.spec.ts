import { describe, expect, it } from 'vitest';
import { DomainError } from '#contracts/core/errors.ts';
import type { Command, RecordCommand, Sender } from '#contracts/ports/dispatch.ts';
import type { StoredEvent } from '#contracts/core/events.ts';
import { newEvent } from '#projections/engine/events.testing.ts';
import { memoryStore } from '#services/platform/event-store/memory.ts';
import { catalogue } from '../../../../test/catalogue.ts';
import { restoringDispatch } from './restoring-dispatch.ts';

const sender = { commandId: 'comando', correlationId: 'x', origine: 'importazione' } as unknown as Sender;
const create: RecordCommand = { register: 'macchinari', action: 'create', key: 'A1', values: { marca: 'nuova' } };

/**
 * Prepares a machine, deleted with the origin `deletedBy` or not deleted for `null`. The dispatch throws the errors that `refuses` returns.
 */
async function bench(deletedBy: string | null, refuses: (command: Command) => Error | null) {
  const store = memoryStore();
  const made = newEvent('MacchinarioRegistrato.v1', { matricola: 'A1', marca: 'vecchia' });
  const changed = newEvent('MacchinarioModificato.v1', { matricola: 'A1', marca: 'altra' });
  const gone = newEvent('MacchinarioEliminato.v1', { matricola: 'A1' });
  const deletion = { ...gone, metadata: { ...gone.metadata, origine: deletedBy } } as unknown as typeof gone;
  await store.append('macchinari-A1', deletedBy === null ? [made, changed] : [made, changed, deletion], 'none');
  const sent: [Command, string][] = [];
  const dispatch = restoringDispatch(
    async (command, from) => {
      sent.push([command, from.commandId]);
      const refusal = refuses(command);
      if (refusal) throw refusal;
      return { key: command.key, version: 9 } as never;
    },
    { catalogue, store },
  );
  const events: StoredEvent[] = await store.read('macchinari-A1');
  return { dispatch, sent, events };
}
const duplicate = (): Error => new DomainError('DUPLICATO');
const onCreate = ({ action }: Command): Error | null => (action === 'create' ? duplicate() : null);

describe('Un record che torna con un’altra importazione', () => {
  it('se lo eliminò l’annullamento di un’importazione, torna com’era e prende i valori di ora', async () => {
    const { dispatch, sent } = await bench('importazione', onCreate);
    expect(await dispatch(create, sender)).toMatchObject({ key: 'A1' });
    expect(sent.map(([command]) => command)).toEqual([
      create,
      { register: 'macchinari', action: 'restore', key: 'A1', version: 2 },
      { register: 'macchinari', action: 'change', key: 'A1', values: { marca: 'nuova' } },
    ]);
    // a repeated import sends the same three command ids
    expect(new Set(sent.map(([, id]) => id)).size).toBe(3);
    const again = await bench('importazione', onCreate);
    await again.dispatch(create, sender);
    expect(again.sent.map(([, id]) => id)).toEqual(sent.map(([, id]) => id));
  });

  it.each<[string, string | null, RecordCommand]>([
    ['lo eliminò una persona', 'api', create],
    ['c’è', null, create],
    ['si cambia, non si crea', 'importazione', { register: 'macchinari', action: 'change', key: 'A1', values: {} }],
    ['non ha una chiave sua', 'importazione', { register: 'macchinari', action: 'create', values: {} }],
    ['è di un altro record', 'importazione', { register: 'manutMacchinari', action: 'create', key: 'A1', values: {} }],
    ['non c’è mai stato', 'importazione', { ...create, key: 'A2' }],
  ])('se %s, il rifiuto resta', async (_why, deletedBy, command) => {
    const { dispatch, sent } = await bench(deletedBy, duplicate);
    await expect(dispatch(command, sender)).rejects.toMatchObject({ code: 'DUPLICATO' });
    expect(sent).toHaveLength(1);
  });

  it('un altro rifiuto, o un guasto, non lo fa tornare', async () => {
    for (const error of [new DomainError('NON_PERMESSO'), new Error('guasto')]) {
      const { dispatch, sent } = await bench('importazione', () => error);
      await expect(dispatch(create, sender)).rejects.toBe(error);
      expect(sent).toHaveLength(1);
    }
  });
});
