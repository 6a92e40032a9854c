import { parseArgs } from 'node:util';

export const ROLES = ['api', 'projections', 'workers', 'all'] as const;
export type Role = (typeof ROLES)[number];

/** Parses `--role api | projections | workers | all`; `all` by default. Throws an error with a readable message for other arguments. */
export function readRole(args: readonly string[]): Role {
  let role: string | undefined;
  try {
    role = parseArgs({ args: [...args], options: { role: { type: 'string' } }, strict: true }).values.role;
  } catch (error) {
    throw new Error(`Arguments not valid: ${(error as Error).message}`, { cause: error });
  }
  const found = ROLES.find((knownRole) => knownRole === (role ?? 'all'));
  if (!found) throw new Error(`--role ${role}: unknown role; the roles are ${ROLES.join(', ')}`);
  return found;
}
