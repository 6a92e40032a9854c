import { GRUPPO_AMMINISTRATORI, GRUPPO_DIREZIONE, permission, type Identity } from '#contracts/core/permissions.ts';

/** The odd rules of the site screens, kept as the specification words them (part 1, section 5; part 2, section 6). */
export interface CantierePermissions {
  /** AGGIUNGI: cantieri.allowEdit equals 3 and allowInsert is not 0. */
  aggiungi: boolean;
  /** The fields follow costi.allowEdit. */
  campi: boolean;
  /** The colour follows lavorazioni.allowEdit. */
  colore: boolean;
  /** SALVA follows cantieri.allowEdit; level 1 only on the person's own. */
  salva: boolean;
  /** ELIMINA shows only when cantieri.allowDelete is 3. */
  elimina: boolean;
  /** EMAIL is for groups 2 and 9. */
  email: boolean;
}

/** `proprietario`: the site's `utente`; `null` for a new site. */
export function cantierePermissions(identita: Identity, proprietario: string | null): CantierePermissions {
  const cantieri = permission(identita, 'cantieri');
  const nuovo = proprietario === null;
  const modifica = cantieri.allowEdit === 3 || (cantieri.allowEdit === 1 && (nuovo || proprietario === identita.memberID));
  return {
    aggiungi: cantieri.allowEdit === 3 && cantieri.allowInsert !== 0,
    campi: permission(identita, 'costi').allowEdit !== 0,
    colore: permission(identita, 'lavorazioni').allowEdit !== 0,
    salva: modifica && (!nuovo || cantieri.allowInsert !== 0),
    elimina: !nuovo && cantieri.allowDelete === 3,
    email: identita.groupID === GRUPPO_AMMINISTRATORI || identita.groupID === GRUPPO_DIREZIONE,
  };
}
