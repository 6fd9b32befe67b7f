import { type DeclaredTest, HOLE } from './find-tests.ts';
import type { RequirementGroup } from './requirements.ts';

export interface ResolvedLine {
  tests: DeclaredTest[];
  /** The line's faults, in words. */
  faults: string[];
}

/** Resolves each requirement's tests, by ID. */
export function resolveTests(groups: readonly RequirementGroup[], tests: readonly DeclaredTest[]): Map<string, ResolvedLine> {
  return new Map(
    groups.flatMap(({ lines }) =>
      Object.entries(lines).map(([id, { tests: names = [], exception }]): [string, ResolvedLine] => {
        const found = names.map((name) => ({ name, matches: tests.filter((test) => isNamed(test, name)) }));
        const faults = found.flatMap(({ name, matches }) => {
          if (matches.length === 1) return [];
          return [`${id}: ${matches.length === 0 ? 'no test is called' : `${matches.length} tests are called`} “${name}”`];
        });
        if (names.length === 0 && (exception === undefined || exception.state === 'in part'))
          faults.push(`${id}: no test and no exception`);
        if (names.length > 0 && exception !== undefined && exception.state !== 'in part')
          faults.push(`${id}: has tests and is said to be ${exception.state}`);
        return [id, { tests: found.flatMap(({ matches }) => matches.slice(0, 1)), faults }];
      }),
    ),
  );
}

function isNamed({ file, path }: DeclaredTest, name: string): boolean {
  const whole = [file, ...path].join(' > ');
  return whole === name || whole.endsWith(` > ${name}`) || whole.endsWith(`/${name}`);
}

/** Placeholders that the runner replaces with a case's values. */
const PLACEHOLDER = /%[sdifjoOc#$%]|\$[\w.]+/;

/** Returns whether the titles reported by a runner are those of this test. */
export function isReportedAs({ path }: DeclaredTest, reported: readonly string[]): boolean {
  return path.length === reported.length && path.every((title, index) => patternOf(title).test(reported[index] ?? ''));
}

function patternOf(title: string): RegExp {
  const pieces = title.split(new RegExp(`${HOLE}|${PLACEHOLDER.source}`));
  return new RegExp(`^${pieces.map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')}$`, 's');
}
