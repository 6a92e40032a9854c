import { GRUPPO_AMMINISTRATORI, GRUPPO_DIREZIONE, permission, type Identity } from '#contracts/core/permissions.ts';

/** Permissions of the site screens by the specification (part 1, section 5; part 2, section 6), which mixes several areas. */
export interface CantierePermissions {
  /** AGGIUNGI: cantieri.allowEdit equals 3 and allowInsert is not 0. */
  add: boolean;
  /** The fields follow costi.allowEdit. */
  campi: boolean;
  /** The colour follows lavorazioni.allowEdit. */
  colore: boolean;
  /** SALVA follows cantieri.allowEdit; level 1 only on the person's own. */
  save: boolean;
  /** ELIMINA shows only when cantieri.allowDelete is 3. */
  remove: boolean;
  /** EMAIL is for groups 2 and 9. */
  email: boolean;
}

/** Returns a person's permissions on a site. `owner`: the site's `utente`; `null` for a new site. */
export function cantierePermissions(identity: Identity, owner: string | null): CantierePermissions {
  const cantieri = permission(identity, 'cantieri');
  const fresh = owner === null;
  const change = cantieri.allowEdit === 3 || (cantieri.allowEdit === 1 && (fresh || owner === identity.memberID));
  return {
    add: cantieri.allowEdit === 3 && cantieri.allowInsert !== 0,
    campi: permission(identity, 'costi').allowEdit !== 0,
    colore: permission(identity, 'lavorazioni').allowEdit !== 0,
    save: change && (!fresh || cantieri.allowInsert !== 0),
    remove: !fresh && cantieri.allowDelete === 3,
    email: identity.groupID === GRUPPO_AMMINISTRATORI || identity.groupID === GRUPPO_DIREZIONE,
  };
}
