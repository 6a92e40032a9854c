import { execFileSync, spawnSync } from 'node:child_process';
import { basename, dirname } from 'node:path';

/**
 * Runs the tests that a change can reach: all unit specs that import a changed file or read a changed table, and the int and browser specs
 * of the changed modules and screens, for a register also of the modules that name it. Prints the number of specs that it leaves to `make test`. DA=REVISION compares with that revision instead of the last
 * commit.
 */
const git = (...args: string[]): string[] => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
const changedFiles = [
  ...git('diff', '--name-only', '--diff-filter=d', process.env['DA'] ?? 'HEAD'),
  ...git('ls-files', '-o', '--exclude-standard'),
];
const sources = changedFiles.filter((file) => /\.(tsx?|css)$/.test(file));
/** Samples and tables that specs read from the disk, so that no import leads to them. */
const data = changedFiles.filter((file) => /\.(json|csv|sql)$/.test(file));
const unitSpecs = git('ls-files', '*.unit.spec.ts', '*.unit.spec.tsx');
const readers = unitSpecs.filter((spec) =>
  data.some((file) => dirname(file) === dirname(spec) || `${dirname(file)}.unit.spec.ts` === spec),
);

/** Returns the noun of the module, register, read model or screen to which a file belongs; undefined if it belongs to none. */
const nounOf = (file: string): string | undefined =>
  /^(?:services\/modules|projections|web\/screens|contracts\/(?:modules|registers))\/([a-z-]+)/.exec(file)?.[1];
/** Returns the modules whose code names a register's definition. */
const modulesNaming = (file: string): string[] => {
  const imported = spawnSync('git', ['grep', '-l', '--fixed-strings', file.replace('contracts/', ''), '--', 'services/modules'], {
    encoding: 'utf8',
  });
  return imported.stdout.split('\n').flatMap((importer) => nounOf(importer) ?? []);
};
const registers = sources.filter((file) => file.startsWith('contracts/registers/'));
const nouns = new Set([...sources.map(nounOf).filter((noun) => noun !== undefined), ...registers.flatMap(modulesNaming)]);
const folders = new Set(sources.map((file) => dirname(file)));

const int = git('ls-files', '*.int.spec.ts');
const near = int.filter(
  (spec) =>
    sources.includes(spec) ||
    folders.has(dirname(spec)) ||
    (registers.length > 0 && spec === 'services/registers/registers.int.spec.ts') ||
    [...nouns].some((noun) => spec.includes(`/${noun}/`)),
);
const browser = git('ls-files', 'test/e2e/*.e2e.spec.ts');
const screens = new Set(sources.filter((file) => file.startsWith('web/screens/')).map(nounOf));
const walkedSpecs = browser.filter((spec) => sources.includes(spec) || screens.has(basename(spec, '.e2e.spec.ts')));

function vitest(...args: string[]): boolean {
  return spawnSync('vitest', args, { stdio: 'inherit' }).status === 0;
}

let allPassed = true;
if (sources.length + readers.length === 0) console.log('No change that a spec could reach.');
else {
  if (sources.length > 0)
    allPassed = vitest('related', '--run', '--passWithNoTests', '--project', 'unit', '--project', 'web', ...sources) && allPassed;
  if (readers.length > 0) allPassed = vitest('run', '--project', 'unit', '--project', 'web', ...readers) && allPassed;
  if (near.length > 0) allPassed = vitest('run', '--project', 'int', ...near) && allPassed;
  if (walkedSpecs.length > 0) allPassed = vitest('run', '--project', 'e2e', ...walkedSpecs) && allPassed;
  console.log(
    `Left to make test: ${int.length - near.length} int specs and ${browser.length - walkedSpecs.length} browser specs of other modules.`,
  );
}
process.exitCode = allPassed ? 0 : 1;
