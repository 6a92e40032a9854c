import { describe, expect, test } from 'vitest';
import { countFiles, countReport, failures } from './count-tests.ts';

const report = (extra: object = {}) => ({
  success: true,
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [],
  ...extra,
});

describe('Il conto delle prove', () => {
  test('somma passate, fallite e saltate', () => {
    expect(countReport(report())).toEqual({ passed: 5, failed: 0, skipped: 2 });
    expect(countReport(report({ success: false, numFailedTests: 2 }))).toEqual({ passed: 5, failed: 2, skipped: 2 });
  });

  test('un file che non si carica è una prova fallita', () => {
    const testResults = [{ name: 'a', status: 'failed', assertionResults: [] }];
    expect(countReport(report({ success: false, testResults }))).toMatchObject({ failed: 1 });
  });

  test('chi è fallito si legge con il suo perché, in una riga', () => {
    const testResults = [
      { name: 'a.ts', status: 'failed', message: 'non si\ncarica', assertionResults: [] },
      {
        name: 'b.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'va' },
          { status: 'failed', fullName: 'non va', failureMessages: ['\u001B[31mmanca\u001B[39m\n  A0004', 'altro'] },
        ],
      },
    ];
    expect(failures(report({ testResults }))).toEqual(['a.ts: non si carica', 'b.ts > non va: manca A0004']);
  });

  test('un giro fallito per altro non passa per riuscito, e un rapporto che manca nemmeno', () => {
    expect(countReport(report({ success: false }))).toMatchObject({ failed: 1 });
    expect(countFiles(['/non/esiste.json'])).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});
