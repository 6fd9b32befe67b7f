/**
 * Collects the names of failed tests, each with the first line of its error, from the JSON reports of Vitest and Playwright, for readers of
 * a log's last lines.
 */

const LONGEST_LINE = 500;

/** @param {string} message */
function withoutColours(message) {
  return message.replace(/\u001b\[[\d;]*m/g, '').trim();
}

/** @param {string} title @param {string | undefined} message */
function line(title, message) {
  const said = withoutColours(message ?? 'no message')
    .split('\n')
    .filter((part) => part.trim() !== '');
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
 * "Test timeout exceeded" does not name the hanging step, which is in the second error of such a test.
 * @typedef {{ message?: string, location?: { file: string, line: number } }} PlaywrightError
 * @param {{ error?: PlaywrightError, errors?: PlaywrightError[] }[]} results
 */
function said(results) {
  const failed = results.find(({ error }) => error);
  const errors = failed?.errors?.length ? failed.errors : [failed?.error];
  return errors.map((error) => stepOf(error?.message) + (error?.location ? ` (line ${error.location.line})` : '')).join(' | ');
}

/** Returns the attempted step and what it waited for, without the browser's log in between. @param {string | undefined} message */
function stepOf(message) {
  const [first = '', ...rest] = withoutColours(message ?? 'no message')
    .split('\n')
    .filter((part) => part.trim() !== '');
  const tried = rest.findIndex((part) => part.trim() === 'Call log:');
  if (tried === -1) return [first, ...rest.slice(0, 3)].join(' | ');
  const waited = rest.slice(tried + 1).find((part) => part.includes('waiting for ')) ?? '';
  const inTheWay = rest.find((part) => part.includes('intercepts pointer events')) ?? '';
  return [first, waited, inTheWay]
    .filter((part) => part !== '')
    .map((part) => part.trim())
    .join(' | ');
}

/**
 * @typedef {{ title: string, suites?: PlaywrightSuite[], specs?: { title: string, tests: { status: string, results: { error?: PlaywrightError, errors?: PlaywrightError[] }[] }[] }[] }} PlaywrightSuite
 * @param {{ suites: PlaywrightSuite[], errors?: { message?: string }[] }} report
 */
export function failedOfPlaywright(report) {
  /** @param {PlaywrightSuite} suite @returns {string[]} */
  const ofSuite = (suite) => [
    ...(suite.specs ?? []).flatMap(({ title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ status, results }) =>
          line(`${suite.title} › ${title}${status === 'flaky' ? ' (passed the second time)' : ''}`, said(results)),
        ),
    ),
    ...(suite.suites ?? []).flatMap(ofSuite),
  ];
  return [...(report.errors ?? []).map(({ message }) => line('Playwright', message)), ...report.suites.flatMap(ofSuite)];
}
