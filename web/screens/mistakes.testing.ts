import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { ScreenFolder } from './screen-folder.ts';
import { putTogether } from './put-together.ts';

/** Returns all contradictions among the contributions of the folders. */
export async function mistakesIn(folders: readonly ScreenFolder[], registers: readonly AnyRegister[]): Promise<string[]> {
  const own = folders.flatMap((folder) => (folder.registers ?? []).map(({ def }) => def));
  const { screens, navigation } = putTogether(folders, registers);
  const entries = [...navigation.menus.flatMap(({ gruppi }) => gruppi.flatMap(({ entries }) => entries)), ...navigation.profile];
  const prints = await Promise.all(folders.map(async (folder) => (await folder.prints?.())?.prints ?? {}));
  const names = {
    'the register': own.map(({ path }) => path),
    'the address': screens.map(({ path }) => path),
    'the menu entry': entries.map(({ href }) => href),
    'the print': prints.flatMap((brought) => Object.keys(brought)),
    'the reserved address': folders.flatMap((folder) => Object.keys(folder.reserved ?? {})),
  };
  return [
    ...own.filter((def) => !registers.includes(def)).map(({ path }) => `${path} is no register of the portal`),
    ...Object.entries(names).flatMap(([what, all]) =>
      all.filter((name, i) => all.indexOf(name) < i).map((name) => `${what} ${name} is brought twice`),
    ),
  ];
}
