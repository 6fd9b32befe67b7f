import type { JsonValue } from '../../protocol/message.ts';
import { TOOL_PREFIXES } from '../../protocol/tool-names.ts';
import { isFormField } from '../../protocol/trained/meant-values.ts';
import { trainedField } from '../../protocol/trained/trained-names.ts';
import { CUT_CALL_MESSAGE } from '../answers/cut-call-message.ts';
import type { ToolDefinition } from '../contract/tool-definition.ts';
import { type ToolParameter, toolParameters } from '../conversation/tool-parameters.ts';
import type { AnswerDecoder, DecodedLivePart, DecodedPart } from './tool-codec.ts';
import { ambiguityOf, CDATA_END, CDATA_START, plainValue, readValue } from './xml-value.ts';

interface OpenCall {
  toolName: string;
  from: number;
  /** Null for an unknown tool, which the scheduler rejects. */
  parameters: ReadonlyMap<string, ToolParameter> | null;
  values: Map<string, string>;
}

interface OpenValue {
  name: string;
  from: number;
  /** Offset from which to search for the end. */
  searched: number;
  /** CDATA sections of the value; null for a plain value; `unknown` until its beginning has arrived. */
  sections: string[] | null | 'unknown';
}

/** A call that has ended, valid or not. */
type EndedCall = { toolName: string; values: Map<string, string>; part: DecodedPart };

/** `words` is outside a call, `call` between its tags, and `value` inside a parameter; after `ended`, the text is ignored. */
type Place = 'words' | 'call' | 'value' | 'ended';

const OPENING = /[ \t]{0,40}<([A-Za-z_]\w{0,63})>/y;
/** Matches what may still become an opening tag or a code fence. */
const OPENING_BEGUN = /^[ \t]{0,40}(?:<(?:[A-Za-z_]\w{0,63})?|`{1,2}|~{1,2})?$/;
const FENCE = /[ \t]{0,40}(?:```|~~~)/y;
const TAG = /<(\/?)([A-Za-z_]\w{0,63})>/y;
const TAG_BEGUN = /^<\/?(?:[A-Za-z_]\w{0,63})?$/;
const END_TURN = 'end_turn';

/**
 * Reads an answer of the XML codec as it arrives. A call begins on its own line outside code fences (or inside the single fence with which
 * the answer begins). Further calls may follow, separated only by whitespace; anything else ends the reading, as a stop sequence would
 * have: text after a call is a result that the model made up. Ambiguous calls are refused.
 */
export class XmlAnswerDecoder implements AnswerDecoder {
  readonly #tools: ReadonlyMap<string, ToolDefinition>;
  readonly #calls: EndedCall[] = [];
  #text = '';
  #at = 0;
  #place: Place = 'words';
  #isLineStart = true;
  /** `leading` means that the answer begins with a fence that is still empty. */
  #fence: 'none' | 'leading' | 'inside' = 'none';
  /** The text before the first call; null until there is a call. */
  #words: string | null = null;
  #call: OpenCall | null = null;
  #value: OpenValue | null = null;
  #endsTurn = false;
  /** Start of a call tag that is directly followed by text. */
  #spokenFrom: number | null = null;

  constructor(tools: readonly ToolDefinition[]) {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
  }

  push(text: string): void {
    this.#text += text;
    this.#readOn();
  }

  live(): readonly DecodedLivePart[] {
    const words = this.#shownWords();
    const ended = this.#calls.map(({ toolName, values }) => livePart(toolName, values, true));
    const open = this.#call === null ? [] : [livePart(this.#call.toolName, this.#openValues(this.#call), false)];
    return [...(words === '' ? [] : [{ type: 'text' as const, text: words }]), ...ended, ...open];
  }

