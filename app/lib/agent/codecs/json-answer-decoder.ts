import { z } from 'zod';
import { isJsonValue } from '../../protocol/json-value.ts';
import type { JsonValue } from '../../protocol/message.ts';
import { TOOL_NAMES } from '../../protocol/tool-names.ts';
import { DEEPEST_ARGUMENTS, placeOf } from '../answers/call-arguments.ts';
import { CUT_CALL_MESSAGE } from '../answers/cut-call-message.ts';
import { scanJson } from '../answers/json-problem.ts';
import type { LiveCall } from '../contract/conversation-state.ts';
import type { ToolDefinition } from '../contract/tool-definition.ts';
import { toolParameters } from '../conversation/tool-parameters.ts';
import { IncrementalJsonReader } from '../stream/incremental-json-reader.ts';
import type { AnswerDecoder, DecodedLivePart, DecodedPart } from './tool-codec.ts';

type JsonObject = { [key: string]: JsonValue };

/** `args` passes through by identity: copying it would treat the key `__proto__` as a prototype. */
const argsSchema = z.custom<JsonObject>((value) => typeof value === 'object' && value !== null && !Array.isArray(value));
const named = { type: z.literal('tool'), name: z.string().min(1).max(256), reason: z.string().optional() };
const replySchema = z.union([
  z.object({ type: z.literal('answer'), text: z.string() }),
  z.object({ type: z.literal('shell'), command: z.string(), reason: z.string().optional() }),
  z.object({ ...named, args: argsSchema }),
  // Arguments may be absent only if there are no unknown keys, which could be the arguments under a wrong name.
  z.strictObject({ ...named, args: z.undefined().optional() }),
]);
type Reply = z.infer<typeof replySchema>;

/**
 * Reads an answer of the JSON codec. Only an object that is the whole reply, or the whole content of the single code fence that is the
 * whole reply, is run. Everything else is a plain answer: surrounding text, two objects, a trailing comma, an unknown type, JSON inside an
 * answer's text.
 */
export class JsonAnswerDecoder implements AnswerDecoder {
  readonly #tools: readonly ToolDefinition[];
  readonly #pieces: string[] = [];
  readonly #args = new IncrementalJsonReader();
  readonly #top = new IncrementalJsonReader({ key: 'args', reader: this.#args });
  #shape: 'unknown' | 'object' | 'words' = 'unknown';
  /** The beginning of the answer, until its shape is known. */
  #head = '';
  #endsTurn = false;
  #problem: string | null = null;

  constructor(tools: readonly ToolDefinition[]) {
    this.#tools = tools;
  }

