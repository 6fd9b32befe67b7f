import { nodeError, notSupported } from '../../errors/node-error.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { encodeValue } from '../value-codec.ts';
import { createJunitReporter } from './create-junit-reporter.ts';
import { TapReporter } from './tap-reporter.ts';
import type { TestCounts, TestEvent } from './test-events.ts';
import { DotReporter, SpecReporter, type TestReporter } from './test-output.ts';
import type { TestSettings } from './test-settings.ts';

/** Marks a line of standard output as an event for `node --test`; no program prints it by accident. */
export const EVENT_MARK = '\u0001node:test ';

interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
}

/** Sends the events of a file to `node --test`. */
class ParentReporter implements TestReporter {
  write(event: TestEvent): string {
    return `${EVENT_MARK}${encodeValue(event)}\n`;
  }
  end(): string {
    return '';
  }
}

function create(host: NodeHost, name: string, output: Output): TestReporter {
  if (name === 'spec') return new SpecReporter(host, output.isTTY === true);
  if (name === 'dot') return new DotReporter(host, output.isTTY === true);
  if (name === 'tap') return new TapReporter(host);
  if (name === 'junit') return createJunitReporter(host);
  throw notSupported(
    `The test reporter '${name}'`,
    name === 'lcov' ? 'a browser does not tell which lines have run' : 'it is not built in',
  );
}

/** A program's own reporter: an async generator function, or a stream transform, that consumes the events. */
class CustomReporter {
  readonly #events: TestEvent[] = [];
  #wake: () => void = () => {};
  #isEnded = false;
  readonly #done: Promise<void>;

  constructor(host: NodeHost, specifier: string, output: Output) {
    this.#done = this.#run(host, specifier, output);
  }

  async #run(host: NodeHost, specifier: string, output: Output): Promise<void> {
    const load = host.importModule(specifier);
    const loaded = await load;
    const reporter: unknown = Reflect.get(loaded, 'default');
    const events = this.#iterate();
    if (typeof reporter !== 'function')
      throw nodeError(TypeError, 'ERR_INVALID_ARG_TYPE', `The "Reporter" must be of type function. Received ${typeof reporter}`);
    // An async generator function, as the documentation requires.
    for await (const text of (reporter as (source: AsyncIterable<TestEvent>) => AsyncIterable<unknown>)(events)) output.write(String(text));
  }

  async *#iterate(): AsyncGenerator<TestEvent> {
    for (;;) {
      const event = this.#events.shift();
      if (event !== undefined) yield event;
      else if (this.#isEnded) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }

  write(event: TestEvent): void {
    this.#events.push(event);
    this.#wake();
  }

  finish(): Promise<void> {
    this.#isEnded = true;
    this.#wake();
    return this.#done;
  }
}

export interface Reporters {
  write(event: TestEvent): void;
  /** Writes the plan and the counts, and ends the output. */
  finish(count: number, counts: TestCounts, duration: number): Promise<void>;
}

function openOutput(host: NodeHost, destination: string): Output {
  const process = host.builtin('process');
  // The process's own streams.
  if (destination === 'stdout' || destination === 'stderr') return process[destination] as Output;
  const { appendFileSync, writeFileSync } = host.builtin('fs') as {
    appendFileSync(path: string, text: string): void;
    writeFileSync(path: string, text: string): void;
  };
  writeFileSync(destination, '');
  return { write: (text) => appendFileSync(destination, text) };
}

export function createReporters(host: NodeHost, settings: TestSettings): Reporters {
  const standard = openOutput(host, 'stdout');
  const names = settings.reporters.length > 0 ? settings.reporters : [standard.isTTY === true ? 'spec' : 'tap'];
  const sinks = settings.isChild
    ? [textSink(new ParentReporter(), standard)]
    : names.map((name, index) => {
        const output = openOutput(host, settings.destinations[index] ?? 'stdout');
        return ['spec', 'dot', 'tap', 'junit', 'lcov'].includes(name)
          ? textSink(create(host, name, output), output)
          : new CustomReporter(host, name, output);
      });
  const write = (event: TestEvent): void => {
    for (const sink of sinks) sink.write(event);
  };
  return {
    write,
    finish: async (count, counts, duration) => {
      if (!settings.isChild) {
        write({ type: 'test:plan', data: { nesting: 0, count } });
        for (const message of summary(counts, duration)) write({ type: 'test:diagnostic', data: { nesting: 0, message } });
        write({ type: 'test:summary', data: { counts, duration_ms: duration, success: counts.failed + counts.cancelled === 0 } });
      }
      for (const sink of sinks) await sink.finish();
    },
  };
}

function textSink(reporter: TestReporter, output: Output) {
  return {
    write(event: TestEvent): void {
      const text = reporter.write(event);
      if (text !== '') output.write(text);
    },
    async finish(): Promise<void> {
      const text = reporter.end();
      if (text !== '') output.write(text);
    },
  };
}

function summary(counts: TestCounts, duration: number): string[] {
  return [
    `tests ${counts.tests}`,
    `suites ${counts.suites}`,
    `pass ${counts.passed}`,
    `fail ${counts.failed}`,
    `cancelled ${counts.cancelled}`,
    `skipped ${counts.skipped}`,
    `todo ${counts.todo}`,
    `duration_ms ${duration}`,
  ];
}

/** Creates `node:test/reporters`, whose reporters consume a stream of events. */
export function createReportersModule(host: NodeHost): BuiltinExports {
  const over = (name: string) =>
    async function* reporter(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
      const reporter = create(host, name, { write: () => {}, isTTY: false });
      for await (const event of source) yield reporter.write(event);
      yield reporter.end();
    };
  return { spec: over('spec'), tap: over('tap'), dot: over('dot'), junit: over('junit'), lcov: over('lcov') };
}
