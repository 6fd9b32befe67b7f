import { readFileSync } from 'node:fs';
import { PROTECTED_FILES, PROTECTED_FOLDERS } from 'devonz-engine-protocol/protected-names';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { makeCatalogue } from '../../../../scripts/texts/make-catalogue.ts';
import { setLanguageSource } from '../../i18n/language.ts';
import { saidReason } from '../../i18n/said-reason.ts';
import { DEFAULT_APP_SETTINGS } from '../../protocol/settings.ts';
import { keptReasonSchema } from '../../protocol/texts/kept-reason-schema.ts';
import { because, type Reason, reasonText } from '../../protocol/texts/reason.ts';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import type { ToolIntent } from '../contract/tool-definition.ts';
import { decide } from './decide.ts';
import { protectedBecause } from './paths/why-protected.ts';

const read = (path: string) => JSON.parse(readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8'));
const german = z.record(z.string(), z.unknown()).parse(read('app/lib/i18n/catalogue/de.json'));
const english = makeCatalogue().entries;
const corpus = z
  .object({ cases: z.array(z.object({ command: z.string(), deny: z.array(z.string()).optional() })) })
  .parse(read('tests/fixtures/corpus/reasons.json'));

afterEach(() => void setLanguageSource(() => undefined));

/** Returns the texts of the reason and of all nested reasons. */
function textsOf({ text, values = {} }: Reason): string[] {
  return [text, ...Object.values(values).flatMap((value) => (typeof value === 'object' ? textsOf(value) : []))];
}

function reasonsOf(intent: ToolIntent, deny: readonly string[] = [], isFree = true): Reason[] {
  const rules = deny.map((pattern) => ({ pattern, verdict: 'deny' as const, scope: 'always' as const, createdAt: 0 }));
  const agent = { ...DEFAULT_APP_SETTINGS.agent, autoApproveCommands: isFree };
  const settings = { ...DEFAULT_APP_SETTINGS, rules, agent };
  const context = { settings, chatId: '', projectRoot: '/home/project', hasChangedScripts: false, hasFileWall: true, now: 0 };
  const { reason, parts } = decide(intent, context);
  return [reason, ...parts.flatMap((part) => part.reason ?? [])];
}

const command = (text: string): ToolIntent => ({ kind: 'command', command: text, cwd: toWorkspacePath(''), script: null });

test('every reason that the core can give is in the catalogue and has its German', () => {
  const ofCore = [...english].filter(([, { files }]) => files.some((file) => /^lib\/(?:agent|tools)\//.test(file)));
  expect(ofCore.length).toBeGreaterThan(200);
  expect(ofCore.map(([key]) => key).filter((key) => typeof german[key] !== 'string')).toEqual([]);
});

test('what the engine protects has a reason for each of its sentences', () => {
  const sentences = [...new Set([...PROTECTED_FOLDERS, ...PROTECTED_FILES].map(({ why }) => why))];
  expect(sentences.filter((why) => !english.has(protectedBecause(why).text))).toEqual([]);
});

test('no decision has a reason that is not of the catalogue, over all commands of the corpus', () => {
  const found = new Set<string>();
  for (const { command: text, deny } of corpus.cases) {
    for (const isFree of [true, false])
      for (const reason of reasonsOf(command(text), deny, isFree)) for (const each of textsOf(reason)) found.add(each);
  }
  expect([...found].filter((text) => !english.has(text))).toEqual([]);
  expect(found.size).toBeGreaterThan(80);
});

test('the English sentence is what the reason says, and German says all of it', () => {
  const [why] = reasonsOf(command('cat .git/config'));
  if (why === undefined) throw new Error('It has no reason.');
  const texts = Object.fromEntries(Object.entries(german).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  setLanguageSource(() => ({ locale: 'de', texts }));
  expect([reasonText(why), saidReason({ why: reasonText(why), reason: why })]).toEqual([
    '.git/config: it may hold passwords',
    '.git/config: enthält vielleicht Passwörter',
  ]);
});

test('a journal without a reason, or with one that no catalogue knows, is shown in its own English', () => {
  setLanguageSource(() => ({ locale: 'de', texts: { 'it is {what}': 'ist {what}' } }));
  expect(saidReason({ why: 'it is old' })).toBe('it is old');
  expect(saidReason({ why: 'it is old', reason: { text: 'it was {what}', values: { what: 'old' } } })).toBe('it is old');
  expect(saidReason({ why: 'it is old', reason: because('it is {what}', { what: because('old') }) })).toBe('ist old');
});

test('a reason in a file that is none, or is nested without end, costs the translation and not the file', () => {
  const nested = (depth: number): Reason => (depth === 0 ? { text: 'x' } : { text: '{why}', values: { why: nested(depth - 1) } });
  expect(keptReasonSchema.parse(nested(6))).toEqual(nested(6));
  expect([nested(2_000), 'x', { text: 1 }, { text: 'x', values: { a: null } }].map((each) => keptReasonSchema.parse(each))).toEqual(
    Array(4).fill(undefined),
  );
});
