import { commandsInProcess } from '../../commands.ts';
import { number, type Group } from './section.ts';

export const commandsGroup: Group = {
  name: 'comandi',
  async run({ say }) {
    const rows = (await commandsInProcess([1, 8])).map(({ writers, inserts, commands }) => [
      `crea una macchina, ${writers === 1 ? 'uno alla volta' : `${writers} insieme`}`,
      `${number(inserts)}/s`,
      `${number(commands)}/s`,
      `${number(commands / inserts)} della portata`,
    ]);
    for (const cells of rows) say(`  ${cells.join(' | ')}`);
    return {
      title: 'I soli comandi, dentro il processo',
      intro:
        'Non è ciò che una persona aspetta: senza HTTP, sessioni né attesa delle tabelle di lettura. Dice quanto costano decidere e scrivere il fatto, accanto a insert durevoli di una riga altrettanto grande sullo stesso PostgreSQL.',
      head: ['lavoro', 'insert nudi', 'comandi', 'rapporto'],
      rows,
    };
  },
};
