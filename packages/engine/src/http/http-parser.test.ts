import { describe, expect, test } from 'vitest';
import { HttpParser, type HttpParserLimits } from './http-parser.ts';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const text = (data: Uint8Array) => String.fromCharCode(...data);

function requestParser(options: { upgrade?: boolean; limits?: Partial<HttpParserLimits> } = {}) {
  const seen: unknown[] = [];
  const parser = new HttpParser(
    {
      kind: 'request',
      onHead: (head) => {
        seen.push(`${head.method} ${head.target} ${head.body.kind}`);
        return options.upgrade && head.asksUpgrade ? 'upgrade' : undefined;
      },
      onBody: (data) => seen.push(text(data)),
      onTrailers: (trailers) => seen.push({ trailers }),
      onEnd: () => seen.push('end'),
      onUpgrade: (rest) => seen.push({ rest: text(rest) }),
    },
    options.limits,
  );
  return { parser, seen };
}

function responseParser(methods: string[] = []) {
  const seen: unknown[] = [];
  const parser = new HttpParser({
    kind: 'response',
    requestMethod: () => methods[0] ?? 'GET',
    onHead: (head) => seen.push(`${head.status} ${head.reason} ${head.body.kind} ${head.isKeepAlive ? 'keep' : 'close'}`),
    onInformation: (head) => seen.push(`information ${head.status}`),
    onBody: (data) => seen.push(text(data)),
    onEnd: () => {
      methods.shift();
      seen.push('end');
    },
    onUpgrade: (rest) => seen.push({ rest: text(rest) }),
  });
  return { parser, seen };
}

/** Joins the slices of bodies, which are those of the pushes; only their sum matters. */
function joined(seen: readonly unknown[]): unknown[] {
  const out: unknown[] = [];
  for (const item of seen) {
    const last = out.at(-1);
    const isBody = (value: unknown) => typeof value === 'string' && value.length === 1;
    if (isBody(item) && typeof last === 'string' && last.startsWith('body:')) out[out.length - 1] = last + String(item);
    else out.push(isBody(item) ? `body:${item}` : item);
  }
  return out;
}

