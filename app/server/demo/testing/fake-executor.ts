import type { JSONValue, LanguageModelV3ToolResultPart } from '@ai-sdk/provider';
import { TOOL_NAMES } from '../../../lib/protocol/tool-names.ts';

type ToolOutput = LanguageModelV3ToolResultPart['output'];
export interface MadeCall {
  toolName: string;
  input: { [key: string]: JSONValue | undefined };
}

/** The result of a command; the commands of a test are tried in order. */
export interface FakeCommand {
  matches: RegExp;
  answer(files: ReadonlyMap<string, string>): JSONValue;
}

/** Answers calls like the browser's tools, with files in a Map and the test's commands. Unknown commands fail the test. */
export class FakeExecutor {
  readonly files = new Map<string, string>();
  readonly made: MadeCall[] = [];
  /** The result of listing the errors, newest first. */
  errors: JSONValue[] = [];

  constructor(
    private readonly commands: readonly FakeCommand[],
    /** Returns an output instead of the tool's, such as a denial, or null to run the tool. */
    private readonly intercept: (call: MadeCall, index: number) => ToolOutput | null = () => null,
  ) {}

  run(call: MadeCall): ToolOutput {
    this.made.push(call);
    return this.intercept(call, this.made.length - 1) ?? this.#answer(call);
  }

  #answer({ toolName, input }: MadeCall): ToolOutput {
    switch (toolName) {
      case TOOL_NAMES.listDirectory:
        return json({
          path: '/',
          entries: [...this.files.keys()].map((name) => ({ name, isDirectory: false })),
          totalCount: this.files.size,
        });
      case TOOL_NAMES.writeFile:
        this.files.set(String(input.path), String(input.content));
        return json({ path: String(input.path), created: true });
      case TOOL_NAMES.editFile:
        return this.#edit(String(input.path), input.edits);
      case TOOL_NAMES.runCommand:
        return this.#command(String(input.command));
      case TOOL_NAMES.getErrors:
        return json({ hasErrors: this.errors.length > 0, count: this.errors.length, errors: this.errors });
      case TOOL_NAMES.searchCode:
        return json({ results: [], totalMatches: 0 });
      default:
        throw new Error(`The demo called ${toolName}, which this executor does not know.`);
    }
  }

  #edit(path: string, edits: JSONValue | undefined): ToolOutput {
    const text = this.files.get(path);
    const edit = Array.isArray(edits) ? edits[0] : undefined;
    if (text === undefined || typeof edit !== 'object' || edit === null || Array.isArray(edit)) throw new Error(`Cannot edit ${path}.`);
    const find = String(edit.find);
    if (text.split(find).length !== 2) return { type: 'error-text', value: `The text does not occur in ${path} exactly once.` };
    this.files.set(path, text.replace(find, String(edit.replace)));
    return json({ path });
  }

  #command(command: string): ToolOutput {
    const known = this.commands.find(({ matches }) => matches.test(command));
    if (known === undefined) throw new Error(`No answer is scripted for the command ${command}.`);
    return json(known.answer(this.files));
  }
}

export function json(value: JSONValue): ToolOutput {
  return { type: 'json', value };
}

export function completed(exitCode: number, output: string): JSONValue {
  return { status: 'completed', exitCode, output };
}

export function serving(port: number): JSONValue {
  return { status: 'running', processId: '1', output: 'listening', ports: [{ port, url: `http://p${port}.run.ide.localhost/` }] };
}
