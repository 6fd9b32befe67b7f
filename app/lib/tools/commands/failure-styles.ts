/** How one program begins, names and ends its failures. A runner that is missing is one more entry. */
export interface FailureStyle {
  /** Of several entries of one runner, only the first that finds anything is used. */
  runner: string;
  /** The first line of a failure. */
  start: RegExp;
  /** The patterns of the lines directly below, one for each line. */
  below?: readonly RegExp[];
  /** The line directly above must not be this. */
  notBelow?: RegExp;
  /** Failures are looked for only between these lines, because the runner also lists its tests in the same form elsewhere. */
  within?: { open: RegExp; close?: RegExp; isOptional?: true };
  /** The first line that is no longer part of a failure. */
  end?: RegExp;
  /** A failure with such a line only repeats another failure. */
  repeats?: RegExp;
  /** The name is in the last line above that fits this. */
  heading?: RegExp;
  /** The line from which on what is printed above the first line belongs to the failure. */
  above?: RegExp;
  /** The name continues below the first line, up to the first line that fits this. */
  nameEnd?: RegExp;
  /** The parts of a failure's first line that are no name. */
  frill?: RegExp;
  /** The line with the message, or the line above it if that ends in a colon or `|-`. Null if the first line says it. */
  message?: RegExp | null;
  /** Every line that fits `message` is part of it, not only the first. */
  hasManyMessages?: true;
  /** Of several places in the project, the last is nearest to the failure. */
  isPlaceLast?: true;
  /** Lines that list the failures again, without their messages. */
  listing?: RegExp;
}

/** The message of a style that names none. */
export const ANY_MESSAGE = /^\s*(?:Uncaught )?(?:[\w$.:\\]*(?:Error|Exception|Failure|Throwable)\b|(?:Expected|expected|error|message)\b)/;

/** The names that TAP prints between its tests, of the tests below; the totals are not among them. */
export const TAP_HEADING = /^\s*# (?!(?:tests|suites|pass|fail|ok|skip|skipped|todo|cancelled|duration_ms)\b)/;

