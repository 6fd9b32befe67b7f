import { extendedToSource } from '../../text/posix-pattern.ts';
import type { CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { callPure, formatAwk, substitute } from './awk-functions.ts';
import { AwkOutputs } from './awk-outputs.ts';
import { AwkRecord, splitFields } from './awk-record.ts';
import type { AwkArray, AwkScope } from './awk-scopes.ts';
import { AwkScopes } from './awk-scopes.ts';
import type { AwkExpression, AwkProgram, AwkStatement, AwkTarget } from './awk-syntax.ts';
import type { AwkValue } from './awk-value.ts';
import { AwkInput, arithmetic, compareValues, toNumber, toText, toTruth } from './awk-value.ts';

/** How a statement ends when it does not end normally. */
type Leave = { kind: 'break' | 'continue' | 'next' } | { kind: 'exit' } | { kind: 'return'; value: AwkValue };

/** Runs a parsed awk program over records. */
export class AwkMachine {
  readonly #program: AwkProgram;
  readonly #context: CommandContext;
  readonly #outputs: AwkOutputs;
  readonly #scopes = new AwkScopes();
  readonly #record: AwkRecord;
  readonly #expressions = new Map<string, RegExp>();
  #next: () => Promise<string | null> = async () => null;
  #exitCode = 0;

  constructor(program: AwkProgram, context: CommandContext) {
    this.#program = program;
    this.#context = context;
    this.#outputs = new AwkOutputs(context);
    this.#record = new AwkRecord(
      () => this.text('FS'),
      () => this.text('OFS'),
      () => this.text('RS') === '',
    );
    for (const [name, value] of [
      ['FS', ' '],
      ['OFS', ' '],
      ['ORS', '\n'],
      ['RS', '\n'],
      ['SUBSEP', '\x1c'],
      ['CONVFMT', '%.6g'],
      ['OFMT', '%.6g'],
    ] as const)
      this.#scopes.setGlobal(name, value);
    for (const name of ['NR', 'FNR', 'RSTART']) this.#scopes.setGlobal(name, 0);
    this.#scopes.setGlobal('RLENGTH', -1);
    this.#scopes.setGlobal('ENVIRON', new Map([...context.env].map(([name, value]) => [name, new AwkInput(value)])));
  }

  text(name: string): string {
    return toText(this.#variable(name));
  }

  setVariable(name: string, value: AwkValue | AwkArray): void {
    if (name === 'NF') this.#record.count = toNumber(value instanceof Map ? 0 : value);
    else this.#scopes.setGlobal(name, value);
  }

  async run(next: () => Promise<string | null>): Promise<number> {
    this.#next = next;
    try {
      let isExiting = await this.#rules('begin');
      const needsInput = this.#program.rules.some(({ pattern }) => pattern.type !== 'begin');
      while (!isExiting && needsInput) {
        if (!(await this.#readRecord())) break;
        isExiting = await this.#rules('record');
      }
      if (!isExiting) await this.#rules('end');
      else if (this.#program.rules.some(({ pattern }) => pattern.type === 'end')) await this.#rules('end');
    } finally {
      await this.#outputs.closeAll();
    }
    return this.#exitCode;
  }

  async #readRecord(): Promise<boolean> {
    const line = await this.#next();
    if (line === null) return false;
    this.#record.setText(line);
    this.setVariable('NR', toNumber(this.#variable('NR')) + 1);
    this.setVariable('FNR', toNumber(this.#variable('FNR')) + 1);
    return true;
  }

  /** Returns true when the program exits. */
  async #rules(phase: 'begin' | 'record' | 'end'): Promise<boolean> {
    for (const { pattern, body } of this.#program.rules) {
      const isRecordRule = pattern.type !== 'begin' && pattern.type !== 'end';
      if (phase === 'record' ? !isRecordRule : pattern.type !== phase) continue;
      if (pattern.type === 'test' && !toTruth(await this.#evaluate(pattern.test))) continue;
      if (pattern.type === 'range') {
        if (!pattern.isActive && !toTruth(await this.#evaluate(pattern.from))) continue;
        pattern.isActive = !toTruth(await this.#evaluate(pattern.to));
      }
      const leave = body === null ? await this.#print([], false, null) : await this.#execute(body);
      if (leave?.kind === 'exit') return true;
      if (leave?.kind === 'next') return false;
    }
    return false;
  }

  async #execute(statement: AwkStatement): Promise<Leave | null> {
    switch (statement.type) {
      case 'block':
        for (const inner of statement.statements) {
          const leave = await this.#execute(inner);
          if (leave !== null) return leave;
        }
        return null;
      case 'evaluate':
        await this.#evaluate(statement.expression);
        return null;
      case 'print':
        return this.#print(statement.items, statement.isFormatted, statement.redirect);
      case 'if': {
        const branch = toTruth(await this.#evaluate(statement.test)) ? statement.yes : statement.no;
        return branch === null ? null : this.#execute(branch);
      }
      case 'leave':
        return { kind: statement.kind };
      case 'exit':
        if (statement.value !== null) this.#exitCode = toNumber(await this.#evaluate(statement.value));
        return { kind: 'exit' };
      case 'return':
        return { kind: 'return', value: statement.value === null ? undefined : await this.#evaluate(statement.value) };
      case 'delete': {
        const array = this.#scopes.array(statement.array);
        if (statement.keys === null) array.clear();
        else array.delete(await this.#key(statement.keys));
        return null;
      }
      default:
        return this.#loop(statement);
    }
  }

  async #loop(statement: Extract<AwkStatement, { type: 'while' | 'for' | 'for-in' }>): Promise<Leave | null> {
    if (statement.type === 'for-in') {
      for (const key of [...this.#scopes.array(statement.array).keys()]) {
        await this.#assign({ type: 'variable', name: statement.name }, new AwkInput(key));
        const leave = await this.#execute(statement.body);
        if (leave?.kind === 'break') return null;
        if (leave !== null && leave.kind !== 'continue') return leave;
      }
      return null;
    }
    if (statement.type === 'for' && statement.start !== null) await this.#execute(statement.start);
    let isFirst = true;
    let turns = 0;
    for (;;) {
      this.#context.signal.throwIfAborted();
      turns += 1;
      // An endless loop must let Ctrl-C through.
      if (turns % 10_000 === 0) await new Promise((resolve) => setTimeout(resolve, 0));
      const isTested = statement.type === 'for' || !statement.isTestedAfter || !isFirst;
      if (isTested && statement.test !== null && !toTruth(await this.#evaluate(statement.test))) return null;
      isFirst = false;
      const leave = await this.#execute(statement.body);
      if (leave?.kind === 'break') return null;
      if (leave !== null && leave.kind !== 'continue') return leave;
      if (statement.type === 'for' && statement.step !== null) await this.#execute(statement.step);
    }
  }

  async #print(
    items: readonly AwkExpression[],
    isFormatted: boolean,
    redirect: Extract<AwkStatement, { type: 'print' }>['redirect'],
  ): Promise<null> {
    const values: AwkValue[] = [];
    for (const item of items) values.push(await this.#evaluate(item));
    const bytes = isFormatted
      ? formatAwk(toText(values[0]), values.slice(1))
      : new TextEncoder().encode(
          (values.length === 0 ? this.#field(0) : values.map((value) => toText(value, this.text('OFMT'))).join(this.text('OFS'))) +
            this.text('ORS'),
        );
    if (redirect === null) await this.#context.stdout.writeBytes(bytes);
    else await this.#outputs.write(redirect.operator, toText(await this.#evaluate(redirect.target)), bytes);
    return null;
  }

  #field(index: number): string {
    return toText(this.#record.get(index, (value) => toText(value)));
  }

  async #evaluate(expression: AwkExpression): Promise<AwkValue> {
    switch (expression.type) {
      case 'number':
        return expression.value;
      case 'string':
        return expression.text;
      case 'expression':
        return this.#regular(expression.source).test(this.#field(0)) ? 1 : 0;
      case 'variable':
        return this.#variable(expression.name);
      case 'field':
        return this.#record.get(toNumber(await this.#evaluate(expression.index)), (value) => toText(value));
      case 'element':
        return this.#scopes.element(expression.array, await this.#key(expression.keys));
      case 'group':
        return expression.items.length === 1 && expression.items[0] !== undefined
          ? this.#evaluate(expression.items[0])
          : this.#key(expression.items);
      case 'assign': {
        const value = await this.#evaluate(expression.value);
        if (expression.operator === '=') return this.#assign(expression.target, value);
        return this.#assign(
          expression.target,
          arithmetic(expression.operator[0] ?? '', toNumber(await this.#evaluate(expression.target)), toNumber(value)),
        );
      }
      case 'step': {
        const before = toNumber(await this.#evaluate(expression.target));
        await this.#assign(expression.target, before + expression.by);
        return expression.isPrefix ? before + expression.by : before;
      }
      case 'unary': {
        const value = await this.#evaluate(expression.operand);
        if (expression.operator === '!') return toTruth(value) ? 0 : 1;
        return expression.operator === '-' ? -toNumber(value) : toNumber(value);
      }
      case 'conditional':
        return this.#evaluate(toTruth(await this.#evaluate(expression.test)) ? expression.yes : expression.no);
      case 'match': {
        const isMatch = (await this.#pattern(expression.right)).test(toText(await this.#evaluate(expression.left)));
        return isMatch !== expression.isNegated ? 1 : 0;
      }
      case 'in':
        return this.#scopes.array(expression.array).has(await this.#key(expression.keys)) ? 1 : 0;
      case 'binary':
        return this.#binary(expression);
      case 'call':
        return this.#call(expression.name, expression.args);
      case 'getline':
        return this.#getline(expression);
    }
  }

  async #binary({ operator, left, right }: Extract<AwkExpression, { type: 'binary' }>): Promise<AwkValue> {
    const first = await this.#evaluate(left);
    if (operator === '&&') return toTruth(first) && toTruth(await this.#evaluate(right)) ? 1 : 0;
    if (operator === '||') return toTruth(first) || toTruth(await this.#evaluate(right)) ? 1 : 0;
    const second = await this.#evaluate(right);
    if (operator === ' ') return toText(first, this.text('CONVFMT')) + toText(second, this.text('CONVFMT'));
    const order = compareValues(first, second);
    const comparisons: Record<string, boolean> = {
      '<': order < 0,
      '<=': order <= 0,
      '==': order === 0,
      '!=': order !== 0,
      '>': order > 0,
      '>=': order >= 0,
    };
    const comparison = comparisons[operator];
    return comparison === undefined ? arithmetic(operator, toNumber(first), toNumber(second)) : comparison ? 1 : 0;
  }

  #regular(source: string): RegExp {
    const known = this.#expressions.get(source);
    if (known !== undefined) return known;
    const expression = new RegExp(extendedToSource(source), 'su');
    this.#expressions.set(source, expression);
    return expression;
  }

  /** Returns the pattern of an expression: a regular expression literal as is, anything else by its text. */
  async #pattern(expression: AwkExpression): Promise<RegExp> {
    return this.#regular(await this.#patternSource(expression));
  }

  async #patternSource(expression: AwkExpression): Promise<string> {
    return expression.type === 'expression' ? expression.source : toText(await this.#evaluate(expression));
  }

  #variable(name: string): AwkValue {
    return name === 'NF' ? this.#record.count : this.#scopes.variable(name);
  }

  async #key(keys: readonly AwkExpression[]): Promise<string> {
    const parts: string[] = [];
    for (const key of keys) parts.push(toText(await this.#evaluate(key), this.text('CONVFMT')));
    return parts.join(this.text('SUBSEP'));
  }

  async #assign(target: AwkTarget, value: AwkValue): Promise<AwkValue> {
    if (target.type === 'element') this.#scopes.array(target.array).set(await this.#key(target.keys), value);
    else if (target.type === 'field') {
      const index = toNumber(await this.#evaluate(target.index));
      if (index === 0) this.#record.setText(toText(value));
      else this.#record.set(index, value);
    } else if (target.name === 'NF') this.#record.count = toNumber(value);
    else this.#scopes.scopeOf(target.name).set(target.name, value);
    return value;
  }

  async #call(name: string, args: readonly AwkExpression[]): Promise<AwkValue> {
    const definition = this.#program.functions.get(name);
    if (definition !== undefined) return this.#callOwn(definition, args);
    const [first] = args;
    switch (name) {
      case 'length':
        if (first?.type === 'variable' && this.#scopes.scopeOf(first.name).get(first.name) instanceof Map)
          return this.#scopes.array(first.name).size;
        return [...(first === undefined ? this.#field(0) : toText(await this.#evaluate(first)))].length;
      case 'split':
        return this.#split(args);
      case 'sub':
      case 'gsub':
        return this.#substitute(args, name === 'gsub');
      case 'match': {
        const [text, pattern] = args;
        const found =
          text === undefined || pattern === undefined ? null : (await this.#pattern(pattern)).exec(toText(await this.#evaluate(text)));
        this.setVariable('RSTART', found === null ? 0 : found.index + 1);
        this.setVariable('RLENGTH', found === null ? -1 : found[0].length);
        return found === null ? 0 : found.index + 1;
      }
      case 'system':
        return this.#context.run(['sh', '-c', first === undefined ? '' : toText(await this.#evaluate(first))]);
      case 'close':
        return this.#outputs.close(first === undefined ? '' : toText(await this.#evaluate(first)));
      case 'fflush':
        await this.#context.stdout.flush();
        return 0;
      case 'srand':
        return 0;
      default:
        return this.#callPure(name, args);
    }
  }

  async #callPure(name: string, args: readonly AwkExpression[]): Promise<AwkValue> {
    const values: AwkValue[] = [];
    for (const argument of args) values.push(await this.#evaluate(argument));
    const result = callPure(name, values, this.#context.env);
    if (result === null) throw new CommandError(`calling undefined function ${name}`, 2);
    return result;
  }

  async #callOwn(definition: { parameters: string[]; body: AwkStatement }, args: readonly AwkExpression[]): Promise<AwkValue> {
    const frame: AwkScope = new Map();
    for (const [index, parameter] of definition.parameters.entries()) {
      const argument = args[index];
      // Arrays are passed by reference.
      if (argument?.type === 'variable') frame.set(parameter, this.#scopes.any(argument.name) ?? this.#variable(argument.name));
      else frame.set(parameter, argument === undefined ? undefined : await this.#evaluate(argument));
    }
    this.#scopes.enter(frame);
    try {
      const leave = await this.#execute(definition.body);
      return leave?.kind === 'return' ? leave.value : undefined;
    } finally {
      this.#scopes.leave();
      for (const [index, parameter] of definition.parameters.entries()) {
        const [argument, value] = [args[index], frame.get(parameter)];
        // A previously unused name may have become an array inside the function.
        if (argument?.type === 'variable' && value instanceof Map) this.#scopes.adopt(argument.name, value);
      }
    }
  }

  async #split([text, array, separator]: readonly AwkExpression[]): Promise<number> {
    if (text === undefined || array?.type !== 'variable') throw new CommandError('split: syntax error', 2);
    const pieces = splitFields(
      toText(await this.#evaluate(text)),
      separator === undefined ? this.text('FS') : await this.#patternSource(separator),
    );
    const target = this.#scopes.array(array.name);
    target.clear();
    for (const [index, piece] of pieces.entries()) target.set(String(index + 1), new AwkInput(piece));
    return pieces.length;
  }

  async #substitute([pattern, replacement, given]: readonly AwkExpression[], isGlobal: boolean): Promise<number> {
    if (pattern === undefined || replacement === undefined) throw new CommandError('sub: syntax error', 2);
    const target: AwkExpression = given ?? { type: 'field', index: { type: 'number', value: 0 } };
    const before = toText(await this.#evaluate(target));
    const { text, count } = substitute(before, await this.#patternSource(pattern), toText(await this.#evaluate(replacement)), isGlobal);
    if (count > 0 && (target.type === 'field' || target.type === 'variable' || target.type === 'element')) await this.#assign(target, text);
    return count;
  }

  async #getline({ target, file, command }: Extract<AwkExpression, { type: 'getline' }>): Promise<number> {
    const record =
      command !== null
        ? await this.#outputs.readCommandRecord(toText(await this.#evaluate(command)), this.text('RS'))
        : file === null
          ? await this.#next()
          : await this.#outputs.readRecord(toText(await this.#evaluate(file)), this.text('RS'));
    if (record === undefined) return -1;
    if (record === null) return 0;
    if (file === null) this.setVariable('NR', toNumber(this.#variable('NR')) + 1);
    if (target === null) this.#record.setText(record);
    else await this.#assign(target, new AwkInput(record));
    return 1;
  }
}
