import { DomainError } from '#contracts/core/errors.ts';
import { GRUPPO_AMMINISTRATORI, permission } from '#contracts/core/permissions.ts';
import type { ValuesOf } from '#contracts/core/typed-record.ts';
import { isSpecified } from '#contracts/modules/scadenze/default-kinds.ts';
import { REGISTER_OF } from '#contracts/modules/scadenze/register-of.ts';
import { codesOf, type Soggetto } from '#contracts/modules/scadenze/document-kind.ts';
import { isFreeCode } from '#contracts/modules/scadenze/with-kinds.ts';
import type { Area } from '#contracts/modules/areas.ts';
import { isTrusted, type Sender } from '#contracts/ports/dispatch.ts';
import { requisiti } from '#contracts/registers/requisiti.ts';
import { tipiDocumento } from '#contracts/registers/tipi-documento.ts';
import { findRows } from '#projections/registers/record.queries.ts';
import type { Dependencies, Rule, Transition } from '#services/platform/module.ts';

type Deps = Pick<Dependencies, 'readDb'>;
type Kind = ValuesOf<typeof tipiDocumento>;

/** Area whose right to change all records is required to write the document kinds and requirements of a subject. */
const AREA_OF: Readonly<Record<Soggetto, Area>> = {
  macchina: 'macchinari',
  noleggio: 'noleggi_int',
  lavoratore: 'report',
  ditta: 'report',
};

/**
 * Rules of document kinds and requirements. Writing them requires the right to change all records of the subject's area. A code is unique
 * in its register and never changes.
 */
export const kindRules = (deps: Deps): Rule[] => [
  {
    registers: [tipiDocumento],
    async permits({ before, after }: Transition<typeof tipiDocumento>, _command, sender) {
      mayWrite(sender, before?.values, after?.values);
    },
    async check({ before, after }: Transition<typeof tipiDocumento>, _command, sender) {
      if (!after?.exists) return refuseIfDefault(before?.values);
      sameCode(before?.values, after.values);
      if (!before?.exists && !isTrusted(sender)) notAnothers(after.values);
    },
  },
  {
    registers: [requisiti],
    async permits({ before, after }: Transition<typeof requisiti>, _command, sender) {
      mayWrite(sender, before?.values, after?.values);
    },
    async check({ after }: Transition<typeof requisiti>, _command, sender) {
      if (after?.exists && !isTrusted(sender)) await knownCodes(deps, after.values);
    },
  },
];

function mayWrite(sender: Sender, ...states: ({ readonly soggetto?: string | null } | undefined)[]): void {
  if (isTrusted(sender) || sender.identity.groupID === GRUPPO_AMMINISTRATORI) return;
  const areas = states.flatMap((values) => (values ? [AREA_OF[values.soggetto as Soggetto] ?? 'admin_page'] : []));
  if (areas.some((area) => permission(sender.identity, area).allowEdit !== 3)) throw new DomainError('NON_PERMESSO');
}

function refuseIfDefault(values: Kind | undefined): void {
  if (!values || !isSpecified(values.soggetto, values.codice)) return;
  throw new DomainError('STATO_NON_AMMESSO', {
    message: `Il tipo di documento «${String(values.nome)}» fa parte della scheda: non si può eliminare.`,
  });
}

/** Throws if subject or code of a kind changes. Both are part of field and file names, so documents under the old names would be lost. */
function sameCode(before: Kind | undefined, after: Kind): void {
  if (!before) return;
  const changed = (['soggetto', 'codice'] as const).filter((field) => before[field] !== after[field]);
  if (changed.length === 0) return;
  throw new DomainError('STATO_NON_AMMESSO', {
    message: 'Soggetto e codice danno il nome ai file: dopo la creazione non si cambiano.',
    errors: changed.map((campo) => ({ campo, messaggio: 'Non si può cambiare' })),
  });
}

/** Throws if another field or file of the record already has the name that the code would give. */
function notAnothers({ soggetto, codice }: Kind): void {
  const def = soggetto === 'ditta' ? undefined : REGISTER_OF[soggetto as Exclude<Soggetto, 'ditta'>];
  if (!def || isSpecified(soggetto, codice) || isFreeCode(def, String(codice))) return;
  throw new DomainError('RICHIESTA_NON_VALIDA', {
    errors: [{ campo: 'codice', messaggio: 'È già il nome di un altro campo o file della scheda' }],
  });
}

async function knownCodes({ readDb }: Deps, { soggetto, tipo_documento }: ValuesOf<typeof requisiti>): Promise<void> {
  const codes = codesOf(tipo_documento);
  const kinds = await findRows(readDb, tipiDocumento, { soggetto: soggetto ?? null, codice: codes });
  const unknown = codes.filter((code) => !kinds.some(({ codice }) => codice === code));
  if (unknown.length > 0)
    throw new DomainError('RICHIESTA_NON_VALIDA', {
      errors: [{ campo: 'tipo_documento', messaggio: `Tipo di documento sconosciuto: ${unknown.join(', ')}` }],
    });
}