  push(text: string): void {
    this.#pieces.push(text);
    if (this.#shape === 'object') this.#top.push(text);
    if (this.#shape !== 'unknown') return;
    this.#head += text;
    const start = objectStart(this.#head);
    if (start === 'open') return;
    this.#shape = start === null ? 'words' : 'object';
    if (start !== null) this.#top.push(this.#head.slice(start));
    this.#head = '';
  }

  live(): readonly DecodedLivePart[] {
    if (this.#shape === 'words') return [{ type: 'text', text: this.#pieces.join('') }];
    const { fields } = this.#top;
    switch (fields.get('type')) {
      case 'answer':
        return [{ type: 'text', text: fields.get('text') ?? '' }];
      case 'shell':
        return [call(TOOL_NAMES.runCommand, pick(fields, ['command', 'reason']))];
      case 'tool': {
        const name = fields.get('name');
        if (name === undefined) return [];
        const begun = call(name, { ...Object.fromEntries(this.#args.fields), ...pick(fields, ['reason']) });
        const { values } = this.#args;
        return [values.size === 0 ? begun : { ...begun, values: Object.fromEntries(values) }];
      }
      default:
        return [];
    }
  }

  end(wasCut: boolean): readonly DecodedPart[] {
    const source = this.#pieces.join('');
    if (wasCut) {
      const [begun] = this.live();
      if (begun?.type === 'tool-input') return [{ type: 'broken-call', toolName: begun.toolName, message: CUT_CALL_MESSAGE }];
      if (begun !== undefined) return [begun];
    }
    const text = withoutFence(source.trim());
    const reply = parseReply(text);
    this.#endsTurn = reply?.type === 'answer';
    if (reply !== null) return this.#parts(reply, text);
    this.#problem = this.#problemOf(text);
    return source.trim() === '' ? [] : [{ type: 'text', text: source }];
  }

  endsTurn(): boolean {
    return this.#endsTurn;
  }

  problem(): string | null {
    return this.#problem;
  }

  /** Returns the problem of a reply that begins like a tool call but is not one. */
  #problemOf(text: string): string | null {
    const { fields } = this.#top;
    const named = fields.get('type') === 'shell' ? TOOL_NAMES.runCommand : fields.get('type') === 'tool' ? fields.get('name') : undefined;
    const tool = this.#tools.find((one) => one.name === named);
    if (this.#shape !== 'object' || tool === undefined) return null;
    const { problem } = scanJson(text);
    const where = problem === null ? 'its fields are not those of a call' : `${problem.what} (${placeOf(text, problem.at)})`;
    return `Your reply begins as a call of ${tool.name}, but it is not one valid JSON object: ${where}. It was taken as a plain answer and nothing was run. If you meant the call, send it again as one complete JSON object.`;
  }

  #parts(reply: Reply, source: string): readonly DecodedPart[] {
    switch (reply.type) {
      case 'answer':
        return reply.text.trim() === '' ? [] : [{ type: 'text', text: reply.text }];
      case 'shell':
        return this.#call(TOOL_NAMES.runCommand, { command: reply.command }, reply.reason, source);
      case 'tool':
        return this.#call(reply.name, reply.args ?? {}, reply.reason, source);
    }
  }

  /** Puts a reason into the arguments if the tool accepts one, so that the card shows it; otherwise it becomes text of the model. */
  #call(toolName: string, args: JsonObject, reason: string | undefined, source: string): readonly DecodedPart[] {
    if (reason === undefined || reason.trim() === '') return [{ type: 'call', toolName, input: args, source }];
    const tool = this.#tools.find((one) => one.name === toolName);
    const takesReason = tool !== undefined && toolParameters(tool).some((parameter) => parameter.name === 'reasoning');
    if (takesReason && !Object.hasOwn(args, 'reasoning')) {
      return [{ type: 'call', toolName, input: { ...args, reasoning: reason }, source }];
    }
    return [
      { type: 'text', text: reason },
      { type: 'call', toolName, input: args, source },
    ];
  }
}

/** Returns the offset of the object; null if this is plain text; `open` if more input is needed. */
function objectStart(head: string): number | null | 'open' {
  const found = /^\s*(?:```(?:json)?[ \t]*\r?\n\s*)?\{/i.exec(head);
  if (found !== null) return found[0].length - 1;
  return /^\s*(?:`{0,2}|```(?:j|js|jso|json)?[ \t]*\r?|```(?:json)?[ \t]*\r?\n\s*)$/i.test(head) ? 'open' : null;
}

function withoutFence(text: string): string {
  return /^```(?:json)?[ \t]*\r?\n([\s\S]*)```$/i.exec(text)?.[1] ?? text;
}

function parseReply(text: string): Reply | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = replySchema.safeParse(value);
  if (!parsed.success) return null;
  return parsed.data.type === 'tool' && !isJsonValue(parsed.data.args ?? {}, DEEPEST_ARGUMENTS) ? null : parsed.data;
}

function call(toolName: string, fields: Record<string, string>): Omit<LiveCall, 'toolCallId'> {
  const { reason, ...others } = fields;
  return { type: 'tool-input', toolName, fields: reason === undefined ? others : { ...others, reasoning: reason }, isComplete: false };
}

function pick(fields: ReadonlyMap<string, string>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries([...fields].filter(([name]) => names.includes(name)));
}
