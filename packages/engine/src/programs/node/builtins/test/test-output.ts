import type { NodeHost } from '../../node-host.ts';
import { failureTypeOf, type TestEvent, type TestResult } from './test-events.ts';

type Inspect = (value: unknown, options?: object) => string;

/** Turns events into text, one at a time. */
export interface TestReporter {
  write(event: TestEvent): string;
  end(): string;
}

const colors = { green: '\u001b[32m', red: '\u001b[31m', blue: '\u001b[34m', gray: '\u001b[90m', white: '\u001b[39m', reset: '\u001b[0m' };
type Color = keyof typeof colors;

function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? error.cause : error;
}

function relativePlace(host: NodeHost, { file, line, column }: TestResult): string {
  const folder = `${host.workingDirectory}/`;
  const shown = file?.startsWith(folder) ? file.slice(folder.length) : (file ?? '');
  return `${shown}:${line ?? 1}:${column ?? 1}`;
}

/** The reporter of `--test-reporter=spec`. */
export class SpecReporter implements TestReporter {
  #open: { name: string; nesting: number }[] = [];
  readonly #failed: TestResult[] = [];
  readonly #inspect: Inspect;

  constructor(
    private readonly host: NodeHost,
    private readonly hasColors: boolean,
  ) {
    this.#inspect = host.builtin('util').inspect as Inspect;
  }

  #paint(color: Color, text: string): string {
    return this.hasColors ? `${colors[color]}${text}${colors.white}` : text;
  }

  write(event: TestEvent): string {
    switch (event.type) {
      case 'test:start':
        this.#open = this.#open.slice(0, event.data.nesting);
        this.#open.push(event.data);
        return '';
      case 'test:pass':
      case 'test:fail':
        return this.#result(event.data, event.type === 'test:pass');
      case 'test:diagnostic':
        return `${'  '.repeat(event.data.nesting)}${this.#paint('blue', `ℹ ${event.data.message}`)}\n`;
      case 'test:stdout':
      case 'test:stderr':
        return event.data.message;
      default:
        return '';
    }
  }

  /** Returns the names of the enclosing suites that have not been printed yet. */
  #heads(nesting: number): string {
    let text = '';
    for (const parent of this.#open.slice(0, nesting)) {
      if (parent.name === '') continue;
      text += `${'  '.repeat(parent.nesting)}${this.#paint('gray', '▶ ')}${parent.name}\n`;
      // Each name is printed once.
      parent.name = '';
    }
    return text;
  }

  #result(data: TestResult, hasPassed: boolean): string {
    if (!hasPassed && failureTypeOf(data.details.error) !== 'subtestsFailed') this.#failed.push(data);
    return this.#heads(data.nesting) + this.#line(data, hasPassed, '  '.repeat(data.nesting));
  }

  #line(data: TestResult, hasPassed: boolean, indent: string): string {
    const remark = data.skip ?? data.todo;
    // The directives of the Test Anything Protocol.
    const word = data.skip === undefined ? 'TODO' : 'SKIP';
    const suffix = remark === undefined ? '' : ` # ${remark === true ? word : remark}`;
    const [symbol, color]: [string, Color] = !hasPassed ? ['✖', 'red'] : data.skip !== undefined ? ['﹣', 'gray'] : ['✔', 'green'];
    const time = this.#paint('gray', `(${data.details.duration_ms}ms)`);
    const line = `${indent}${this.#paint(color, `${symbol} ${data.name}`)} ${time}${suffix}\n`;
    if (hasPassed || failureTypeOf(data.details.error) === 'subtestsFailed') return line;
    const shown = this.#inspect(causeOf(data.details.error), { colors: this.hasColors });
    return `${line}${shown.replace(/^/gm, `${indent}  `)}\n\n`;
  }

  end(): string {
    if (this.#failed.length === 0) return '';
    const parts = this.#failed.map(
      (data) => `\ntest at ${relativePlace(this.host, data)}\n${this.#line(data, false, '').replace(/\n+$/, '')}\n`,
    );
    return `\n${this.#paint('red', '✖ failing tests:')}\n${parts.join('')}`;
  }
}

/** The reporter of `--test-reporter=dot`. */
export class DotReporter implements TestReporter {
  #count = 0;
  readonly #failed: string[] = [];
  readonly #spec: SpecReporter;

  constructor(host: NodeHost, hasColors: boolean) {
    this.#spec = new SpecReporter(host, hasColors);
  }

  write(event: TestEvent): string {
    if (event.type !== 'test:pass' && event.type !== 'test:fail') return '';
    if (event.type === 'test:fail') this.#failed.push(this.#spec.write({ ...event, data: { ...event.data, nesting: 0 } }).trimEnd());
    this.#count += 1;
    const mark = event.type === 'test:pass' ? '.' : 'X';
    return this.#count % 20 === 0 ? `${mark}\n` : mark;
  }

  end(): string {
    return this.#failed.length === 0 ? '\n' : `\n\nFailed tests:\n\n${this.#failed.join('\n')}\n`;
  }
}
