import type { Level, PermissionLevels } from '#contracts/core/permissions.ts';
import { startTestPortal, type Person } from '../../../test/portal.ts';
import { realQueue } from '../../../test/workers.ts';

const levels = (allowView: Level, allowEdit: Level): PermissionLevels => ({ allowInsert: 1, allowView, allowEdit, allowDelete: 0 });
export const pdf = (text: string): Blob => new Blob([`%PDF-1.4\n${text}\n%%EOF`]);
export const names = (entries: readonly { name: string }[]): string[] => entries.map(({ name }) => name);

export type AllegatiBench = Awaited<ReturnType<typeof allegatiBench>>;

/** Starts a test portal with people of different rights to machines' documents, and helpers to make machines and request zips. */
export async function allegatiBench() {
  const portale = await startTestPortal({ jobs: realQueue });
  const everything = await portale.person({ permessi: { macchinari: levels(3, 3), manutenzioni: levels(3, 3) } });
  const ownFiles = await portale.person({ permessi: { macchinari: levels(1, 1) } });
  const reader = await portale.person({ permessi: { macchinari: levels(3, 0) } });
  const admin = await portale.person({ groupID: 2, permessi: { macchinari: levels(3, 3) } });
  const none = await portale.person({ permessi: { accise: levels(3, 3) } });
  let counter = 0;
  return {
    portale,
    everything,
    ownFiles,
    reader,
    admin,
    none,
    /** Creates a machine, uploads one document for each suffix, and returns the matricola. */
    async macchina(suffixes: readonly string[], from: Person = everything): Promise<string> {
      const matricola = `Z${(counter += 1)}`;
      await portale.call('POST', '/api/macchinari', { as: from, body: { macchinario: { matricola } } });
      for (const suffix of suffixes) {
        const form = new FormData();
        for (const [name, value] of Object.entries({ matricola, nomeManutenzione: `${matricola}_${suffix}.pdf`, docMacch: 'true' }))
          form.append(name, value);
        form.append('file', pdf(`${matricola} ${suffix}`));
        const { status } = await portale.call('POST', '/api/ftp/caricaDoc', { as: from, body: form });
        if (status !== 201) throw new Error(`upload of ${suffix}: ${status}`);
      }
      return matricola;
    },
    row: async (matricola: string) =>
      (await portale.call('GET', `/api/macchinari?matricola=${matricola}`, { as: everything })).body.data[0],
    allegati: (from: Person, body: unknown, headers: Record<string, string> = {}) =>
      portale.call('POST', '/api/allegati', { as: from, body, headers }),
  };
}
