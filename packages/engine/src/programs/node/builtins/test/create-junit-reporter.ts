import type { NodeHost } from '../../node-host.ts';
import { JunitReporter } from './junit-reporter.ts';
import type { TestReporter } from './test-output.ts';

export function createJunitReporter(host: NodeHost): TestReporter {
  const { inspect } = host.builtin('util') as { inspect(value: unknown): string };
  const { hostname } = host.builtin('os') as { hostname(): string };
  const reporter = new JunitReporter(inspect, hostname());
  return {
    // A summary has none of the fields that the reporter reads.
    write: (event) => (event.type === 'test:summary' ? '' : reporter.write(event)),
    end: () => reporter.end(),
  };
}
