import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const ROOMS = ['contracts', 'services', 'projections', 'workers', 'web', 'test', 'tools', 'qa'];

/** Lists the TypeScript sources of all rooms, with new ones that git does not ignore and without deleted ones. */
export const sourceFiles = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...ROOMS], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && existsSync(file));