/** The most specific first: lines that one entry has taken are not searched by the next. */
export const FAILURE_STYLES: readonly FailureStyle[] = [
  {
    runner: 'vitest',
    start: /^\s*FAIL\s+\S.*(?: > |\[ .+ \]$)|^⎯+ Unhandled (?:Rejection|Error|Exception) ⎯+$/,
    end: /^⎯{4,}|^\s*(?:Test Files|Tests|Snapshots)\s{2,}/,
    frill: /^FAIL\s+|^⎯+ | ⎯+$/g,
    listing: /^\s*(?:×|❯)\s+\S.*(?:\d+m?s|tests?.*\))$/,
  },
  {
    runner: 'jest',
    start: /^ {2}● (?!Console$|Deprecation)\S/,
    within: { open: /^Summary of all failing tests$/, isOptional: true },
    end: /^(?:Test Suites|Tests|Snapshots): |^(?:FAIL|PASS) /,
    frill: /^● /g,
    message: /^\s*(?:expect\(|[A-Z]\w*(?:Error|Exception)\b|thrown: |Expected|Cannot find)/,
    listing: /^\s*✕ /,
  },
  {
    runner: 'playwright',
    start: /^\s+\d+\) \S.* › /,
    end: /^\s+\d+ (?:failed|flaky|passed|skipped)\b/,
    frill: /^\d+\) | ─+$/g,
    listing: /^\s*✘\s+\d+ /,
  },
  {
    runner: 'node:test',
    start: /^(?:test at \S.*:\d+|✖ )/,
    notBelow: /^test at /,
    within: { open: /^✖ failing tests:/, close: /^(?:▶|ℹ|✔) / },
    nameEnd: /^✖ /,
    frill: /^test at \S.*:\d+:\d+ |✖ /g,
  },
  {
    runner: 'mocha',
    start: /^\s+\d+\) \S/,
    within: { open: /^\s+\d+ failing\b/, close: /^\s+\d+ passing\b|^\s*\(Results\)/ },
    nameEnd: /:$/,
    frill: /^\d+\) |:$/g,
    listing: /^\s+\d+\) /,
  },
  {
    runner: 'ava',
    start: /^ {2}\S/,
    below: [/^$/, /^ {2}(?:\S+\.\w+:\d+$|Error thrown in|Rejected promise|Test (?:finished|was|failed)|Did not)/],
    within: { open: /^ {2}─$/, close: /^ {2}\d+ (?:tests?|uncaught|unhandled)\b/ },
    end: /^ {2}─$/,
    message: /^\s*(?:\w*Error: |Value is not|[-+] )/,
    hasManyMessages: true,
    listing: /^\s*✘ \[fail\]: /,
  },
  {
    runner: 'TAP',
    start: /^\s*not ok \d+/,
    heading: TAP_HEADING,
    end: /^\s*(?:ok \d|# |1\.\.\d)/,
    repeats: /^\s*failureType: '?subtestsFailed/,
    message: /^\s*(?:message|error|found|wanted|expected|actual):/,
    hasManyMessages: true,
  },
  { runner: 'pytest', start: /^_{3,} \S.* _{3,}$/, end: /^(?:=|!){5,} .+ (?:=|!){5,}$/, frill: /^_+ | _+$/g, message: /^E\s+\S/ },
  { runner: 'pytest', start: /^(?:FAILED|ERROR) \S+\.py\b/, end: /^=/ },
  {
    runner: 'unittest',
    start: /^(?:FAIL|ERROR): \S.* \(.+\)$/,
    end: /^={20,}$|^Ran \d+ tests? in/,
    frill: /^(?:FAIL|ERROR): /g,
    message: /^(?:\w+\.)*\w+(?:Error|Exception|Warning|Exit)\b/,
    isPlaceLast: true,
  },
  {
    runner: 'go test',
    start: /^\s*--- FAIL: /,
    above: /^=== (?:RUN|NAME|CONT)\s/,
    end: /^(?:FAIL|PASS|ok|exit status|=== (?:RUN|NAME|CONT))\b|^\s*--- PASS/,
    frill: /^--- FAIL: | \([\d.]+s\)$/g,
    message: /^\s+\S+\.go:\d+: |^panic: /,
  },
  { runner: 'go', start: /^(?:\.{0,2}\/)?[\w./-]+\.go:\d+:\d+: \S/, end: /^(?:FAIL|ok|#)/, frill: /^\S+ /g, message: null },
  {
    runner: 'cargo test',
    start: /^---- .+ stdout ----$/,
    end: /^failures:$|^test result:|^note: |^stack backtrace:$/,
    frill: /^---- | stdout ----$/g,
    message: /panicked at (?:.+:\d+:\d+:$|')|^Error: /,
    listing: /^test .+ \.\.\. FAILED$/,
  },
  { runner: 'rustc', start: /^error(?:\[E\d+\])?: /, below: [/^\s*--> /], end: /^$/, message: null },
  {
    runner: 'rspec',
    start: /^\s+\d+\) \S/,
    within: { open: /^Failures:$/, close: /^Finished in |^Failed examples:$/ },
    end: /^Finished in /,
    frill: /^\d+\) /g,
    message: /^\s+(?:expected|got:|[A-Z]\w*(?:Error|Exception):)/,
    hasManyMessages: true,
  },
  {
    runner: 'minitest',
    start: /^\s+\d+\) (?:Failure|Error):$/,
    below: [/^\S+#\S+/],
    end: /^\d+ runs, /,
    nameEnd: /^\S+#/,
    frill: /^\d+\) (?:Failure|Error): |:$/g,
  },
  {
    runner: 'phpunit',
    start: /^\d+\) \S+::\S+/,
    within: { open: /^There (?:was|were) \d+ (?:error|failure|risky|warning)/, close: /^(?:FAILURES|ERRORS|WARNINGS)!$/ },
    end: /^(?:--|FAILURES!|ERRORS!|There (?:was|were) .*)$/,
    frill: /^\d+\) /g,
  },
  {
    runner: 'maven',
    start: /^(?!.*Tests run:).*<<< (?:FAILURE|ERROR)!/,
    end: /^\[(?:INFO|WARNING|ERROR)\]/,
    frill: /^\[ERROR\] +|\s+(?:-- )?Time elapsed.*$/g,
    isPlaceLast: true,
  },
  { runner: 'javac', start: /^\[ERROR\] \S+\.(?:java|kt|scala):\[?\d+/, end: /^\[/, frill: /^\[ERROR\] \S+ /g, message: null },
  { runner: 'gradle', start: /^(?!> Task )\S.* > .+ FAILED$/, end: /^\d+ tests? completed|^FAILURE: |^\S.* > .+$/, frill: / FAILED$/g },
  {
    runner: 'tsc',
    start: /^(?:\S.*[\d)]: |\S.*\d - )?error TS\d+:/,
    end: /^Found \d+ errors?/,
    frill: /^\S.*?[\d)](?:: | - )(?=error TS)/g,
    message: null,
  },
  {
    runner: 'eslint',
    start: /^\s+\d+:\d+\s+error\s+\S/,
    heading: /^(?:\/|[A-Z]:\\|\.|\w)\S*\.\w+$/,
    end: /^(?:$|\S|\s+\d+:\d+\s+warning)/,
    message: null,
  },
  {
    runner: 'biome',
    start: /^\S+:\d+:\d+ (?:lint|assist|parse|suppressions)\b.*━$/,
    end: /^(?:Checked|Skipped) \d+ files?/,
    frill: /(?: {2}FIXABLE)? *━+$/g,
    message: /^\s+[!×✖] /,
  },
  { runner: 'bundler', start: /^✘ \[ERROR\] /, end: /^\d+ errors?$/, frill: /^✘ \[ERROR\] /g, message: null },
];

/** Looked for only where no style fits: the file of a failing run, or any line that begins as an error. */
export const ROUGH_STYLES: readonly FailureStyle[] = [
  { runner: 'file', start: /^\s*FAIL\s+\S/ },
  { runner: 'error', start: /^\s*(?:\[[^\]]+\] )?(?:Uncaught )?(?:[A-Z]\w*)?(?:Error|ERROR|error)\b[:\s[]/ },
];

export function isRoughStyle(style: FailureStyle): boolean {
  return ROUGH_STYLES.includes(style);
}
