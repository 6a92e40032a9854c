import { execFile } from 'node:child_process';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { buildContext } from './context.ts';
import { readDockerfile, type Stage, type Instruction } from './dockerfile.ts';

const run = promisify(execFile);

export interface BuiltImage {
  /** Root folder of the last stage. */
  root: string;
  /** Working folder of the last stage, inside `root`. */
  folder: string;
  env: Record<string, string>;
  entry: string[];
}

interface Walk {
  /** Root of the build context; `files` are its files. */
  source: string;
  files: string[];
  /** Root folders of the stages already built, by stage name. */
  roots: Map<string, string>;
  /** A PATH on which `node` is the image's version. */
  path: string;
}

/** Rewrites absolute paths of a command into the stage's root, and removes owner options, since no users are created. */
const inRoot = (command: string, root: string): string => command.replaceAll(/(?<=\s)\/(?=\w)/g, `${root}/`).replaceAll(/ -[og] \w+/g, '');

/**
 * Simulates a build of the image without Docker: runs each stage's instructions in an empty folder. Only files of the build context can be
 * copied. Programs of the base image are replaced by this machine's.
 */
export async function walkDockerfile(source: string, work: string, path: string): Promise<BuiltImage> {
  const stages = readDockerfile(await readFile(join(source, 'Dockerfile'), 'utf8'));
  const walk: Walk = { source, files: buildContext(source), roots: new Map(), path };
  let built: BuiltImage | undefined;
  for (const stage of stages) built = await buildStage(stage, walk, join(work, stage.name.replaceAll(' ', '-')));
  if (!built) throw new Error('the Dockerfile has no stage');
  return built;
}

async function buildStage(stage: Stage, walk: Walk, root: string): Promise<BuiltImage> {
  await mkdir(root, { recursive: true });
  walk.roots.set(stage.name, root);
  const built: BuiltImage = { root, folder: root, env: {}, entry: [] };
  for (const step of stage.steps) await take(step, built, walk);
  return built;
}

async function take(step: Instruction, built: BuiltImage, walk: Walk): Promise<void> {
  switch (step.kind) {
    case 'workdir':
      built.folder = join(built.root, step.folder);
      await mkdir(built.folder, { recursive: true });
      return;
    case 'env':
      built.env[step.name] = step.value;
      return;
    case 'entry':
      built.entry = step.words;
      return;
    case 'copy':
      for (const one of step.sources) await copy(one, step, built, walk);
      return;
    case 'run':
      await run('sh', ['-ec', inRoot(step.command, built.root)], {
        cwd: built.folder,
        env: { ...built.env, PATH: walk.path, HOME: process.env['HOME'] ?? '/root', npm_config_prefer_offline: 'true' },
        maxBuffer: 64 * 1024 * 1024,
      });
  }
}

async function copy(
  source: string,
  { from, target }: { from: string | null; target: string },
  built: BuiltImage,
  walk: Walk,
): Promise<void> {
  const into = target.endsWith('/') ? join(resolve(built.folder, target), basename(source)) : resolve(built.folder, target);
  if (from !== null) {
    const root = walk.roots.get(from);
    if (root === undefined) throw new Error(`no stage ${from}`);
    // hard links suffice, since copied files are never written
    await mkdir(dirname(into), { recursive: true });
    await run('cp', ['-al', join(root, source), into]);
    return;
  }
  const files = walk.files.filter((file) => file === source || file.startsWith(`${source}/`));
  if (files.length === 0) throw new Error(`${source} is not in the context`);
  for (const file of files) {
    const place = file === source ? into : join(into, file.slice(source.length + 1));
    await mkdir(dirname(place), { recursive: true });
    await cp(join(walk.source, file), place);
  }
}
