import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TOOL_VIEWS } from '../../../app/components/chat/tool-views/tool-view-list.ts';
import { TOOL_NAMES, TOOL_PREFIX } from '../../../app/lib/protocol/tool-names.ts';
import { TOOLS } from '../../../app/lib/tools/index.ts';

/** Places that may contain a tool's name: the tools, the protocol, the prompts and the list of views. */
const PLACES = /^app\/lib\/(?:tools|protocol|agent\/prompts)\/|^app\/components\/chat\/tool-views\/tool-view-list\.ts$/;
/** Tests play the model or the user, who use a tool's name; documents describe tools; fixtures are old recordings. */
const EXCEPTIONS = /\.(?:test|spec)\.tsx?$|\.snap$|^tests\/|\.md$/;

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  .split('\n')
  .filter((file) => file !== '' && existsSync(file));
const naming = files.filter((file) => readFileSync(file, 'latin1').includes(TOOL_PREFIX));

test('outside the tools, the protocol, the prompts and the list of views nothing in the tree names a tool', () => {
  expect(files.length).toBeGreaterThan(1_000);
  expect(naming.filter((file) => !PLACES.test(file) && !EXCEPTIONS.test(file))).toEqual([]);
});

test('the guard sees what it guards: the places that name tools are found by the same search', () => {
  expect(naming).toContain('app/lib/protocol/tool-names.ts');
  expect(naming.some((file) => file.startsWith('app/lib/tools/') && !EXCEPTIONS.test(file))).toBe(true);
});

test('every name of the protocol is a tool, once, and begins as all of them do', () => {
  const names = Object.values(TOOL_NAMES);
  expect(new Set(names).size).toBe(names.length);
  // A tool that no other file names need not be here.
  const tools = TOOLS.map(({ name }) => name);
  expect(names.filter((name) => !tools.includes(name))).toEqual([]);
  expect(TOOLS.filter(({ name }) => !name.startsWith(TOOL_PREFIX))).toEqual([]);
});

test('each view is under the name of a tool, so that none is shown by the default view for a misspelt name', () => {
  const tools = TOOLS.map(({ name }) => name);
  expect(Object.keys(TOOL_VIEWS).sort()).toEqual(tools.toSorted());
});

test('every sign by which a rare tool may be needed is the sign of a tool', () => {
  const [, body = ''] = /interface RareToolSigns \{([^}]*)\}/.exec(readFileSync('app/lib/agent/contract/rare-tool.ts', 'utf8')) ?? [];
  const declared = [...body.matchAll(/^ {2}(\w+)\?:/gm)].map(([, name]) => name);
  const used = new Set(TOOLS.flatMap(({ rare }) => Object.keys(rare?.signs ?? {})));
  expect(declared.length).toBeGreaterThan(0);
  expect(declared.filter((name) => !used.has(name ?? ''))).toEqual([]);
});
