import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sendableCallId } from './sendable-call-id.ts';

/** The rules of the providers that have one, from their error messages. */
const RULES = {
  Mistral: /^[a-zA-Z0-9]{9}$/,
  Anthropic: /^[a-zA-Z0-9_-]+$/,
  Bedrock: /^[a-zA-Z0-9_-]{1,64}$/,
  'Chat Completions': /^.{1,40}$/,
  Responses: /^.{1,64}$/,
};
const KIMI = 'functions.devonz_write_file:0';
const LONG = `chatcmpl-tool-${'a'.repeat(81)}`;
const NONE: ReadonlySet<string> = new Set();

describe('the id of a call as it is sent', () => {
  test.each(Object.entries(RULES))('is one that %s takes, whatever it was', (_provider, rule) => {
    for (const id of [KIMI, LONG, '', ' ', 'call_1', '\ud800', 'é', 'toolu_01A09q90qw90lq917835lq9']) {
      expect(sendableCallId(id, NONE, false)).toMatch(rule);
    }
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (id) => rule.test(sendableCallId(id, NONE, false))));
  });

  test('is the same each time, and another one for another id, taken or not', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ maxLength: 12 }), { minLength: 2, maxLength: 40 }), (ids) => {
        const taken = new Set<string>();
        const sent = ids.map((id) => {
          const one = sendableCallId(id, taken, false);
          taken.add(one);
          return one;
        });
        expect(new Set(sent).size).toBe(ids.length);
        expect(ids.map((id) => sendableCallId(id, NONE, false))).toEqual(ids.map((id) => sendableCallId(id, NONE, false)));
      }),
    );
    const twice = sendableCallId(KIMI, new Set([sendableCallId(KIMI, NONE, false)]), false);
    expect(twice).toMatch(RULES.Mistral);
    expect(twice).not.toBe(sendableCallId(KIMI, NONE, false));
  });

  test('tells ids apart that differ in a digit: 200,000 in a row', () => {
    const sent = new Set(Array.from({ length: 200_000 }, (_, count) => sendableCallId(`functions.devonz_read_file:${count}`, NONE, false)));
    expect(sent.size).toBe(200_000);
  });

  test('is what it was for the model that gave it, and for every model where all take it', () => {
    expect(sendableCallId(KIMI, NONE, true)).toBe(KIMI);
    expect(sendableCallId(LONG, NONE, true)).toBe(LONG);
    expect(sendableCallId('x9Zq1aB7c', NONE, false)).toBe('x9Zq1aB7c');
  });

  test('is never one of ours that its maker has not given', () => {
    expect(sendableCallId('1b4e28ba-2fa1-11d2-883f-0016d3cca427', NONE, true)).toMatch(RULES.Mistral);
    // The wire repair gives such an id to a call whose id is missing or taken.
    expect(sendableCallId('call_1b4e28ba-2fa1-11d2-883f-0016d3cca427', NONE, true)).toMatch(RULES['Chat Completions']);
    expect(sendableCallId('\ud800', NONE, true)).toMatch(RULES.Mistral);
  });
});
