import { describe, expect, it } from 'vitest';
import { completeUrl } from './complete-url.ts';

/** Returns a URL class that, like Chromium's, escapes characters that are not allowed in a host. */
function lenientUrl(): typeof URL {
  class Lenient {
    #host = '';
    #scheme = '';
    constructor(input: string, base?: string) {
      const match = /^([a-z-]+:)\/\/(.*)$/.exec(input) ?? /^([a-z-]+:)\/\/(.*)$/.exec(base ?? '');
      if (match === null) throw new TypeError("Failed to construct 'URL': Invalid URL");
      this.#scheme = match[1] ?? '';
      this.#host = encodeURI(match[2] ?? '');
    }
    get href(): string {
      return `${this.#scheme}//${this.#host}`;
    }
    set href(value: string) {
      this.#host = value.slice(this.#scheme.length + 2);
    }
    get protocol(): string {
      return this.#scheme;
    }
    get hostname(): string {
      return this.#host;
    }
    set hostname(value: string) {
      this.#host = encodeURI(value);
    }
  }
  // It has all members that the tests use.
  return completeUrl(Lenient as unknown as typeof URL);
}

function thrown(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return { ...(error as object), text: String(error) };
  }
}

describe('the class URL of programs', () => {
  const Url = lenientUrl();

  it('refuses what is no URL by the code of Node, with what was given', () => {
    expect(thrown(() => new Url('nothing'))).toEqual({ code: 'ERR_INVALID_URL', input: 'nothing', text: 'TypeError: Invalid URL' });
    expect(thrown(() => new Url('a', 'b'))).toEqual({ code: 'ERR_INVALID_URL', input: 'a', base: 'b', text: 'TypeError: Invalid URL' });
    expect(thrown(() => Reflect.construct(Url, []))).toMatchObject({ code: 'ERR_MISSING_ARGS' });
  });

  it('refuses hosts that must not be, where a browser escapes them', () => {
    expect(thrown(() => new Url('http://a b'))).toMatchObject({ code: 'ERR_INVALID_URL' });
    expect(new Url('other://a b').hostname).toBe('a%20b');
    expect([Url.canParse('http://a'), Url.canParse('http://a b'), Url.canParse('nothing')]).toEqual([true, false, false]);
    expect([Url.parse('http://a')?.hostname, Url.parse('http://a b')]).toEqual(['a', null]);
    const url = new Url('http://a');
    url.hostname = 'c d';
    expect(url.hostname).toBe('a');
    url.hostname = 'e.f';
    expect(url.hostname).toBe('e.f');
  });

  it('is the class of its instances, and of classes that extend it', () => {
    class Mine extends Url {}
    const mine = new Mine('http://a');
    expect([mine instanceof Url, mine instanceof Mine, mine.constructor === Mine, new Url('http://a').constructor === Url]).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(
      thrown(
        () =>
          new Url({
            toString: () => {
              throw new RangeError('mine');
            },
          } as unknown as string),
      ),
    ).toMatchObject({ text: 'RangeError: mine' });
  });
});
