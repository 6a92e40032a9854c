import { readFileSync } from 'node:fs';

/** The parts of vitest's JSON report that are counted. */
interface Report {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { name: string; status: string; message?: string; assertionResults: unknown[] }[];
}

export interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

const NOTHING: Count = { passed: 0, failed: 0, skipped: 0 };

/** What a report says. A file that could not even be loaded counts as one failure, and so does a run that failed otherwise. */
export function countReport(report: Report): Count {
  const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
  const failed = report.numFailedTests + broken;
  return { passed: report.numPassedTests, failed: failed === 0 && !report.success ? 1 : failed, skipped: report.numPendingTests + report.numTodoTests };
}

/** A report that is missing or unreadable is a failure: the run that should have written it did not end. */
export function countFiles(files: readonly string[]): Count {
  return files.map(countFile).reduce((sum, one) => ({ passed: sum.passed + one.passed, failed: sum.failed + one.failed, skipped: sum.skipped + one.skipped }), NOTHING);
}

function countFile(file: string): Count {
  try {
    return countReport(JSON.parse(readFileSync(file, 'utf8')) as Report);
  } catch {
    return { ...NOTHING, failed: 1 };
  }
}

if (import.meta.main) {
  const { passed, failed, skipped } = countFiles(process.argv.slice(2));
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}
