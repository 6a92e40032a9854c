import { AREE, type Area, type Livello, type Permesso, type Permessi } from '#contracts/core/permissions.ts';

/** A row of the read table `groupsPermissions`, as far as permissions go. */
export interface RigaPermesso {
  tableName: string | null;
  allowInsert: number | null;
  allowView: number | null;
  allowEdit: number | null;
  allowDelete: number | null;
}

/** The permissions of a group. Two rows on one area (an import) give what both give: the lower level. */
export function permessiDa(righe: readonly RigaPermesso[]): Permessi {
  const permessi: Permessi = {};
  for (const riga of righe) {
    const area = AREE.find((nome) => nome === riga.tableName);
    if (area) permessi[area] = minimo(permessi[area], leggi(riga));
  }
  return permessi;
}

/** Every area, the absent ones as zeros. */
export function permessiCompleti(permessi: Permessi): Record<Area, Permesso> {
  const niente: Permesso = { allowInsert: 0, allowView: 0, allowEdit: 0, allowDelete: 0 };
  return Object.fromEntries(AREE.map((area) => [area, permessi[area] ?? niente])) as Record<Area, Permesso>;
}

function leggi(riga: RigaPermesso): Permesso {
  return {
    allowInsert: riga.allowInsert === 1 ? 1 : 0,
    allowView: livello(riga.allowView),
    allowEdit: livello(riga.allowEdit),
    allowDelete: livello(riga.allowDelete),
  };
}

/** Anything but 1 and 3 is nothing. */
function livello(valore: number | null): Livello {
  return valore === 1 || valore === 3 ? valore : 0;
}

function minimo(a: Permesso | undefined, b: Permesso): Permesso {
  if (!a) return b;
  return {
    allowInsert: Math.min(a.allowInsert, b.allowInsert) as 0 | 1,
    allowView: Math.min(a.allowView, b.allowView) as Livello,
    allowEdit: Math.min(a.allowEdit, b.allowEdit) as Livello,
    allowDelete: Math.min(a.allowDelete, b.allowDelete) as Livello,
  };
}
