import { permission, type Identity } from '#contracts/core/permissions.ts';
import { lavorazioni } from '#contracts/registers/lavorazioni.ts';
import { formButtons } from '#web/registers/buttons.ts';
import type { FormRules } from '#web/registers/form/form-props.ts';
import type { DetailContext } from '#web/registers/form/RegisterDetail.tsx';

/**
 * Returns the rules of a work item's form: SALVA and ELIMINA also need cantieri.allowEdit (part 2, section 6). The server checks only the
 * area lavorazioni.
 */
export function lavorazioneRules(identity: Identity, { id, row }: DetailContext): FormRules {
  const { save, remove } = formButtons(identity, lavorazioni, id === null ? 'nuovo' : 'modifica', row?.utente ?? null);
  const sites = permission(identity, 'cantieri').allowEdit !== 0;
  return { buttons: { campi: save && sites, save: save && sites, remove: remove && sites } };
}
