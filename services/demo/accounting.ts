import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contabilitaLavoratori } from '#contracts/jobs/contabilita-lavoratori.ts';
import { UPLOADS } from '#contracts/modules/contabilita/processi.ts';
import { runIdOf, runRequest } from '../modules/contabilita-lavoratori/enqueue-run.ts';
import { ACCOUNT_DEMO } from '../platform/identity/demo-accounts.ts';
import { resultsFolder } from '../platform/files/results.ts';
import { derivedCommandId } from '../registers/command-handling.ts';
import type { Dependencies } from '../platform/module.ts';
import type { PayrollMonth } from './payroll.ts';

/** User who requests the accounting runs. */
const [OFFICE] = ACCOUNT_DEMO;

/** Requests the accounting of each month with the time at which the office did it; the jobs compute it after the start. Idempotent. */
export async function askForRuns(
  deps: Pick<Dependencies, 'config' | 'numbers' | 'jobs'>,
  payroll: readonly PayrollMonth[],
  commandIdOf: (mese: string) => string,
): Promise<void> {
  const folder = join(resultsFolder(deps.config), UPLOADS);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const { mese, at, bilMovDip, ripartizioni } of payroll) {
    const commandId = commandIdOf(mese);
    const keep = async (nome: string, text: string) => {
      const content = Buffer.from(text, 'latin1');
      const uploaded = derivedCommandId(commandId, nome);
      await writeFile(join(folder, uploaded), content, { mode: 0o600 });
      return { caricato: uploaded, nome, sha256: createHash('sha256').update(content).digest('hex') };
    };
    if (await deps.jobs.find(runIdOf(commandId))) continue;
    const { number: numero } = await deps.numbers.reserve(contabilitaLavoratori.kind, commandId);
    const data = {
      numero,
      bilMovDip: await keep(`paghe-${mese}.csv`, bilMovDip),
      ripartizioni: await keep(`ore-${mese}.csv`, ripartizioni),
      contiEconomici: deps.config.CONTI_ECONOMICI,
      quando: at.toISOString(),
    };
    await deps.jobs.enqueue({ ...runRequest(data, OFFICE), id: runIdOf(commandId), correlationId: commandId, at });
  }
}
