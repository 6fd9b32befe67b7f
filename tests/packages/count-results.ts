import type { Counts } from './suite.ts';

type Counter = (output: string) => Counts | null;

const colours = /\u001b\[[\d;]*m/g;

function numberAfter(output: string, pattern: RegExp): number | null {
  const match = pattern.exec(output.replace(colours, ''));
  return match === null ? null : Number(match[1]);
}

/** For runners that print both counts. */
export function counter(passed: RegExp, failed: RegExp): Counter {
  return (output) => {
    const count = numberAfter(output, passed);
    return count === null ? null : { passed: count, failed: numberAfter(output, failed) ?? 0 };
  };
}

/** Computes the rest of a total without one of its parts. */
export function remainder(total: RegExp, part: RegExp, isPassed: boolean): Counter {
  return (output) => {
    const all = numberAfter(output, total);
    const some = numberAfter(output, part);
    if (all === null || some === null) return null;
    return isPassed ? { passed: some, failed: all - some } : { passed: all - some, failed: some };
  };
}

/** Counts lines, each of which reports one test. */
export function lines(passed: RegExp, failed: RegExp): Counter {
  return (output) => {
    const plain = output.replace(colours, '');
    const counts = { passed: plain.match(passed)?.length ?? 0, failed: plain.match(failed)?.length ?? 0 };
    return counts.passed + counts.failed === 0 ? null : counts;
  };
}

export const nodeTest = counter(/^(?:ℹ|#) pass (\d+)/m, /^(?:ℹ|#) fail (\d+)/m);
export const mocha = counter(/(\d+) passing/, /(\d+) failing/);
/** Sums several consecutive runs of mocha. */
export const mochaRuns: Counter = (output) => {
  const plain = output.replace(colours, '');
  const sum = (pattern: RegExp) => [...plain.matchAll(pattern)].reduce((all, [, count]) => all + Number(count), 0);
  return /\d+ passing/.test(plain) ? { passed: sum(/(\d+) passing/g), failed: sum(/(\d+) failing/g) } : null;
};
export const vitest = counter(/^\s*Tests .*?(\d+) passed/m, /^\s*Tests .*?(\d+) failed/m);
export const jest = counter(/^Tests:.*?(\d+) passed/m, /^Tests:.*?(\d+) failed/m);
export const tap = counter(/^# \{ total: \d+, pass: (\d+)/m, /^# \{.* fail: (\d+)/m);
export const tape = counter(/^# pass\s+(\d+)/m, /^# fail\s+(\d+)/m);
export const ava = counter(/(\d+) tests? passed/, /(\d+) tests? failed/);
export const uvu = remainder(/Total:\s+(\d+)/, /Passed:\s+(\d+)/, true);
export const qunit = counter(/^# pass (\d+)/m, /^# fail (\d+)/m);
/** Counts the assertions of node-tap 16 with its reporter `tap`, in all files; nested ones are indented. */
export const tapLines = lines(/^ {4}ok \d+/gm, /^ {4}not ok \d+/gm);
