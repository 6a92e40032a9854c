import { prepareDatabase } from '../platform/postgres/prepare-database.ts';
import { signingIn } from '../platform/postgres/roles.ts';
import { readConfig } from '../platform/start/config.ts';

// `npm run prepare-database` migrates as the owner of the tables, so that the portal itself can run as a role with fewer rights
async function main(): Promise<void> {
  const { DATABASE_URL: url, DATABASE_URL_PROPRIETARIO: ownerUrl } = readConfig();
  if (url === undefined || ownerUrl === undefined)
    throw new Error('DATABASE_URL (as the portal signs in) and DATABASE_URL_PROPRIETARIO (the role that owns its tables) are needed.');
  const applied = await prepareDatabase(ownerUrl, url);
  console.log(
    `${applied.length === 0 ? 'The tables are up to date' : `Migrations: ${applied.join(', ')}`}; ${signingIn(url).name} may read and append.`,
  );
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? `\n${error.message}\n` : error);
  process.exitCode = 1;
});
