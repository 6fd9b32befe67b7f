import { parentOrigins, refusal } from 'devonz-engine-protocol/client-wire/parent-origins';
import { projectPath } from 'devonz-engine-protocol/client-wire/project-path';
import { splitAtCharacter } from 'devonz-engine-protocol/client-wire/split-at-character';
import { decodeText, encodeText, textEncodingName } from 'devonz-engine-protocol/client-wire/text-encoding';
import { globPattern } from 'devonz-engine-protocol/glob-pattern';
import { packMessage, unpackMessage } from 'devonz-engine-protocol/message-pack';
import { describe, expect, it } from 'vitest';

describe('text encodings', () => {
  it('are what Node makes of them', () => {
    const text = 'aé€😀ÿ';
    for (const name of ['utf8', 'utf16le', 'latin1', 'ascii', 'base64', 'base64url', 'hex'] as const) {
      const bytes = Buffer.from(text);
      expect(decodeText(bytes, name), name).toBe(bytes.toString(name));
      const source = name === 'hex' ? 'c3a9zz' : name === 'base64' ? 'w6k=' : name === 'base64url' ? 'w6k_-w' : text;
      expect([...encodeText(source, name)], name).toEqual([...Buffer.from(source, name)]);
    }
  });

  it('have several names, and none else', () => {
    expect(textEncodingName('UTF-8')).toBe('utf8');
    expect(textEncodingName('binary')).toBe('latin1');
    expect(() => textEncodingName('utf9')).toThrow('Unknown encoding: utf9');
  });
});

describe('splitAtCharacter', () => {
  it('never cuts a character, wherever the chunks end', () => {
    const bytes = new TextEncoder().encode('aé€😀b');
    for (let size = 1; size <= bytes.byteLength; size += 1) {
      let rest: Uint8Array = new Uint8Array(0);
      let text = '';
      for (let at = 0; at < bytes.byteLength; at += size) {
        const split = splitAtCharacter(rest, bytes.subarray(at, at + size));
        rest = split.rest;
        text += new TextDecoder('utf-8', { fatal: true }).decode(split.whole);
      }
      expect(text).toBe('aé€😀b');
      expect(rest).toHaveLength(0);
    }
  });

  it('holds back no bytes that are no UTF-8', () => {
    expect(splitAtCharacter(new Uint8Array(0), Uint8Array.of(0x80, 0x80, 0x80, 0x80)).rest).toHaveLength(0);
  });
});

describe('MessagePack', () => {
  it('gives back what was packed, whatever the sizes', () => {
    const wide = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`file${index}`, { f: { c: new Uint8Array(index * 40) } }]));
    const tree = { d: { ...wide, ['n'.repeat(300)]: { d: {} }, link: { f: { l: 'ü'.repeat(20) } }, flag: { f: { c: 'x', b: true } } } };
    expect(unpackMessage(packMessage(tree))).toEqual(tree);
  });

  it('reads the short and middle forms that other packers write', () => {
    const short = Uint8Array.of(0x81, 0xa1, 0x64, 0x81, 0xd9, 0x01, 0x61, 0x81, 0xa1, 0x66, 0x81, 0xa1, 0x63, 0xc4, 0x02, 0x01, 0x02);
    expect(unpackMessage(short)).toEqual({ d: { a: { f: { c: Uint8Array.of(1, 2) } } } });
  });

  it('refuses what is cut off, and what is something else', () => {
    expect(() => unpackMessage(Uint8Array.of(0x81, 0xa5, 0x61))).toThrow('ends too early');
    expect(() => unpackMessage(Uint8Array.of(0xc1))).toThrow('not a snapshot');
  });
});

describe('globs', () => {
  it('match whole paths', () => {
    const matches = (glob: string, path: string): boolean => globPattern(glob).test(path);
    expect(matches('*.js', 'a.js')).toBe(true);
    expect(matches('*.js', 'a/b.js')).toBe(false);
    expect(matches('**/*.js', 'b.js')).toBe(true);
    expect(matches('**/*.js', 'a/c/b.js')).toBe(true);
    expect(matches('node_modules/**', 'node_modules/a/b')).toBe(true);
    expect(matches('src/*.{ts,tsx}', 'src/x.tsx')).toBe(true);
    expect(matches('src/[!a]?.ts', 'src/bc.ts')).toBe(true);
    expect(matches('src/[!a]?.ts', 'src/ac.ts')).toBe(false);
    expect(matches('a+(b).txt', 'a+(b).txt')).toBe(true);
    expect(matches('./dist/', 'dist')).toBe(true);
    expect(matches('[unclosed', '[unclosed')).toBe(true);
  });
});

describe('projectPath', () => {
  it('resolves against the working directory and never leaves it', () => {
    const at = (path: string): string => projectPath('/home/project', path);
    expect(at('src/a.ts')).toBe('/home/project/src/a.ts');
    expect(at('/src/../b')).toBe('/home/project/b');
    expect(at('../../etc/passwd')).toBe('/home/project/etc/passwd');
    expect(at('.')).toBe('/home/project');
    expect(at('/home/project/x/../../../y')).toBe('/home/project/y');
    expect(at('/home/projects')).toBe('/home/project/home/projects');
  });
});

describe('who may boot the engine', () => {
  it('is named by the server, else the host this one is `run.` of', () => {
    const sandbox = { protocol: 'https:', host: 'run.ide.example.com:444' };
    expect(parentOrigins('https://app.example.com, http://x.test:1', sandbox)).toEqual(['https://app.example.com', 'http://x.test:1']);
    expect(parentOrigins('', sandbox)).toEqual(['https://ide.example.com:444']);
    expect(parentOrigins('* https://*.evil.example null', sandbox)).toEqual(['https://ide.example.com:444']);
    expect(parentOrigins('', { protocol: 'https:', host: 'other.example.com' })).toEqual([]);
  });

  it('learns why when it is somebody else', () => {
    const allowed = ['https://app.example.com'];
    expect(refusal(allowed, { isFramed: true, ancestors: allowed })).toBeNull();
    expect(refusal(allowed, { isFramed: true, ancestors: undefined })).toBeNull();
    expect(refusal(allowed, { isFramed: true, ancestors: ['https://evil.example'] })).toContain('not https://evil.example');
    expect(refusal(allowed, { isFramed: false, ancestors: [] })).toContain('no page of its own');
  });
});
