import type { NodeHost } from '../../node-host.ts';
import { failureTypeOf, type TestEvent, type TestResult } from './test-events.ts';
import type { TestReporter } from './test-output.ts';

type Inspect = (value: unknown) => string;

function escapeText(text: string): string {
  return text
    .replace(/\\/g, '\\\\')
    .replace(/#/g, '\\#')
    .replace(/[\b\f\t\v\n\r]/g, (character) => JSON.stringify(character).slice(1, -1));
}

/** Returns the program's stack frames, without `at`. */
function stackLines(error: Error): string {
  return String(error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.replace(/^\s+at /, '').replace(/\(?file:\/\//, (start) => (start.startsWith('(') ? '(' : '')))
    .join('\n');
}

/** The reporter of `--test-reporter=tap`: TAP version 13 with details as YAML. */
export class TapReporter implements TestReporter {
  #hasStarted = false;
  readonly #inspect: Inspect;

  constructor(host: NodeHost) {
    this.#inspect = host.builtin('util').inspect as Inspect;
  }

  write(event: TestEvent): string {
    const text = this.#event(event);
    if (text === '' || this.#hasStarted) return text;
    this.#hasStarted = true;
    return `TAP version 13\n${text}`;
  }

  end(): string {
    return '';
  }

  #event(event: TestEvent): string {
    switch (event.type) {
      case 'test:start':
        return `${'    '.repeat(event.data.nesting)}# Subtest: ${escapeText(event.data.name)}\n`;
      case 'test:pass':
        return this.#result(event.data, 'ok');
      case 'test:fail':
        return this.#result(event.data, 'not ok');
      case 'test:plan':
        return `${'    '.repeat(event.data.nesting)}1..${event.data.count}\n`;
      case 'test:diagnostic':
        return `${'    '.repeat(event.data.nesting)}# ${escapeText(event.data.message)}\n`;
      case 'test:stdout':
      case 'test:stderr':
        return event.data.message
          .split('\n')
          .filter((line) => line.trim() !== '')
          .map((line) => `# ${escapeText(line)}\n`)
          .join('');
      default:
        return '';
    }
  }

  #result(data: TestResult, status: string): string {
    const indent = '    '.repeat(data.nesting);
    const remark = data.skip ?? data.todo;
    // The directives of the Test Anything Protocol.
    const word = data.skip === undefined ? 'TODO' : 'SKIP';
    const suffix = remark === undefined ? '' : ` # ${word}${remark === true ? '' : ` ${escapeText(remark)}`}`;
    const { duration_ms, type, error } = data.details;
    let text = `${indent}${status} ${data.testNumber} - ${escapeText(data.name)}${suffix}\n${indent}  ---\n`;
    text += this.#field(indent, 'duration_ms', duration_ms);
    if (type !== undefined) text += this.#field(indent, 'type', type);
    if (error !== undefined) {
      if (data.file !== undefined) text += this.#field(indent, 'location', `${data.file}:${data.line}:${data.column}`);
      text += this.#error(indent, error);
    }
    return `${text}${indent}  ...\n`;
  }

  #error(indent: string, error: unknown): string {
    const fields = (value: unknown, name: string): unknown =>
      typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
    let text = this.#field(indent, 'failureType', failureTypeOf(error) ?? 'testCodeFailure');
    for (const name of ['exitCode', 'signal'])
      if (fields(error, name) !== undefined) text += this.#field(indent, name, fields(error, name));
    const cause = fields(error, 'cause');
    text += this.#field(indent, 'error', fields(error, 'message'));
    text += this.#field(indent, 'code', fields(cause, 'code') ?? fields(error, 'code'));
    if (!(cause instanceof Error)) return text;
    if (cause.name !== 'Error') text += this.#field(indent, 'name', cause.name);
    if (fields(cause, 'code') === 'ERR_ASSERTION')
      for (const name of ['expected', 'actual', 'operator']) text += this.#field(indent, name, fields(cause, name));
    const stack = stackLines(cause);
    return stack === '' ? text : text + this.#field(indent, 'stack', stack);
  }

  #field(indent: string, name: string, value: unknown): string {
    const prefix = `${indent}  ${name}:`;
    if (value === undefined) return '';
    if (value === null) return `${prefix} ~\n`;
    if (typeof value === 'string' && value.includes('\n'))
      return `${prefix} |-\n${value
        .split('\n')
        .map((line) => `${indent}    ${line}\n`)
        .join('')}`;
    if (typeof value !== 'object') return `${prefix} ${this.#inspect(value)}\n`;
    if (value instanceof Date) return `${prefix} ${value.toISOString()}\n`;
    const entries = Object.entries(value);
    return `${prefix}\n${entries.map(([key, item]) => this.#field(`${indent}  `, key, item)).join('')}`;
  }
}
