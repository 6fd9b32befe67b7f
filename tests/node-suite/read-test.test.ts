import { describe, expect, it } from 'vitest';
import { readTest } from './read-test.ts';
import { moduleOf } from './suite-modules.ts';

describe('what a test of Node says about itself', () => {
  it('gives the options and variables of its first lines', () => {
    expect(readTest("// Copyright\n// Flags: --no-warnings --pending-deprecation\n// Env: A=1 B=x=y\n'use strict';\n")).toEqual({
      flags: ['--no-warnings', '--pending-deprecation'],
      env: { A: '1', B: 'x=y' },
      notApplicable: null,
    });
  });

  it.each([
    ['// Flags: --expose-internals\n', "looks into Node's internals"],
    ['// Flags: --expose_gc\n', 'collects garbage on demand'],
    ['// Flags: --allow-natives-syntax\n', "uses V8's own syntax or functions"],
    ["const { internalBinding } = require('x');", "looks into Node's internals"],
    ["require('./build/addon.node')", 'needs a compiled addon'],
  ])('tells that %j cannot pass in a browser', (source, reason) => {
    expect(readTest(source).notApplicable).toBe(reason);
  });

  it.each([
    ['test-fs-read.js', 'fs'],
    ['test-whatwg-url-custom-parsing.js', 'url'],
    ['test-stream2-transform.js', 'stream'],
    ['test-string-decoder-end.js', 'string_decoder'],
    ['test-streams-highwatermark.js', 'stream'],
    ['test-http2-client.js', null],
    ['test-fs-read.md', null],
  ])('counts %s for %s', (file, name) => {
    expect(moduleOf(file)).toBe(name);
  });
});