describe('requests', () => {
  test('a request without a body ends with its head', () => {
    const { parser, seen } = requestParser();
    parser.push(bytes('GET /a?b=1 HTTP/1.1\r\nHost: localhost:3000\r\n\r\n'));
    expect(seen).toEqual(['GET /a?b=1 none', 'end']);
    expect(parser.isIdle).toBe(true);
  });

  test('pipelined requests come one after the other, also when cut anywhere', () => {
    const wire = 'POST /x HTTP/1.1\r\nContent-Length: 5\r\n\r\nhelloGET /y HTTP/1.1\r\n\r\n';
    const whole = requestParser();
    whole.parser.push(bytes(wire));
    expect(whole.seen).toEqual(['POST /x length', 'hello', 'end', 'GET /y none', 'end']);
    const cut = requestParser();
    for (const byte of bytes(wire)) cut.parser.push(Uint8Array.of(byte));
    expect(joined(cut.seen)).toEqual(['POST /x length', 'body:hello', 'end', 'GET /y none', 'end']);
  });

  test('a chunked body with extensions and trailers is decoded', () => {
    const { parser, seen } = requestParser();
    parser.push(bytes('POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n4;a=b\r\nwiki\r\nA\r\npedia is a\r\n0\r\nX-Sum: 1\r\n\r\n'));
    expect(seen).toEqual(['POST / chunked', 'wiki', 'pedia is a', { trailers: [['X-Sum', '1']] }, 'end']);
  });

  test('a buffer that the pusher reuses does not change a line that was begun', () => {
    const { parser, seen } = requestParser();
    const buffer = bytes('GET /fir');
    parser.push(buffer);
    buffer.fill(120);
    parser.push(bytes('st HTTP/1.1\r\n\r\n'));
    expect(seen).toEqual(['GET /first none', 'end']);
  });

  test('an upgrade that is taken hands over the rest, one that is not is an ordinary request', () => {
    const wire = bytes('GET /ws HTTP/1.1\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n\r\n\x81\x00');
    const taken = requestParser({ upgrade: true });
    taken.parser.push(wire);
    expect(taken.seen).toEqual(['GET /ws none', { rest: '\x81\x00' }]);
    expect(() => taken.parser.push(bytes('x'))).toThrow('another protocol');
    const ignored = requestParser();
    ignored.parser.push(wire.subarray(0, -2));
    expect(ignored.seen).toEqual(['GET /ws none', 'end']);
  });

  test('nothing may follow a request that closes the connection', () => {
    const { parser, seen } = requestParser();
    parser.push(bytes('GET / HTTP/1.0\r\n\r\n'));
    expect(seen).toEqual(['GET / none', 'end']);
    expect(() => parser.push(bytes('GET / HTTP/1.0\r\n\r\n'))).toThrow('Bytes after the end');
  });

  test.each([
    ['G<T / HTTP/1.1\r\n\r\n', 'HPE_INVALID_METHOD'],
    ['GET /a b HTTP/1.1\r\n\r\n', 'HPE_INVALID_URL'],
    ['GET / HTTP/2.0\r\n\r\n', 'HPE_INVALID_VERSION'],
    ['GET / HTTP/1.1\r\nHost : x\r\n\r\n', 'HPE_INVALID_HEADER_TOKEN'],
    ['GET / HTTP/1.1\r\nA: b\r\n folded\r\n\r\n', 'HPE_INVALID_HEADER_TOKEN'],
    ['POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 'HPE_INVALID_TRANSFER_ENCODING'],
    ['POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n', 'HPE_INVALID_TRANSFER_ENCODING'],
    ['POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 'HPE_UNEXPECTED_CONTENT_LENGTH'],
    ['POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n', 'HPE_INVALID_CONTENT_LENGTH'],
    ['POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n', 'HPE_INVALID_CHUNK_SIZE'],
    ['POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n', 'HPE_STRICT'],
  ])('%j is refused with %s', (wire, code) => {
    const { parser } = requestParser();
    expect(() => parser.push(bytes(wire))).toThrow(expect.objectContaining({ code }));
  });

  test('a head beyond the limit is refused before it has ended', () => {
    const { parser } = requestParser({ limits: { maxHeadBytes: 64 } });
    expect(() => parser.push(bytes(`GET /${'a'.repeat(80)}`))).toThrow(expect.objectContaining({ code: 'HPE_HEADER_OVERFLOW' }));
  });

  test('the limit holds for each message, not for the connection', () => {
    const { parser, seen } = requestParser({ limits: { maxHeadBytes: 64 } });
    for (let round = 0; round < 5; round += 1) parser.push(bytes('GET /aaaaaaaaaaaaaaaaaaaa HTTP/1.1\r\n\r\n'));
    expect(seen).toHaveLength(10);
  });
});

describe('responses', () => {
  test('a body with a length, then the next response', () => {
    const { parser, seen } = responseParser();
    parser.push(bytes('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'));
    expect(seen).toEqual(['200 OK length keep', 'ok', 'end', '404 Not Found length keep', 'end']);
  });

  test('without a length the body lasts until the close', () => {
    const { parser, seen } = responseParser();
    parser.push(bytes('HTTP/1.1 200\nServer: hand-made\n\nab'));
    parser.push(bytes('cd'));
    parser.finish();
    expect(seen).toEqual(['200  until-close close', 'ab', 'cd', 'end']);
  });

  test('answers to HEAD, and 204 and 304, have no body whatever they announce', () => {
    const { parser, seen } = responseParser(['HEAD', 'GET', 'GET']);
    parser.push(bytes('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nHTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n'));
    parser.push(bytes('HTTP/1.1 204 No Content\r\n\r\n'));
    expect(seen).toEqual(['200 OK none keep', 'end', '304 Not Modified none keep', 'end', '204 No Content none keep', 'end']);
  });

  test('information heads come before the final one', () => {
    const { parser, seen } = responseParser();
    parser.push(
      bytes('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
    );
    expect(seen).toEqual(['information 100', 'information 103', '200 OK length keep', 'end']);
  });

  test('a 101 hands over the rest of the bytes', () => {
    const { parser, seen } = responseParser();
    parser.push(bytes('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\nframes'));
    expect(seen).toEqual(['101 Switching Protocols none keep', { rest: 'frames' }]);
  });

  test('a connection that closes in the middle of a message is an error', () => {
    const { parser } = responseParser();
    parser.push(bytes('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab'));
    expect(() => parser.finish()).toThrow(expect.objectContaining({ code: 'HPE_INVALID_EOF_STATE' }));
  });

  test.each([
    ['<html>\r\n\r\n', 'HPE_INVALID_CONSTANT'],
    ['foo\r\n', 'HPE_INVALID_CONSTANT'],
    ['fo', 'HPE_INVALID_CONSTANT'],
    ['HTTP/1.1 99 No\r\n\r\n', 'HPE_INVALID_STATUS'],
  ])('%j is refused with %s', (wire, code) => {
    const { parser } = responseParser();
    expect(() => parser.push(bytes(wire))).toThrow(expect.objectContaining({ code }));
  });
});

describe('what readers of HTTP understand differently', () => {
  const request = (lines: string) => `GET / HTTP/1.1\r\nHost: a\r\n${lines}\r\n`;
  const cases: [string, string, 'strict' | 'usual' | 'lenient', string | null][] = [
    ['a line without a carriage return', request('X: 1\nY: 2\r\n'), 'strict', 'HPE_CR_EXPECTED'],
    ['a line without a carriage return', request('X: 1\nY: 2\r\n'), 'usual', null],
    ['a carriage return within a line', request('X: 1\rY: 2\r\n'), 'strict', 'HPE_LF_EXPECTED'],
    ['a carriage return within a line', request('X: 1\rY: 2\r\n'), 'usual', 'HPE_INVALID_HEADER_TOKEN'],
    ['a control character', request('X: 1\b2\r\n'), 'strict', 'HPE_INVALID_HEADER_TOKEN'],
    ['a control character', request('X: 1\b2\r\n'), 'lenient', null],
    ['a folded line', request('X: 1\r\n 2\r\n'), 'usual', 'HPE_INVALID_HEADER_TOKEN'],
    ['a folded line', request('X: 1\r\n 2\r\n'), 'lenient', null],
    ['a method of nobody', 'FOO / HTTP/1.1\r\n', 'strict', 'HPE_INVALID_METHOD'],
    ['a method of nobody', 'FOO / HTTP/1.1\r\n', 'usual', null],
    ['a length, then chunks', request('Content-Length: 1\r\nTransfer-Encoding: chunked\r\n'), 'usual', 'HPE_INVALID_TRANSFER_ENCODING'],
    ['chunks, then a length', request('Transfer-Encoding: chunked\r\nContent-Length: 1\r\n'), 'usual', 'HPE_INVALID_CONTENT_LENGTH'],
    ['chunks, then a length', request('Transfer-Encoding: chunked\r\nContent-Length: 1\r\n'), 'lenient', null],
    [
      'a long chunk extension',
      `${request('Transfer-Encoding: chunked\r\n')}1;${'a'.repeat(17_000)}`,
      'usual',
      'HPE_CHUNK_EXTENSIONS_OVERFLOW',
    ],
  ];
  test.each(cases)('%s: %j is taken as %s takes it', (_name, given, strictness, code) => {
    const { parser } = requestParser({ limits: { strictness } });
    const push = () => parser.push(bytes(given));
    if (code === null) expect(push).not.toThrow();
    else expect(push).toThrow(expect.objectContaining({ code }));
  });

  test('a refusal is said again of all that comes after it', () => {
    const { parser } = requestParser({ limits: { strictness: 'strict' } });
    for (const given of ['*', 'GET / HTTP/1.1\r\n'])
      expect(() => parser.push(bytes(given))).toThrow(
        expect.objectContaining({ code: 'HPE_INVALID_METHOD', bytesParsed: expect.any(Number) }),
      );
  });
});
