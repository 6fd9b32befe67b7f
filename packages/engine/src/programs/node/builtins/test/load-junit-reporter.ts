import junitFile from 'deferred:junit-reporter';
import type { JunitReporter } from '../../deferred/junit-reporter.ts';
import { loadDeferred } from '../../deferred/load-deferred.ts';
import type { NodeHost } from '../../node-host.ts';
import type { TestReporter } from './test-output.ts';

export function createJunitReporter(host: NodeHost): TestReporter {
  // What the part exports.
  const part = loadDeferred(host, 'junit-reporter', junitFile) as { JunitReporter: typeof JunitReporter };
  const { inspect } = host.builtin('util') as { inspect(value: unknown): string };
  const { hostname } = host.builtin('os') as { hostname(): string };
  const reporter = new part.JunitReporter(inspect, hostname());
  return {
    // A summary has none of the fields that are looked at.
    write: (event) => (event.type === 'test:summary' ? '' : reporter.write(event)),
    end: () => reporter.end(),
  };
}
