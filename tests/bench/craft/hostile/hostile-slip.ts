import type { WireAnswer } from '../scripted-endpoint.ts';
import { ANNOUNCING_TEXTS, PRINTED_FORMS, SHOWN_TEXTS } from './printed-forms.ts';

/**
 * A typical mistake of language models, in the middle of a recorded run.
 *
 * - `instead`: the mistake is in the form of the next recorded answer, which a product may understand. If it does not, the answer is given
 *   again as it was recorded.
 * - `before`: an answer that comes before the recorded one and leads nowhere.
 */
export interface HostileSlip {
  name: string;
  kind: 'instead' | 'before';
  /** Returns the answers to give, in order; empty if the recorded answer has no place for this mistake. */
  make(recorded: WireAnswer): readonly WireAnswer[];
}

type WireCall = NonNullable<WireAnswer['calls']>[number];
type Arguments = Readonly<Record<string, unknown>>;

/** Other products' names of fields. */
const NAMES: Readonly<Record<string, string>> = {
  path: 'file_path',
  content: 'contents',
  command: 'cmd',
  timeout: 'timeout_ms',
  query: 'pattern',
  patch: 'input',
  summary: 'result',
  startLine: 'start_line',
  endLine: 'end_line',
};
/** Other products' names of tools. */
const TOOLS: Readonly<Record<string, string>> = {
  devonz_read_file: 'Read',
  devonz_write_file: 'Write',
  devonz_run_command: 'Bash',
  devonz_list_directory: 'LS',
  devonz_search_code: 'Grep',
  devonz_edit_file: 'MultiEdit',
};

const callsOf = ({ calls = [] }: WireAnswer) => calls;
const argumentsOf = (call: WireCall): Arguments => JSON.parse(call.arguments);
const saying = (content: string): WireAnswer => ({ content });
const making = (name: string, given: object): WireAnswer => ({ calls: [{ name, arguments: JSON.stringify(given) }] });

/** The recorded answer with each call changed; no answer if nothing is different then. */
function withCalls(answer: WireAnswer, change: (call: WireCall) => WireCall): readonly WireAnswer[] {
  const calls = callsOf(answer).map(change);
  return JSON.stringify(calls) === JSON.stringify(callsOf(answer)) ? [] : [{ ...answer, calls }];
}

function renamed(call: WireCall): WireCall {
  // The path of a search is a folder in other products, and its names differ.
  const given = Object.entries(argumentsOf(call)).map(([name, value]) => [NAMES[name] ?? name, value]);
  return { ...call, arguments: JSON.stringify(Object.fromEntries(given)) };
}

function withTextEdits(call: WireCall): WireCall {
  const { edits, ...others } = argumentsOf(call);
  return Array.isArray(edits) ? { ...call, arguments: JSON.stringify({ ...others, edits: JSON.stringify(edits) }) } : call;
}

function withAbsolutePath(call: WireCall): WireCall {
  const { path, ...others } = argumentsOf(call);
  if (typeof path !== 'string' || path.startsWith('/')) return call;
  return { ...call, arguments: JSON.stringify({ path: `/home/project/${path}`, ...others }) };
}

function asText(answer: WireAnswer, write: (call: WireCall) => string): readonly WireAnswer[] {
  const [call, ...others] = callsOf(answer);
  return call === undefined || others.length > 0 ? [] : [saying(write(call))];
}

function asJson(call: WireCall): string {
  return JSON.stringify({ name: call.name, arguments: argumentsOf(call) }, null, 1);
}

