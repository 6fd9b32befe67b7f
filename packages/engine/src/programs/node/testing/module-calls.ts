import { createHash } from 'node:crypto';

/** The modules whose answers to drawn calls are recorded from native Node 22. */
export const CALLED_MODULES = ['url', 'querystring', 'punycode', 'parseArgs', 'readline', 'assert'] as const;

export type CalledModule = (typeof CALLED_MODULES)[number];

/** A call and its answer, as formatted by `util.inspect`. */
export type ShownCall = [call: string, answer: string];

/** Short, because thousands of them are stored. */
export const digestCall = ([call, answer]: ShownCall): string =>
  createHash('sha1').update(`${call} ${answer}`).digest('base64url').slice(0, 5);

/** Draws the same values on every run: one state, no clock and no `Math.random`. */
const DRAW = `
const util = require('node:util');
let state = 7;
const next = () => { state = (Math.imul(state, 1664525) + 1013904223) >>> 0; return state / 2 ** 32; };
const int = (n) => Math.floor(next() * n);
const pick = (list) => list[int(list.length)];
const maybe = (list, chance = 0.5) => (next() < chance ? pick(list) : '');
const many = (most, make) => Array.from({ length: int(most + 1) }, make);
const show = (value) => util.inspect(value, { depth: 6, breakLength: Infinity, compact: true, maxArrayLength: null, maxStringLength: null });
const lines = [];
const call = (named, args, make) => {
  let answer;
  try { answer = show(make()); } catch (error) { answer = error.name + ' ' + error.code + ' ' + error.message; }
  lines.push([named + '(' + args.map(show).join(', ') + ')', answer]);
};
`;

const URL_CALLS = `
const url = require('node:url');
const words = ['', 'a', 'b/c', '..', '.', '../x', './y', 'a b', 'ä', 'x;y=1', "it's", '{z}', 'c\\\\d', '%41', '%', 'a@b', 'a:b', '^|', '<t>', '\\t', 'A'];
const hosts = ['', 'h', 'e.com', 'E.Com', 'ü.de', '[::1]', '127.0.0.1', 'a_b', 'a b', 'x..y', '-', '*.a', 'xn--tda.de', 'a%20b', 'h\\\\i', 'l'.repeat(70), "q'r", '[1', '日本.jp', 'a:b:c'];
const protocols = ['http:', 'https:', 'HTTP:', 'ftp:', 'file:', 'javascript:', 'mailto:', 'ws:', 'x-y:', 'git+ssh:', 'data:', 'http', 'coap:', 'c:', 'blob:', '1a:'];
const path = () => maybe(['/', ''], 0.8) + many(3, () => pick(words)).join('/') + maybe(['/', ''], 0.3);
const tail = () => maybe(['?', '?a=b', '?a=b&c', '?x=#', '? ', '?a?b', "?'", '?q=/x'], 0.4) + maybe(['#', '#f', '#f g', '#?', '#/a', '##'], 0.3);
const text = () => maybe([' ', '\\n'], 0.05) + maybe(protocols, 0.6) + maybe(['//', '/', '///', '\\\\\\\\', '////'], 0.7) + maybe(['u@', 'u:p@', 'a%20b:c@', 'u@v@', ':@', 'ü:p@', '@'], 0.25)
  + maybe(hosts, 0.8) + maybe([':80', ':', ':0', ':99999', ':a', ':80:81'], 0.25) + path() + tail() + maybe([' '], 0.05);
for (let at = 0; at < 600; at++) {
  const [one, isQuery, isHost] = [text(), pick([undefined, false, true]), pick([undefined, false, true])];
  call('parse', [one, isQuery, isHost], () => url.parse(one, isQuery, isHost));
}
const base = () => maybe(['http://h', 'http://h/a/b', 'file:///a/b', 'http:', 'mailto:a@b', 'x://y/z', '/a/b/c', 'a/b', 'http://u:p@h/x?y#z', '//h/p', 'javascript:x', ''], 0.8) + path() + tail();
for (let at = 0; at < 600; at++) {
  const [from, to] = [next() < 0.7 ? base() : text(), pick([base, text, path, tail, () => maybe(protocols) + path()])()];
  call('resolve', [from, to], () => url.resolve(from, to));
  if (at % 4 === 0) call('resolveObject', [from, to], () => url.resolveObject(from, to));
  if (at % 4 === 1) call('resolveObject(parse)', [from, to], () => url.resolveObject(url.parse(from), to));
}
const queries = [undefined, null, '', 'a=b', { a: 'b' }, { a: ['b', 'c'], d: '#' }, {}, [], 5];
const given = (values) => (next() < 0.5 ? {} : { [pick(Object.keys(values))]: pick(Object.values(values)[0]) });
for (let at = 0; at < 400; at++) {
  const parts = {};
  const put = (name, values, chance) => { if (next() < chance) parts[name] = pick(values); };
  put('protocol', [...protocols, null, '', 'mailto'], 0.7);
  put('slashes', [true, false, null], 0.4);
  put('auth', ['u', 'u:p', 'a b@', '', null, 'ü:/'], 0.3);
  put('host', [...hosts, null], 0.5);
  put('hostname', [...hosts, '::1', null], 0.5);
  put('port', ['80', 80, 0, '', null], 0.3);
  put('pathname', [...words, '/a?b#c', '/', '//x', null], 0.7);
  put('search', ['?a', 'a', '?a#b', '', '#', null], 0.4);
  put('query', queries, 0.4);
  put('hash', ['#f', 'f', '', '#a b', null], 0.4);
  call('format', [parts], () => url.format(parts));
}
const ends = ['', '.', '..', './', '../', '../..', 'a', 'a/..', './a', '/', '/.', '/..', '//', '//h', '?q', '#f', 'foo:', 'foo:a', 'foo:/', 'foo:.'];
for (const from of ['foo:a', 'foo:a/b', 'foo:', 'foo:/a', 'foo://h/a', 'http:a', 'http://h', '/', 'a', 'mailto:l@h'])
  for (const to of ends) call('resolveObject(parse)', [from, to], () => url.resolveObject(url.parse(from), to));
for (const odd of [undefined, null, 5, true, {}, [], Symbol.iterator, () => 1]) {
  call('parse', [odd], () => url.parse(odd));
  call('format', [odd], () => url.format(odd));
  call('resolve', ['http://a', odd], () => url.resolve('http://a', odd));
  call('resolve', [odd, 'b'], () => url.resolve(odd, 'b'));
  call('resolveObject', [odd, 'b'], () => url.resolveObject(odd, 'b'));
}
for (const name of hosts) {
  call('domainToASCII', [name], () => url.domainToASCII(name));
  call('domainToUnicode', [name], () => url.domainToUnicode(name));
}
`;

