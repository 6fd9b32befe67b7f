/** Reads the reports of the test runners: counts, the names of failed tests, the seconds of each file. */
import { readFileSync } from 'node:fs';
import { failedOfPlaywright, failedOfVitest } from './failed-tests.mjs';
import { timesOfPlaywright, timesOfVitest } from './test-times.mjs';

/**
 * @typedef {{ passed: number, failed: number, names?: string[], times?: import('./test-times.mjs').FileTime[] }} Counted
 * @param {string} file
 * @param {string} check
 * @returns {Counted}
 */
export function countVitest(file, check) {
  const report = JSON.parse(readFileSync(file, 'utf8'));
  // A file that could not be loaded has no failed test, but counts as failed.
  const brokenFiles = report.testResults.filter(
    (/** @type {{ status: string, assertionResults: unknown[] }} */ result) =>
      result.status === 'failed' && result.assertionResults.length === 0,
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles,
    names: failedOfVitest(report),
    times: timesOfVitest(check, report),
  };
}

/**
 * A test that passes only on the second try has found a fault, in the product or in itself: it counts as failed.
 *
 * @param {string} file
 * @param {string} check
 * @returns {Counted}
 */
export function countPlaywright(file, check) {
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const { stats } = report;
  if (stats.flaky > 0) console.log(`FLAKY: ${stats.flaky} end-to-end tests passed only the second time. Find out why.`);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    names: failedOfPlaywright(report),
    times: timesOfPlaywright(check, report),
  };
}
