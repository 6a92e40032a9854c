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
        'Not what a person waits for: without HTTP, sessions or the wait for the read tables. It says what deciding and writing the fact cost, beside durable inserts of a row as large on the same PostgreSQL.',
      head: ['work', 'bare inserts', 'commands', 'ratio'],
      rows,
    };
  },
};