const QUERY_CALLS = `
const querystring = require('node:querystring');
const bits = ['', 'a', 'b c', 'ä', '%41', '%', '%zz', '+', '=', '&', ';', '%E4%BD', '%C3%A4', '\\ud800', '😀', '__proto__', 'constructor', '0', 'a[]', "'", '\\0', '%u0041', 'A'];
const text = () => many(4, () => pick(bits)).join('');
const pairs = () => many(6, () => text() + maybe(['='], 0.8) + text() + maybe(['='], 0.1)).join(pick(['&', '&', '&&', ';']));
const separators = [undefined, undefined, undefined, '&', ';', '&&', '', ', '];
const equals = [undefined, undefined, '=', ':', '==', ''];
for (let at = 0; at < 700; at++) {
  const [one, separator, equal, options] = [pairs(), pick(separators), pick(equals), pick([undefined, undefined, null, { maxKeys: 0 }, { maxKeys: 2 }, { maxKeys: -1 }, { maxKeys: 1.5 }, { maxKeys: Infinity }, { decodeURIComponent: (part) => '<' + part + '>' }, { decodeURIComponent: () => { throw new Error('no'); } }])];
  call('parse', [one, separator, equal, options], () => querystring.parse(one, separator, equal, options));
}
const values = ['x', '', 'a b', 'ä', '\\ud83d\\ude00', 5, -0, NaN, Infinity, 10n, true, false, null, undefined, {}, [], ['y', 2], [[1]], Symbol.iterator, () => 1];
for (let at = 0; at < 400; at++) {
  const query = Object.fromEntries(many(4, () => [text(), pick(values)]));
  const [separator, equal, options] = [pick(separators), pick(equals), pick([undefined, undefined, {}, { encodeURIComponent: (part) => '<' + part + '>' }])];
  call('stringify', [query, separator, equal, options], () => querystring.stringify(query, separator, equal, options));
}
for (const value of [...values, ...bits, '\\udc00', 'a\\ud800b', '\\ud800\\ud800']) {
  call('escape', [value], () => querystring.escape(value));
  if (typeof value !== 'symbol') call('unescape', [value], () => querystring.unescape(value));
  if (typeof value === 'string') call('unescapeBuffer', [value], () => querystring.unescapeBuffer(value));
  call('stringify', [value], () => querystring.stringify(value));
  call('parse', [value], () => querystring.parse(value));
}
`;

