import type { Locator, Page } from '@playwright/test';

/** The locator in the suite's file has a form that these rules do not allow. */
export class LocatorError extends Error {
  override readonly name = 'LocatorError';
}

/** Methods with which a locator may begin, and those that may follow. No other method of Playwright can be called. */
const FINDERS = [
  'getByRole',
  'getByText',
  'getByLabel',
  'getByPlaceholder',
  'getByAltText',
  'getByTitle',
  'getByTestId',
  'locator',
] as const;
const NARROWERS = ['first', 'last', 'nth', 'filter', 'or', 'and'] as const;

/**
 * Creates the locator for a text such as `getByRole('button', { name: /add/i }).or(getByRole('link')).first()`. The text comes from a
 * downloaded file, so it is parsed and never evaluated.
 */
export function locatorOf(page: Page, text: string): Locator {
  const reader = new ExpressionReader(page, text);
  const locator = reader.locator();
  reader.end();
  return locator;
}

class ExpressionReader {
  readonly #page: Page;
  readonly #text: string;
  #at = 0;

  constructor(page: Page, text: string) {
    this.#page = page;
    this.#text = text;
  }

  locator(): Locator {
    let found: Locator | null = null;
    do {
      const name = this.#word();
      if (name === 'page' && found === null) continue;
      const given = this.#arguments();
      found = call(found ?? this.#page, name, given);
    } while (this.#take('.'));
    if (found === null) throw this.#problem('a locator');
    return found;
  }

  end(): void {
    this.#take(';');
    this.#skip();
    if (this.#at < this.#text.length) throw this.#problem('the end');
  }

  #arguments(): unknown[] {
    if (!this.#take('(')) throw this.#problem('(');
    return this.#list(')', () => this.#value());
  }

  #list<Item>(closing: string, item: () => Item): Item[] {
    const items: Item[] = [];
    while (!this.#take(closing)) {
      items.push(item());
      if (this.#take(',')) continue;
      if (!this.#take(closing)) throw this.#problem(closing);
      break;
    }
    return items;
  }

  #value(): unknown {
    this.#skip();
    const begin = this.#text[this.#at];
    if (begin === "'" || begin === '"' || begin === '`') return this.#string();
    if (begin === '/') return this.#expression();
    if (this.#take('{')) {
      return Object.fromEntries(
        this.#list('}', () => {
          const key = this.#word();
          if (!this.#take(':')) throw this.#problem(':');
          return [key, this.#value()];
        }),
      );
    }
    const number = this.#match(/-?\d+(?:\.\d+)?/y);
    if (number !== null) return Number(number);
    const constant = this.#match(/(?:true|false|null)\b/y);
    return constant === null ? this.locator() : JSON.parse(constant);
  }

  #string(): string {
    const literal = this.#match(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\$]|\\.)*`/y);
    if (literal === null) throw this.#problem('the end of a text');
    return literal.slice(1, -1).replaceAll(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped === 't' ? '\t' : escaped));
  }

  #expression(): RegExp {
    const literal = this.#match(/\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y);
    if (literal === null) throw this.#problem('the end of an expression');
    const end = literal.lastIndexOf('/');
    return new RegExp(literal.slice(1, end), literal.slice(end + 1));
  }

  #word(): string {
    const word = this.#match(/[A-Za-z]\w*/y);
    if (word === null) throw this.#problem('a name');
    return word;
  }

  #take(character: string): boolean {
    this.#skip();
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #match(pattern: RegExp): string | null {
    this.#skip();
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [];
    if (found === undefined) return null;
    this.#at += found.length;
    return found;
  }

  #skip(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at += 1;
  }

  #problem(expected: string): LocatorError {
    return new LocatorError(`The locator ${JSON.stringify(this.#text)} cannot be read: expected ${expected} at ${this.#at + 1}`);
  }
}

function call(target: Page | Locator, name: string, given: readonly unknown[]): Locator {
  const allowed: readonly string[] = 'goto' in target ? FINDERS : [...FINDERS, ...NARROWERS];
  if (!allowed.includes(name)) throw new LocatorError(`${name} is no way to find something.`);
  // Each method above returns a locator, and Playwright checks the arguments itself.
  const method = Reflect.get(target, name) as (...values: readonly unknown[]) => Locator;
  return method.apply(target, [...given]);
}
