import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { JobDefinition } from '#contracts/jobs/define-job.ts';
import { portalModules } from '../tools/portal-modules.ts';

const FOLDER = new URL('../contracts/jobs/', import.meta.url);
const isDefinition = (value: unknown): value is JobDefinition =>
  typeof value === 'object' && value !== null && 'kind' in value && 'lane' in value;

it('ogni tipo di processo ha il suo gestore', async () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.ts') && !name.includes('.spec.'));
  const exported = await Promise.all(files.map(async (name) => Object.values((await import(new URL(name, FOLDER).href)) as object)));
  const defined = exported.flat().filter(isDefinition);
  const declared = portalModules().modules.flatMap(({ jobs = [] }) => jobs.map(({ definition }) => definition.kind));
  expect(defined.length).toBeGreaterThan(0);
  expect(declared.toSorted()).toEqual(defined.map(({ kind }) => kind).toSorted());
});