const PUNYCODE_CALLS = `
const punycode = require('node:punycode');
const letters = ['a', 'B', '-', '0', 'ä', 'ß', '日', '😀', 'Ж', '\\u0000', '\\u007f', '\\u0080', ' ', '~', '\\ud800', '\\udc00', 'é'];
const label = () => many(7, () => pick(letters)).join('');
const codes = ['a', 'b', 'z', '0', '9', '-', 'A', 'ä', ' ', '~', 'xn--', 'tda', 'n3h', '99999', 'zzzzzz'];
for (let at = 0; at < 300; at++) {
  const one = label();
  call('encode', [one], () => punycode.encode(one));
  call('ucs2.decode', [one], () => punycode.ucs2.decode(one));
  const two = many(6, () => pick(codes)).join('');
  call('decode', [two], () => punycode.decode(two));
  const domain = maybe(['me@', 'a@b@'], 0.2) + many(3, () => pick([label, () => 'xn--' + many(4, () => pick(codes)).join('')])()).join(pick(['.', '。', '．', '｡']));
  call('toASCII', [domain], () => punycode.toASCII(domain));
  call('toUnicode', [domain], () => punycode.toUnicode(domain));
}
for (const points of [[97], [0x1f600], [0xd800], [0x110000], [-1], [1.5], [], ['a']]) call('ucs2.encode', [points], () => punycode.ucs2.encode(points));
`;

const ARGUMENT_CALLS = `
const { parseArgs } = util;
const names = ['foo', 'bar', 'f', 'no-foo', 'long-name', '__proto__', 'x'];
const option = () => {
  const type = next() < 0.97 ? pick(['boolean', 'string']) : pick(['number', undefined]);
  const made = { type };
  if (next() < 0.6) made.short = next() < 0.95 ? pick(['f', 'b', 'x', 'é']) : pick(['ff', '', 5]);
  if (next() < 0.3) made.multiple = next() < 0.95 ? pick([true, false]) : 'yes';
  if (next() < 0.3) {
    const value = () => (type === 'string' ? pick(['d', 'e', '']) : next() < 0.5);
    made.default = next() < 0.9 ? (made.multiple === true ? many(2, value) : value()) : pick(['d', true, ['d', 1], undefined, null, 5]);
  }
  return made;
};
const argument = () => pick([
  '--foo', '--foo=', '--foo=a', '--foo=--bar', '--bar', 'a', 'b', '-f', '-fx', '-xf', '-xfy', '-f=a', '-fa', '-', '--', '--no-foo', '--no-bar', '--no-foo=1', '--unknown', '-u',
  '--long-name', '--=', '--=a', '-=', '---', '', '-1', '--foo-bar', '--__proto__', '--no-', '-ü', '--bar=😀', '-x-y',
]);
for (let at = 0; at < 1500; at++) {
  const config = { args: many(5, argument) };
  if (next() < 0.9) config.options = Object.fromEntries(many(4, () => [pick(names), option()]));
  for (const [name, values] of [['strict', [true, false]], ['allowPositionals', [true, false, true]], ['allowNegative', [true, false]], ['tokens', [true, false]]])
    if (next() < 0.5) config[name] = next() < 0.98 ? pick(values) : 'odd';
  call('parseArgs', [config], () => parseArgs(config));
}
for (const odd of [null, 5, 'a', [], { args: 'a' }, { args: [1] }, { options: 5 }, { options: { a: 5 } }, { options: [] }, { options: { a: { type: 'string', short: 'é' } } }, { args: ['--a'], options: { a: {} } }])
  call('parseArgs', [odd], () => parseArgs(odd));
`;

