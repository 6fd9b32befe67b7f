import type { NodeHost } from '../../node-host.ts';

/** The mark that `node --test` sets in the environment of the files it runs. */
export const CHILD_MARK = 'child-v8';

export interface TestSettings {
  /** `spec`, `tap`, `dot`, or a module of the program. */
  reporters: string[];
  destinations: string[];
  namePatterns: RegExp[];
  skipPatterns: RegExp[];
  onlyChosen: boolean;
  timeout: number;
  concurrency: number | null;
  isChild: boolean;
  /** The options of node that are passed on to the files. */
  passedOn: string[];
}

function toPattern(text: string): RegExp {
  const match = /^\/(.*)\/([a-z]*)$/.exec(text);
  return match === null ? new RegExp(text) : new RegExp(match[1] ?? '', match[2]);
}

/** Reads the settings from node's own options. */
export function testSettings(host: NodeHost): TestSettings {
  const { execArgv } = host.builtin('process') as { execArgv?: string[] };
  const given = execArgv ?? [];
  const valuesOf = (name: string): string[] =>
    given.flatMap((argument, index) => {
      if (argument.startsWith(`${name}=`)) return [argument.slice(name.length + 1)];
      const next = given[index + 1];
      return argument === name && next !== undefined ? [next] : [];
    });
  const timeout = Number(valuesOf('--test-timeout')[0] ?? Number.POSITIVE_INFINITY);
  const concurrency = valuesOf('--test-concurrency')[0];
  return {
    reporters: valuesOf('--test-reporter'),
    destinations: valuesOf('--test-reporter-destination'),
    namePatterns: valuesOf('--test-name-pattern').map(toPattern),
    skipPatterns: valuesOf('--test-skip-pattern').map(toPattern),
    onlyChosen: given.includes('--test-only'),
    timeout,
    concurrency: concurrency === undefined ? null : Number(concurrency),
    isChild: host.context.env.NODE_TEST_CONTEXT === CHILD_MARK,
    passedOn: given.filter(
      (argument, index) =>
        !/^--test($|-reporter|-concurrency)/.test(argument) &&
        !/^--(test-reporter|test-reporter-destination|test-concurrency)$/.test(given[index - 1] ?? '') &&
        argument !== '--watch',
    ),
  };
}
