import { execFileSync } from 'node:child_process';

const ROOMS = ['contracts', 'services', 'projections', 'workers', 'web', 'test', 'tools', 'qa'];

/** Lists the TypeScript sources of all rooms, new ones that git does not ignore included. */
export const sourceFiles = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...ROOMS], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file));