const READLINE_CALLS = `
const readline = require('node:readline');
const EventEmitter = require('node:events');
class Input extends EventEmitter {
  resume() { seen.push('resume input'); } pause() { seen.push('pause input'); } setRawMode(isRaw) { seen.push('raw ' + isRaw); this.isRaw = isRaw; return this; }
}
class Output extends EventEmitter {
  constructor(columns) { super(); this.columns = columns; }
  write(text, done) { seen.push(text); if (typeof done === 'function') done(); return true; }
}
let seen = [];
const keys = ['a', 'b', 'C', ' ', 'ab', 'ä', '日', '😀', '.', 'word ', '\\t', '\\r', '\\n', '\\r\\n', '\\x7f', '\\b', '\\x01', '\\x05', '\\x02', '\\x06', '\\x04', '\\x15', '\\x0b', '\\x17', '\\x19', '\\x14', '\\x0c', '\\x0e', '\\x10', '\\x1f', '\\x1e',
  '\\x1b[A', '\\x1b[B', '\\x1b[C', '\\x1b[D', '\\x1b[H', '\\x1b[F', '\\x1b[3~', '\\x1b[1;5C', '\\x1b[1;5D', '\\x1bb', '\\x1bf', '\\x1bd', '\\x1b\\x7f', '\\x1by', '\\x1b[3;5~', '\\x1b[5~', '\\x1b[Z', '\\x1bOP', '\\x1b[200~'];
const chunks = ['a', 'bc', '\\n', '\\r', '\\r\\n', 'd\\ne', '\\u2028', '\\u2029x', 'ä', '\\n\\n', 'f\\r', '\\ng', ' ', 'h\\r\\ni\\r'];
const listen = (lines) => {
  for (const name of ['line', 'close', 'pause', 'resume', 'history', 'SIGINT', 'error']) lines.on(name, (value) => seen.push('[' + name + (value === undefined ? '' : ' ' + JSON.stringify(value)) + ']'));
};
const operations = (lines) => ({
  question: () => lines.question('q? ', (answer) => seen.push('[answer ' + answer + ']')),
  prompt: () => lines.prompt(next() < 0.3), setPrompt: () => lines.setPrompt(pick(['$ ', '', '> ', 'ä '])), pause: () => lines.pause(), resume: () => lines.resume(),
  close: () => lines.close(), write: () => lines.write(pick(['w', 'w\\n', ''])), key: () => lines.write(null, pick([{ ctrl: true, name: 'u' }, { name: 'left' }, { ctrl: true, name: 'a' }])),
  getCursorPos: () => lines.getCursorPos(), getPrompt: () => lines.getPrompt(),
});
const drive = (options, given, most) => {
  seen = [];
  const [input, output] = [new Input(), new Output(pick([10, 20, 40, undefined]))];
  const script = [];
  const lines = readline.createInterface({ input, output, crlfDelay: Infinity, ...options });
  listen(lines);
  for (let at = int(most) + 3; at > 0; at--) {
    if (next() < 0.8) {
      const piece = pick(given);
      script.push(piece);
      try { input.emit('data', next() < 0.5 || options.terminal ? piece : Buffer.from(piece)); } catch (error) { seen.push('[throws ' + error.code + ' ' + error.message + ']'); }
    } else {
      const all = operations(lines);
      const name = pick(Object.keys(all).filter((name) => name !== 'close' || next() < 0.3));
      script.push(name);
      try { const value = all[name](); if (value !== lines && value !== undefined) seen.push('[gives ' + show(value) + ']'); } catch (error) { seen.push('[throws ' + error.code + ' ' + error.message + ']'); }
    }
  }
  input.emit('end');
  const answer = [...seen, lines.line, lines.terminal ? lines.cursor : null, lines.closed, lines.terminal];
  call('drive', [options, script], () => answer);
};
const completer = (line) => [['foo', 'foobar', 'fob', 'x y'].filter((word) => word.startsWith(line)), line];
for (let at = 0; at < 250; at++) drive({ terminal: false, ...(next() < 0.3 ? { prompt: pick(['$ ', '']) } : {}) }, chunks, 14);
for (let at = 0; at < 350; at++)
  drive({ terminal: true, historySize: pick([0, 2, 30]), removeHistoryDuplicates: next() < 0.3, tabSize: pick([4, 8]), ...(next() < 0.2 ? { history: ['old one', 'older'] } : {}) }, keys, 24);
const sink = { write: (text, done) => { seen.push(text); if (typeof done === 'function') done(); return true; } };
const numbers = [0, 1, -1, 5, undefined, null, 'a', NaN, {}, 1.5];
for (let at = 0; at < 150; at++) {
  seen = [];
  const [name, x, y] = [pick(['cursorTo', 'moveCursor', 'clearLine', 'clearScreenDown']), pick(numbers), pick(numbers)];
  const where = pick([sink, sink, sink, null, undefined]);
  call(name, [where === sink ? 'stream' : where, x, y], () => [readline[name](where, x, y), seen]);
}
for (const options of [{}, { completer: 5 }, { history: 5 }, { historySize: -1 }, { historySize: 'a' }, { historySize: NaN }, { tabSize: 0 }, { tabSize: 1.5 }, { tabSize: 'a' }, { crlfDelay: 'a' }, { escapeCodeTimeout: 'a' }, { escapeCodeTimeout: Infinity }, { signal: 5 }, { prompt: 5 }, { terminal: 'yes' }]) {
  seen = [];
  call('createInterface', [options], () => { const lines = readline.createInterface({ input: new Input(), ...options }); return [lines.crlfDelay, lines.tabSize, lines.historySize, lines.escapeCodeTimeout, lines.terminal, lines.getPrompt(), seen]; });
}
`;

