// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { arrivedAt, cameFrom, forgetArrivals } from './arrival.ts';

afterEach(() => {
  forgetArrivals();
  history.replaceState(null, '', '/');
});

it('da dove si viene: prima che il guscio lo dica e dopo; la prima volta da nessuna parte', () => {
  history.replaceState(null, '', '/home/accise');
  expect(cameFrom()).toBeUndefined();
  arrivedAt('/home/accise');
  expect(cameFrom()).toBeUndefined();
  history.pushState(null, '', '/home/accise/12');
  expect(cameFrom()).toBe('/home/accise');
  arrivedAt('/home/accise/12');
  arrivedAt('/home/accise/12');
  expect(cameFrom()).toBe('/home/accise');
});
