/**
 * Names of the tests that failed, each with the first line of its error, from the JSON reports of Vitest and Playwright: what a reader
 * of the last lines of a log needs.
 */

const LONGEST_LINE = 300;

/** @param {string} title @param {string | undefined} message */
function line(title, message) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of a terminal
  const words = (message ?? 'no message').replace(/\u001b\[[\d;]*m/g, '').trim();
  const said = words.split('\n').filter((part) => part.trim() !== '');
  return `${title}: ${said.slice(0, 4).join(' | ')}`.slice(0, LONGEST_LINE);
}

/** @param {{ testResults: { name: string, status: string, message?: string, assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }[] }} report */
export function failedOfVitest(report) {
  return report.testResults.flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0 && file.status === 'failed') return [line(file.name.replace(`${process.cwd()}/`, ''), file.message)];
    return failed.map(({ fullName, failureMessages }) => line(fullName, failureMessages?.[0]));
  });
}

/**
 * @typedef {{ title: string, suites?: PlaywrightSuite[], specs?: { title: string, tests: { status: string, results: { error?: { message?: string } }[] }[] }[] }} PlaywrightSuite
 * @param {{ suites: PlaywrightSuite[], errors?: { message?: string }[] }} report
 */
export function failedOfPlaywright(report) {
  /** @param {PlaywrightSuite} suite @returns {string[]} */
  const ofSuite = (suite) => [
    ...(suite.specs ?? []).flatMap(({ title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ status, results }) =>
          line(
            `${suite.title} › ${title}${status === 'flaky' ? ' (passed the second time)' : ''}`,
            results.find(({ error }) => error)?.error?.message,
          ),
        ),
    ),
    ...(suite.suites ?? []).flatMap(ofSuite),
  ];
  return [...(report.errors ?? []).map(({ message }) => line('Playwright', message)), ...report.suites.flatMap(ofSuite)];
}
