/**
 * Measures a whole run's time: the seconds of each check and of each of its test files, from the JSON reports of Vitest and Playwright.
 * `npm test` saves them in `test-reports/times.json` and prints the slowest; `npm run times` compares them with the committed table.
 */

/**
 * @typedef {{ check: string, file: string, seconds: number }} FileTime
 * @typedef {{ checks: { check: string, seconds: number }[], files: FileTime[] }} Times
 */

const relative = (/** @type {string} */ path) => path.replace(`${process.cwd()}/`, '');

/** @param {string} check @param {{ testResults: { name: string, startTime: number, endTime: number }[] }} report @returns {FileTime[]} */
export function timesOfVitest(check, report) {
  return report.testResults.map(({ name, startTime, endTime }) => ({ check, file: relative(name), seconds: (endTime - startTime) / 1000 }));
}

/**
 * All tries of a test count, because each takes time.
 * @typedef {{ file: string, suites?: Suite[], specs?: { tests: { results: { duration: number }[] }[] }[] }} Suite
 * @param {string} check @param {{ suites: Suite[] }} report @returns {FileTime[]}
 */
export function timesOfPlaywright(check, report) {
  /** @param {Suite} suite @returns {number} */
  const milliseconds = ({ specs = [], suites = [] }) =>
    sum(specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)))) +
    sum(suites.map(milliseconds));
  return report.suites.map((suite) => ({ check, file: suite.file, seconds: milliseconds(suite) / 1000 }));
}

/** @param {FileTime[]} files @param {number} count */
export function slowest(files, count) {
  return files.toSorted((a, b) => b.seconds - a.seconds).slice(0, count);
}

/**
 * Returns the files that take a larger share than in the kept table. Machines differ by a factor, estimated by the median of all files'
 * ratios; a file is listed if it is twice as slow as that, and by at least five seconds of the kept table's machine.
 * @param {FileTime[]} files @param {FileTime[]} kept
 */
export function slower(files, kept) {
  const keyOf = (/** @type {FileTime} */ { check, file }) => `${check}\n${file}`;
  const before = new Map(kept.map((time) => [keyOf(time), time.seconds]));
  const known = files.filter((time) => (before.get(keyOf(time)) ?? 0) >= 1).map((time) => ({ time, was: before.get(keyOf(time)) ?? 1 }));
  const ratios = known.map(({ time, was }) => time.seconds / was).sort((a, b) => a - b);
  const machine = ratios[Math.floor(ratios.length / 2)] ?? 1;
  return known
    .map(({ time, was }) => ({ ...time, was, seconds: time.seconds / machine }))
    .filter(({ seconds, was }) => seconds > 2 * was && seconds - was > 5);
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
