import { commandsInProcess } from '../../commands.ts';
import { number, type Group } from './section.ts';

export const commandsGroup: Group = {
  name: 'comandi',
  async run({ say }) {
    const rows = (await commandsInProcess([1, 8])).map(({ writers, inserts, commands }) => [
      `create a macchinario, ${writers === 1 ? 'one at a time' : `${writers} at once`}`,
      `${number(inserts)}/s`,
      `${number(commands)}/s`,
      `${number(commands / inserts)} of the throughput`,
    ]);
    for (const cells of rows) say(`  ${cells.join(' | ')}`);
    return {
      title: 'The commands alone, inside the process',
      intro:
        'Deciding and appending, without HTTP or session; the read tables follow, and nobody waits for them. The limit is durable inserts of a row of the same size.',
      head: ['work', 'bare inserts', 'commands', 'ratio'],
      rows,
    };
  },
};