const ASSERT_CALLS = `
const assert = require('node:assert');
const leaf = () => pick([1, 2, -0, 0, NaN, 'a', 'b', 'ab c', 'line\\nother', '', true, false, null, undefined, 10n, Symbol.iterator, new Date(5), /x/g, Object.assign(new Error('e'), { stack: 'Error: e' }), 1.5, 'x'.repeat(70)]);
const value = (depth) => {
  const kind = depth <= 0 ? 0 : int(9);
  if (kind < 4) return leaf();
  if (kind < 6) return many(4, () => value(depth - 1));
  if (kind < 8) return Object.fromEntries(many(4, () => [pick(['a', 'b', 'c', 'd e']), value(depth - 1)]));
  return pick([() => new Set(many(3, leaf)), () => new Map(many(3, () => [leaf(), leaf()])), () => new Uint8Array(many(3, () => int(9))), () => Object.assign(Object.create(null), { a: leaf() })])();
};
const near = (given) => {
  if (Array.isArray(given)) { const copy = given.map((item) => (next() < 0.3 ? near(item) : item)); if (next() < 0.2) copy.push(leaf()); return copy; }
  if (given && Object.getPrototypeOf(given) === Object.prototype) { const copy = Object.fromEntries(Object.entries(given).map(([name, item]) => [name, next() < 0.3 ? near(item) : item])); if (next() < 0.2) copy.z = leaf(); return copy; }
  return next() < 0.5 ? leaf() : given;
};
const names = ['strictEqual', 'deepStrictEqual', 'deepEqual', 'equal', 'notStrictEqual', 'notDeepStrictEqual', 'notEqual', 'notDeepEqual'];
for (let at = 0; at < 1000; at++) {
  const one = value(3);
  const two = next() < 0.8 ? near(one) : value(2);
  const name = pick(names);
  const message = pick([undefined, undefined, undefined, 'mine']);
  call(name, [one, two, message], () => { try { return assert[name](one, two, message); } catch (error) { return [error.message, error.code, error.generatedMessage, error.operator]; } });
}
for (let at = 0; at < 200; at++) {
  const [one, two] = [leaf(), pick([/a/, 'a', undefined, /x/g])];
  for (const name of ['match', 'doesNotMatch', 'ifError', 'ok', 'fail']) call(name, [one, two], () => { try { return assert[name](one, two); } catch (error) { return [error.message.replace(/\\n\\n[^]*/, ''), error.code, error.generatedMessage, error.operator]; } });
}
`;

const CALLS: Readonly<Record<CalledModule, string>> = {
  url: URL_CALLS,
  querystring: QUERY_CALLS,
  punycode: PUNYCODE_CALLS,
  parseArgs: ARGUMENT_CALLS,
  readline: READLINE_CALLS,
  assert: ASSERT_CALLS,
};

/** A program that writes pairs of a call and its answer (an error's name, code and message where it throws) into `calls.json`. */
export function moduleCallsProgram(module: CalledModule): string {
  return `${DRAW}${CALLS[module]}\nrequire('node:fs').writeFileSync('calls.json', JSON.stringify(lines));\n`;
}
