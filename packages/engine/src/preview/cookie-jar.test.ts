import { beforeEach, describe, expect, it } from 'vitest';
import { CookieJar, withCookies } from './cookie-jar.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('CookieJar', () => {
  let now = 0;
  /** The values assigned to `document.cookie`; `page` holds the page's own cookies. */
  let written: string[] = [];
  let page = '';
  let jar: CookieJar;
  beforeEach(() => {
    now = 1_000_000;
    written = [];
    page = '';
    jar = new CookieJar({ read: () => page, write: (cookie) => void written.push(cookie) }, () => now);
  });

  it('hands the page what it may read, and keeps HttpOnly to itself', () => {
    jar.store('sid=s%3Aabc.def; Path=/; HttpOnly; SameSite=Lax', '/login');
    jar.store('theme=dark; Path=/; Max-Age=60; Secure; Domain=localhost', '/login');
    jar.store('__Host-csrf=1; Path=/; Secure', '/login');
    expect(written).toEqual(['theme=dark; path=/; max-age=60', '__Host-csrf=1; path=/; secure']);
    page = 'theme=dark; __Host-csrf=1';
    expect(jar.header('/any')).toBe('sid=s%3Aabc.def; theme=dark; __Host-csrf=1');
  });

  it('sends a page’s cookie in no place of one that it may not read', () => {
    page = 'sid=mine; other=1';
    jar.store('sid=server; HttpOnly; Path=/', '/');
    expect(written).toEqual(['sid=; path=/; max-age=0']);
    expect(jar.header('/')).toBe('sid=server; other=1');
  });

  it('knows paths, the longest first', () => {
    jar.store('a=root; HttpOnly; Path=/', '/');
    jar.store('a=admin; HttpOnly; Path=/admin', '/');
    jar.store('b=default; HttpOnly', '/admin/login?next=/');
    expect(jar.header('/admin/users')).toBe('a=admin; b=default; a=root');
    expect(jar.header('/administer')).toBe('a=root');
  });

  it('forgets at logout: by an age of nothing, a date gone by, the end of its time, or all of them', () => {
    jar.store('a=1; HttpOnly; Max-Age=10; Path=/', '/');
    jar.store('b=1; HttpOnly; Path=/', '/');
    jar.store('c=1; HttpOnly; Expires=Thu, 01 Jan 2037 00:00:00 GMT; Path=/', '/');
    jar.store('b=; HttpOnly; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT', '/');
    expect(jar.header('/')).toBe('a=1; c=1');
    now += 10_000;
    expect(jar.header('/')).toBe('c=1');
    jar.store('c=; HttpOnly; Path=/; Max-Age=0', '/');
    expect(jar.header('/')).toBe('');
    jar.store('d=1; HttpOnly; Path=/', '/');
    page = 'e=1';
    jar.clear();
    expect([jar.header('/x'), written]).toEqual(['e=1', ['e=; path=/; max-age=0']]);
  });

  it('tells what a later jar of the preview restores: without what was removed, a session’s for a day', () => {
    let kept = 'nothing yet';
    const next = (): CookieJar =>
      new CookieJar(
        { read: () => '', write: () => {} },
        () => now,
        (cookies) => {
          kept = cookies;
        },
      );
    const first = next();
    first.store('theme=dark; Path=/', '/');
    expect(kept).toBe('nothing yet');
    for (const name of ['session', 'gone']) first.store(`${name}=1; HttpOnly; Path=/`, '/');
    first.store('long=1; HttpOnly; Path=/app; Max-Age=999999', '/');
    first.store('gone=; HttpOnly; Path=/; Max-Age=0', '/');
    const keptByFirst = kept;
    const later = next();
    later.restore(keptByFirst);
    expect(later.header('/app')).toBe('long=1; session=1');
    const busy = next();
    busy.store('session=newer; HttpOnly; Path=/', '/');
    busy.restore(keptByFirst);
    expect(busy.header('/app')).toBe('long=1; session=newer');
    now += 25 * 60 * 60 * 1000;
    expect(later.header('/app')).toBe('long=1');
    later.clear();
    expect(kept).toBe('');
    for (const wrong of ['', 'x', '{}', '[null, 1, {"name":"a"}]']) later.restore(wrong);
    expect(later.header('/app')).toBe('');
  });

  it('lets the program make a hidden cookie readable, and bounds what is kept', () => {
    jar.store('a=1; HttpOnly; Path=/', '/');
    jar.store('a=2; Path=/', '/');
    expect([jar.header('/'), written]).toEqual(['', ['a=2; path=/']]);
    jar.store(`big=${'x'.repeat(5000)}; HttpOnly; Path=/`, '/');
    for (let number = 0; number < 300; number += 1) jar.store(`n${number}=1; HttpOnly; Path=/`, '/');
    const names = jar.header('/').split('; ');
    expect([names.length, names[0]]).toEqual([180, 'n120=1']);
  });

  it('sends a form of a page of another site only what says that it is for such', () => {
    page = 'c=1';
    jar.store('a=1; HttpOnly; Path=/', '/');
    jar.store('b=1; HttpOnly; Path=/; SameSite=None; Secure', '/');
    expect(jar.header('/', true)).toBe('b=1');
  });
});

describe('withCookies', () => {
  const jar = new CookieJar({ read: () => 'theme=dark', write: () => {} }, () => 0);
  jar.store('sid=1; HttpOnly; Path=/ws', '/');

  it('puts the jar’s cookies into a handshake, in place of the page’s', () => {
    const handshake = bytes('GET /ws?x=1 HTTP/1.1\r\nhost: localhost:3000\r\nCookie: theme=old\r\nupgrade: websocket\r\n\r\nrest');
    expect(new TextDecoder().decode(withCookies(handshake, jar))).toBe(
      'GET /ws?x=1 HTTP/1.1\r\nhost: localhost:3000\r\nupgrade: websocket\r\ncookie: sid=1; theme=dark\r\n\r\nrest',
    );
  });

  it('leaves anything else as it is', () => {
    const frame = Uint8Array.of(0x81, 0x85, 255, 0, 1);
    expect(withCookies(frame, jar)).toBe(frame);
  });
});
