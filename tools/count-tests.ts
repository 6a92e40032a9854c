import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** The parts of vitest's JSON report that are counted. */
interface Report {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { status?: string; fullName?: string; failureMessages?: string[] }[];
  }[];
}

export interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

const NOTHING: Count = { passed: 0, failed: 0, skipped: 0 };

/** Counts a report. A file that could not be loaded counts as one failure, as does a run that failed otherwise. */
export function countReport(report: Report): Count {
  const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
  const failed = report.numFailedTests + broken;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && !report.success ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Sums the counts of report files. A missing or unreadable report counts as a failure, since its run did not end. */
export function countFiles(files: readonly string[]): Count {
  return files
    .map(countFile)
    .reduce(
      (sum, one) => ({ passed: sum.passed + one.passed, failed: sum.failed + one.failed, skipped: sum.skipped + one.skipped }),
      NOTHING,
    );
}

/** Lists the failed tests with their reasons, a line each, for the end of a long log. */
export function failures(report: Report): string[] {
  return report.testResults.flatMap(({ name, status, message, assertionResults: results }) => [
    ...(status === 'failed' && results.length === 0 ? [`${name}: ${line(message)}`] : []),
    ...results.filter((one) => one.status === 'failed').map((one) => `${name} > ${one.fullName}: ${line(one.failureMessages?.[0])}`),
  ]);
}

/** Returns the first 500 characters of a message on one line, without colours. */
const line = (message = ''): string => stripVTControlCharacters(message).replace(/\s+/g, ' ').slice(0, 500);

function countFile(file: string): Count {
  try {
    return countReport(readReport(file));
  } catch {
    return { ...NOTHING, failed: 1 };
  }
}

const readReport = (file: string): Report => JSON.parse(readFileSync(file, 'utf8')) as Report;

if (import.meta.main) {
  for (const file of process.argv.slice(2)) {
    if (existsSync(file)) for (const failure of failures(readReport(file))) console.log(failure);
  }
  const { passed, failed, skipped } = countFiles(process.argv.slice(2));
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}
