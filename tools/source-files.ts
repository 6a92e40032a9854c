import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const ROOMS = ['contracts', 'services', 'projections', 'workers', 'web', 'test', 'tools', 'qa'];

/** Lists the TypeScript sources of all top folders, including new files that git does not ignore, without deleted files. */
export const sourceFiles = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...ROOMS], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && existsSync(file));
