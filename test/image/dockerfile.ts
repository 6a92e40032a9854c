/** One instruction of a stage in a Dockerfile. */
export type Instruction =
  | { kind: 'workdir'; folder: string }
  | { kind: 'copy'; from: string | null; sources: string[]; target: string }
  | { kind: 'run'; command: string }
  | { kind: 'env'; name: string; value: string }
  | { kind: 'entry'; words: string[] };

export interface Stage {
  name: string;
  image: string;
  steps: Instruction[];
}

const words = (text: string): string[] => text.trim().split(/\s+/);

function stepOf(instruction: string, rest: string): Instruction | null {
  switch (instruction) {
    case 'WORKDIR':
      return { kind: 'workdir', folder: rest };
    case 'COPY': {
      const all = words(rest);
      const from = all.find((word) => word.startsWith('--from='))?.slice('--from='.length) ?? null;
      const paths = all.filter((word) => !word.startsWith('--'));
      return { kind: 'copy', from, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' };
    }
    case 'RUN':
      return { kind: 'run', command: rest };
    case 'ENV': {
      const [name = '', value = ''] = rest.split('=');
      return { kind: 'env', name, value };
    }
    case 'ENTRYPOINT':
      return { kind: 'entry', words: JSON.parse(rest) as string[] };
    case 'USER':
    case 'EXPOSE':
    case 'CMD':
      return null;
    default:
      throw new Error(`the walk does not know ${instruction}`);
  }
}

/** Parses the stages of a Dockerfile, in order. Throws for an unknown instruction. */
export function readDockerfile(text: string): Stage[] {
  const stages: Stage[] = [];
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const [, instruction = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    if (instruction === 'FROM') {
      const [image = '', , name = `stage ${stages.length}`] = words(rest);
      stages.push({ name, image, steps: [] });
      continue;
    }
    const step = stepOf(instruction, rest);
    if (step) stages.at(-1)?.steps.push(step);
  }
  return stages;
}