  end(wasCut: boolean): readonly DecodedPart[] {
    if (this.#isSpokenOf()) return [{ type: 'text', text: this.#text }];
    if (this.#call !== null) this.#endOpenCall(this.#call, wasCut);
    // As with function calls, the last call of an answer that reached its limit is not trusted.
    else if (wasCut && this.#place === 'words') this.#refuseLast();
    const words = (this.#words ?? this.#text).replace(/\s*<end_turn>(?:\s*<\/end_turn>?)?\s*$/, '');
    return [...(words.trim() === '' ? [] : [{ type: 'text' as const, text: words }]), ...this.#calls.map(({ part }) => part)];
  }

  /** Returns true if the only call is a mention of its tag: it contains no parameters and has no closing tag. */
  #isSpokenOf(): boolean {
    const from = this.#spokenFrom;
    return from !== null && this.#calls.length === 1 && !this.#text.includes(`</${this.#calls[0]?.toolName}>`, from);
  }

  endsTurn(): boolean {
    return this.#endsTurn;
  }

  /** Malformed calls are reported as calls here. */
  problem(): null {
    return null;
  }

  #readOn(): void {
    while (this.#step());
  }

  /** Advances by one step; returns false if more input is needed or nothing more is read. */
  #step(): boolean {
    switch (this.#place) {
      case 'words':
        return this.#words === null ? this.#readWords() : this.#readBetweenCalls();
      case 'call':
        return this.#call !== null && this.#readTag(this.#call);
      case 'value':
        return this.#call !== null && this.#value !== null && this.#readValue(this.#call, this.#value);
      case 'ended':
        return false;
    }
  }

  #readWords(): boolean {
    if (this.#at >= this.#text.length) return false;
    if (this.#isLineStart) {
      const rest = this.#line();
      if (OPENING_BEGUN.test(rest) && this.#at + rest.length === this.#text.length) return false;
      if (this.#beginsCall()) return true;
      this.#readFence();
    }
    const newline = this.#text.indexOf('\n', this.#at);
    this.#isLineStart = newline !== -1;
    this.#at = newline === -1 ? this.#text.length : newline + 1;
    return newline !== -1;
  }

  /** Returns the rest of the line, as far as it has arrived and limited to the length of a tag. */
  #line(): string {
    const piece = this.#text.slice(this.#at, this.#at + 200);
    const newline = piece.indexOf('\n');
    return newline === -1 ? piece : piece.slice(0, newline);
  }

  #beginsCall(): boolean {
    OPENING.lastIndex = this.#at;
    const name = OPENING.exec(this.#text)?.[1];
    if (name === undefined || this.#fence === 'inside') return false;
    if (name === END_TURN) {
      this.#endsTurn = true;
      this.#setWords();
      this.#place = 'ended';
      return true;
    }
    if (!this.#isTool(name)) return false;
    this.#setWords();
    this.#open(name, OPENING.lastIndex);
    return true;
  }

  #setWords(): void {
    // A fence around the calls is not text.
    this.#words ??= this.#fence === 'leading' ? '' : this.#text.slice(0, this.#at).trimEnd();
  }

  #readFence(): void {
    FENCE.lastIndex = this.#at;
    if (FENCE.test(this.#text)) {
      const isFirst = this.#text.slice(0, this.#at).trim() === '';
      this.#fence = this.#fence !== 'none' ? 'none' : isFirst ? 'leading' : 'inside';
    } else if (this.#fence === 'leading' && this.#line().trim() !== '') this.#fence = 'inside';
  }

  #readBetweenCalls(): boolean {
    this.#skipBlanks();
    if (this.#at >= this.#text.length) return false;
    const rest = this.#line();
    if (TAG_BEGUN.test(rest) && this.#at + rest.length === this.#text.length) return false;
    if (!this.#beginsCall()) this.#place = 'ended';
    return true;
  }

  #isTool(name: string): boolean {
    return this.#tools.has(name) || TOOL_PREFIXES.some((prefix) => name.startsWith(prefix) && name.length > prefix.length);
  }

  #open(toolName: string, end: number): void {
    const tool = this.#tools.get(toolName);
    const parameters = tool === undefined ? null : new Map(toolParameters(tool).map((parameter) => [parameter.name, parameter]));
    this.#call = { toolName, from: this.#at, parameters, values: new Map() };
    this.#at = end;
    this.#place = 'call';
  }

  #readTag(call: OpenCall): boolean {
    this.#skipBlanks();
    if (this.#at >= this.#text.length) return false;
    TAG.lastIndex = this.#at;
    const tag = TAG.exec(this.#text);
    if (tag === null) {
      const rest = this.#text.slice(this.#at, this.#at + 80);
      if (TAG_BEGUN.test(rest) && this.#at + rest.length === this.#text.length) return false;
      if (call.values.size === 0) this.#spokenFrom = call.from;
      return this.#refuse(call, 'there is text between its parameters');
    }
    const name = tag[2] ?? '';
    this.#at = TAG.lastIndex;
    if (tag[1] === '') return this.#openValue(call, name);
    if (name !== call.toolName) return this.#refuse(call, `</${name}> closes nothing`);
    this.#complete(call);
    return true;
  }

  #openValue(call: OpenCall, name: string): boolean {
    if (call.values.has(name)) return this.#refuse(call, `<${name}> is given twice`);
    if (call.parameters !== null && this.#parameterOf(call, name) === undefined && !isFormField(call.toolName, name)) {
      return this.#refuse(call, `it has no parameter <${name}>; it has: ${[...call.parameters.keys()].join(', ') || 'none'}`);
    }
    this.#value = { name, from: this.#at, searched: this.#at, sections: 'unknown' };
    this.#place = 'value';
    return true;
  }

  /** The tool's own parameter; another product's name for it is accepted too. */
  #parameterOf({ parameters, toolName }: OpenCall, name: string): ToolParameter | undefined {
    return parameters === null ? undefined : parameters.get(trainedField(toolName, name, [...parameters.keys()]) ?? name);
  }

  #readValue(call: OpenCall, value: OpenValue): boolean {
    if (value.sections === 'unknown') return this.#readValueStart(value);
    return value.sections === null ? this.#readPlain(call, value) : this.#readSection(call, value, value.sections);
  }

  #readValueStart(value: OpenValue): boolean {
    const head = this.#text.slice(this.#at, this.#at + 64).trimStart();
    if (head.startsWith(CDATA_START)) {
      value.sections = [];
      value.from = this.#text.indexOf(CDATA_START, this.#at) + CDATA_START.length;
      value.searched = value.from;
      return true;
    }
    const reachesEnd = this.#at + 64 >= this.#text.length;
    if (reachesEnd && CDATA_START.startsWith(head)) return false;
    value.sections = null;
    return true;
  }

  #readPlain(call: OpenCall, value: OpenValue): boolean {
    const closing = `</${value.name}>`;
    const end = this.#text.indexOf(closing, value.searched);
    if (end === -1) {
      value.searched = Math.max(value.from, this.#text.length - closing.length);
      return false;
    }
    const raw = this.#text.slice(value.from, end);
    const ambiguity = ambiguityOf(raw, value.name);
    if (ambiguity !== null) return this.#refuse(call, `${ambiguity} is in the value of <${value.name}>; ${USE_CDATA}`);
    return this.#closeValue(call, value.name, plainValue(raw), end + closing.length);
  }

  #readSection(call: OpenCall, value: OpenValue, sections: string[]): boolean {
    const end = this.#text.indexOf(CDATA_END, value.searched);
    if (end === -1) {
      value.searched = Math.max(value.from, this.#text.length - CDATA_END.length);
      return false;
    }
    value.searched = end;
    const after = end + CDATA_END.length;
    const next = this.#text.slice(after, after + 200);
    if (next.startsWith(CDATA_START)) {
      sections.push(this.#text.slice(value.from, end));
      value.from = after + CDATA_START.length;
      value.searched = value.from;
      return true;
    }
    const closing = `</${value.name}>`;
    if (next.trimStart().startsWith(closing)) {
      sections.push(this.#text.slice(value.from, end));
      return this.#closeValue(call, value.name, sections.join(''), this.#text.indexOf(closing, after) + closing.length);
    }
    const reachesEnd = after + 200 >= this.#text.length;
    if (reachesEnd && (CDATA_START.startsWith(next) || closing.startsWith(next.trimStart()))) return false;
    return this.#refuse(call, `]]> is inside the value of <${value.name}>; write it as ]]]]><![CDATA[>`);
  }

  #closeValue(call: OpenCall, name: string, text: string, end: number): boolean {
    call.values.set(name, text);
    this.#value = null;
    this.#at = end;
    this.#place = 'call';
    return true;
  }

  #complete(call: OpenCall): void {
    const fields: [string, JsonValue][] = [];
    this.#place = 'words';
    for (const [name, text] of call.values) {
      const read = readValue(text, this.#parameterOf(call, name));
      if ('problem' in read) {
        this.#endCall(call, brokenCall(call.toolName, `the value of <${name}> is not valid JSON: ${read.problem}`));
        return;
      }
      fields.push([name, read.value]);
    }
    const source = this.#text.slice(call.from, this.#at);
    this.#endCall(call, { type: 'call', toolName: call.toolName, input: Object.fromEntries(fields), source });
  }

  /** Stops reading after a refused call, because its end is unknown. */
  #refuse(call: OpenCall, problem: string): boolean {
    // Uses only the text read so far, so that the message does not depend on how the answer was split.
    const read = this.#text.slice(call.from, this.#at).split('\n');
    const place = `line ${read.length}, column ${(read.at(-1) ?? '').length + 1} of the call`;
    this.#endCall(call, brokenCall(call.toolName, `${problem} (${place})`));
    this.#place = 'ended';
    return true;
  }

  #endCall({ toolName, values }: OpenCall, part: DecodedPart): void {
    this.#calls.push({ toolName, values, part });
    this.#call = null;
    this.#value = null;
  }

  #endOpenCall(call: OpenCall, wasCut: boolean): void {
    if (wasCut) {
      this.#endCall(call, { type: 'broken-call', toolName: call.toolName, message: CUT_CALL_MESSAGE });
      return;
    }
    if (this.#value !== null) {
      this.#refuse(
        call,
        `the value of <${this.#value.name}> has no end. It must be closed, and cannot hold ${TOOL_PREFIXES.map((prefix) => `</${prefix}`).join(' or ')}`,
      );
      return;
    }
    // The provider ended the answer at a stop sequence, which it omits wholly or in part.
    const rest = this.#text.slice(this.#at).trim();
    if (`</${call.toolName}>`.startsWith(rest)) this.#complete(call);
    else this.#refuse(call, 'it has no end');
  }

  #refuseLast(): void {
    const last = this.#calls.pop();
    if (last === undefined) return;
    this.#calls.push({ ...last, part: { type: 'broken-call', toolName: last.toolName, message: CUT_CALL_MESSAGE } });
  }

