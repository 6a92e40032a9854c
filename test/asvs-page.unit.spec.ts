import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const PAGE = readFileSync(join(ROOT, 'docs', 'reference', 'asvs.md'), 'utf8');
const ROW = /^\| (V\d+\.\d+\.\d+) \| ([12]) \| ([^|]+) \| (met|in part|\*\*not met\*\*|does not apply) \| (.+) \|$/gm;
const TEST = /`([^`]+\.spec\.tsx?)` › ([^|]+)/g;
/** Requirements of ASVS 5.0.0 by chapter, of level 1 and of level 2. */
const STANDARD: Readonly<Record<string, readonly [one: number, two: number]>> = {
  V1: [8, 19],
  V2: [4, 7],
  V3: [8, 11],
  V4: [2, 8],
  V5: [4, 5],
  V6: [13, 22],
  V7: [6, 12],
  V8: [4, 3],
  V9: [4, 3],
  V10: [5, 24],
  V11: [3, 11],
  V12: [3, 6],
  V13: [1, 12],
  V14: [2, 7],
  V15: [3, 10],
  V16: [0, 16],
  V17: [0, 7],
};

interface Requirement {
  id: string;
  level: string;
  state: string;
  where: string;
}

const REQUIREMENTS = [...PAGE.matchAll(ROW)].map(([, id = '', level = '', , state = '', where = '']): Requirement => ({
  id,
  level,
  state,
  where,
}));
const testsOf = ({ where }: Requirement) =>
  where
    .split('<br>')
    .flatMap((line) => [...line.matchAll(TEST)].map(([, file = '', title = '']) => ({ file, title: title.replaceAll('\\', '').trim() })));

describe('docs/reference/asvs.md', () => {
  it('goes through every requirement of levels 1 and 2, each once', () => {
    expect(new Set(REQUIREMENTS.map(({ id }) => id)).size).toBe(REQUIREMENTS.length);
    const counted = Object.fromEntries(
      Object.keys(STANDARD).map((chapter) => {
        const own = REQUIREMENTS.filter(({ id }) => id.startsWith(`${chapter}.`));
        return [chapter, [own.filter(({ level }) => level === '1').length, own.filter(({ level }) => level === '2').length]];
      }),
    );
    expect(counted).toEqual(STANDARD);
    expect(REQUIREMENTS).toHaveLength(253);
  });

  it('counts them as they stand', () => {
    const count = (state: string): number => REQUIREMENTS.filter((one) => one.state === state).length;
    expect(PAGE).toContain(
      `253 requirements: ${count('met')} met, ${count('in part')} in part, ${count('**not met**')} not met, ${count('does not apply')} do not apply.`,
    );
  });

  it('names a test for each requirement that is met', () => {
    const bare = REQUIREMENTS.filter((one) => one.state === 'met' && testsOf(one).length === 0);
    expect(bare.map(({ id }) => id)).toEqual([]);
  });

  it('names the days within which a vulnerability is fixed', () => {
    const policy = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');
    expect([...policy.matchAll(/^\| (critical|high|any other) \| (\d+) days \|$/gm)].map(([, level, days]) => [level, days])).toEqual([
      ['critical', '7'],
      ['high', '30'],
      ['any other', '90'],
    ]);
    const section = readFileSync(join(ROOT, 'docs', 'reference', 'security.md'), 'utf8').split('## Vulnerabilities')[1] ?? '';
    expect(section.split('\n## ')[0]).toMatch(/SECURITY\.md.*packages that the portal is made of/s);
  });

  it.each(REQUIREMENTS.filter((one) => testsOf(one).length > 0).map((one) => [one.id, testsOf(one)] as const))(
    '%s names tests that exist',
    (_, tests) => {
      for (const { file, title } of tests) {
        expect(existsSync(join(ROOT, file)), file).toBe(true);
        expect(titlesOf(file), file).toContain(title);
      }
    },
  );

  it('leaves out no reason', () => {
    for (const { id, state, where } of REQUIREMENTS) if (state !== 'met') expect(where.length, id).toBeGreaterThan(3);
  });
});

/** Returns the test titles that a cell of the table quotes. */
function titlesOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(/(['"`])((?:\\.|(?!\1).)+)\1,/g)].map(([, , title = '']) => title.replaceAll('\\', ''));
}