export const FORM_SLIPS = {
  names: { name: 'names of fields from another product', kind: 'instead', make: (answer) => withCalls(answer, renamed) },
  tools: {
    name: 'names of tools from another product',
    kind: 'instead',
    make: (answer) => withCalls(answer, (call) => ({ ...call, name: TOOLS[call.name] ?? call.name })),
  },
  edits: { name: 'edits as a JSON text', kind: 'instead', make: (answer) => withCalls(answer, withTextEdits) },
  absolute: { name: 'absolute paths', kind: 'instead', make: (answer) => withCalls(answer, withAbsolutePath) },
  tags: {
    name: 'a call in tags, as text',
    kind: 'instead',
    make: (answer) => asText(answer, (call) => `<tool_call>\n${asJson(call)}\n</tool_call>`),
  },
  prose: {
    name: 'prose before a call in a fence',
    kind: 'instead',
    make: (answer) => asText(answer, (call) => `I continue with this.\n\n\`\`\`json\n${asJson(call)}\n\`\`\``),
  },
  truncated: {
    name: 'arguments whose JSON ends in the middle',
    kind: 'before',
    make: (answer) =>
      callsOf(answer).length === 0
        ? []
        : [
            {
              ...answer,
              calls: callsOf(answer).map((call) => ({ ...call, arguments: call.arguments.slice(0, Math.ceil(call.arguments.length / 2)) })),
              finishReason: 'length',
            },
          ],
  },
} satisfies Readonly<Record<string, HostileSlip>>;

export const CONDUCT_SLIPS = {
  empty: { name: 'an empty answer', kind: 'before', make: () => [{}] },
  announced: { name: 'an announcement without a call', kind: 'before', make: () => [saying('I will look at package.json now.')] },
  done: {
    name: 'done, in words, when it is not',
    kind: 'before',
    make: () => [saying('I have implemented everything. The task is done.')],
  },
  complete: {
    name: 'a completion when the work is not done',
    kind: 'before',
    make: () => [making('devonz_task_complete', { summary: 'Everything is implemented.' })],
  },
  unknown: {
    name: 'a tool that does not exist',
    kind: 'before',
    make: () => [making('browser_screenshot', { url: 'http://localhost:5173' })],
  },
  path: {
    name: 'a path that does not exist',
    kind: 'before',
    make: () => [making('devonz_read_file', { path: 'source/no-such-file.ts' })],
  },
  outside: { name: 'a path outside the project', kind: 'before', make: () => [making('devonz_read_file', { path: '../../etc/passwd' })] },
  stale: {
    name: 'an edit of a text that is not there',
    kind: 'before',
    make: () => [making('devonz_edit_file', { path: 'package.json', edits: [{ find: '  "no such line": true', replace: '  "x": 1' }] })],
  },
  denied: {
    name: 'a denied command, and the same again',
    kind: 'before',
    make: () => [
      making('devonz_run_command', { command: DENIED_COMMAND }),
      making('devonz_run_command', { command: `cd . && ${DENIED_COMMAND}` }),
    ],
  },
  noJson: {
    name: 'arguments that are no JSON',
    kind: 'before',
    make: () => [{ calls: [{ name: 'devonz_edit_file', arguments: '{path: package.json, edits: [find x replace y]}' }] }],
  },
  missing: { name: 'a call without its arguments', kind: 'before', make: () => [making('devonz_search_code', {})] },
} satisfies Readonly<Record<string, HostileSlip>>;

const before = (name: string, content: string): HostileSlip => ({ name, kind: 'before', make: () => [saying(content)] });
/** Every call is a different one: the same one again and again would be a loop. */
const printed = PRINTED_FORMS.map(({ name, kind, write }, index) => ({
  kind,
  slip: before(`a call as text: ${name}`, write('devonz_search_code', { query: `no such words ${index}` })),
}));

/**
 * Answers that leave a call or the work as text. `made`: calls that can be made, in any place. `seen`: calls that cannot, so that a call must
 * follow. `left`: the work as text, for a task for which nothing was done yet; a call must follow, too.
 */
export const TEXT_SLIPS = {
  made: printed.flatMap(({ kind, slip }) => (kind === 'made' ? [slip] : [])),
  seen: printed.flatMap(({ kind, slip }) => (kind === 'seen' ? [slip] : [])),
  left: [
    ...Object.entries(SHOWN_TEXTS).map(([name, text]) => before(`the work as text: ${name}`, text)),
    ...ANNOUNCING_TEXTS.map((text) => before(`the work announced: ${text}`, text)),
  ],
} satisfies Readonly<Record<string, readonly HostileSlip[]>>;

/** A rule of the hostile runs denies it. */
export const DENIED_COMMAND = 'git push origin main';