  #skipBlanks(): void {
    while (this.#at < this.#text.length && /\s/.test(this.#text[this.#at] ?? '')) this.#at++;
  }

  #shownWords(): string {
    if (this.#words !== null) return this.#words;
    return this.#fence === 'leading' ? '' : this.#text.slice(0, this.#at).replace(/\s*<end_turn>(?:<\/end_turn>?)?\s*$/, '');
  }

  #openValues(call: OpenCall): ReadonlyMap<string, string> {
    const value = this.#value;
    if (value === null || value.sections === 'unknown') return call.values;
    const rest = this.#text.slice(value.from);
    const closing = value.sections === null ? `</${value.name}>` : CDATA_END;
    const shown = withoutBegun(rest, closing);
    const text = value.sections === null ? plainStart(shown) : [...value.sections, shown].join('');
    return new Map(call.values).set(value.name, text);
  }
}

function brokenCall(toolName: string, problem: string): DecodedPart {
  const message = `The call of ${toolName} could not be read, so nothing was done: ${problem}. Write the call again.`;
  return { type: 'broken-call', toolName, message };
}

const USE_CDATA = 'put the value into <![CDATA[ and ]]>';

function livePart(toolName: string, values: ReadonlyMap<string, string>, isComplete: boolean): DecodedLivePart {
  return { type: 'tool-input', toolName, fields: Object.fromEntries(values), isComplete };
}

function plainStart(text: string): string {
  return text.replace(/^\r?\n/, '');
}

/** Hides a partial closing tag. */
function withoutBegun(text: string, closing: string): string {
  for (let length = Math.min(closing.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(closing.slice(0, length))) return text.slice(0, -length);
  }
  return text;
}
