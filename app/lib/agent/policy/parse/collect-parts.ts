import type { Command, CommandNode, CompoundList, ParsedScript, PipelineNode, Redirection, Statement, Word } from 'unbash';
import { because } from '../../../protocol/texts/reason.ts';
import { escapedGlob } from '../paths/glob-pattern.ts';
import { eitherDirectories, type PossibleDirectories, resolveFrom, sameDirectories } from '../paths/possible-directories.ts';
import { type CommandPart, type PartAssignment, programOf } from './command-part.ts';
import { LoopWords } from './loop-words.ts';
import { parseCommand } from './parse-command.ts';
import { gapsOf, readAssignment, readRedirects, readTest } from './read-command.ts';
import { readWord, type ShellWord } from './shell-word.ts';
import { unwrap, type Wrapped } from './wrappers.ts';

/** The directories in which the shell may be after a command has succeeded or failed. */
interface Exit {
  done: PossibleDirectories;
  failed: PossibleDirectories;
}

const MOST_PARTS = 400;
const DEEPEST = 150;
const MOST_WRAPPERS = 12;

const stay = (place: PossibleDirectories): Exit => ({ done: place, failed: place });

/** Collects every simple command of a script in text order, with the directories in which each may run. */
export class PartCollector {
  readonly parts: CommandPart[] = [];
  /** Patterns of the directories that any `cd` enters. */
  readonly entered = new Set<string>();
  readonly #projectRoot: string;
  #source: string;
  #pipeline = 0;
  #pipelines = 0;
  #within: CommandPart | null = null;
  #depth = 0;
  #wrappers = 0;
  /** Inside a program that adds words from its input. */
  #isFed = false;
  readonly #loopWords = new LoopWords();

  constructor(source: string, projectRoot: string) {
    this.#source = source;
    this.#projectRoot = projectRoot;
  }

  script(script: ParsedScript, place: PossibleDirectories): Exit {
    return this.#list(script.commands, place);
  }

  #list(statements: readonly Statement[], place: PossibleDirectories): Exit {
    let exit = stay(place);
    for (const { command, background } of statements) {
      const before = eitherDirectories(exit.done, exit.failed);
      const after = this.#node(command, before);
      exit = background === true ? stay(before) : after;
    }
    return exit;
  }

  #node(node: PipelineNode | Statement['command'] | CommandNode | CompoundList, place: PossibleDirectories): Exit {
    if (++this.#depth > DEEPEST || this.parts.length > MOST_PARTS) throw new RangeError('Too much to judge.');
    try {
      return this.#kind(node, place);
    } finally {
      this.#depth--;
    }
  }

  #kind(node: PipelineNode | Statement['command'] | CommandNode | CompoundList, place: PossibleDirectories): Exit {
    switch (node.type) {
      case 'Command':
        return this.#inPipeline(() => this.#command(node, place));
      case 'AndOr':
        return this.#andOr(node.commands, node.operators, place);
      case 'Pipeline':
        return this.#pipelineOf(node, place);
      case 'CompoundList':
        return this.#list(node.commands, place);
      case 'BraceGroup':
        return this.#list(node.body.commands, place);
      case 'Subshell':
        this.#list(node.body.commands, place);
        return stay(place);
      case 'Redirected':
        this.#redirected(node.redirects, this.#source.slice(node.pos, node.end), place);
        return this.#node(node.command, place);
      case 'If':
      case 'Case':
        return this.#branches(node, place);
      case 'For':
      case 'While':
        return this.#loop(node, place);
      case 'TestCommand':
      case 'ArithmeticCommand':
        this.#test(node, place);
        return stay(place);
      case 'ArithmeticFor':
      case 'Select':
      case 'Function':
      case 'Coproc':
        return this.#refused(node, place);
    }
  }

  #andOr(commands: readonly PipelineNode[], operators: readonly string[], place: PossibleDirectories): Exit {
    let exit = stay(place);
    for (const [index, command] of commands.entries()) {
      const operator = operators[index - 1];
      if (operator === undefined) exit = this.#node(command, place);
      else if (operator === '&&') {
        const next = this.#node(command, exit.done);
        exit = { done: next.done, failed: eitherDirectories(exit.failed, next.failed) };
      } else {
        const next = this.#node(command, exit.failed);
        exit = { done: eitherDirectories(exit.done, next.done), failed: next.failed };
      }
    }
    return exit;
  }

  #pipelineOf(node: Extract<PipelineNode, { type: 'Pipeline' }>, place: PossibleDirectories): Exit {
    return this.#inPipeline(() => {
      let exit = stay(place);
      for (const prefix of node.prefixes) {
        if (prefix.type === 'Time')
          this.#add({ text: 'time', words: [{ kind: 'literal', value: 'time', text: 'time' }], place, wraps: true });
      }
      for (const command of node.commands) exit = this.#node(command, place);
      if (node.commands.length > 1) return stay(place);
      return node.prefixes.some((prefix) => prefix.type === 'Negation') ? { done: exit.failed, failed: exit.done } : exit;
    });
  }

  /** A pipeline nested in another one belongs to it: `(curl x) | sh` is one pipeline. */
  #inPipeline(run: () => Exit): Exit {
    const outer = this.#pipeline;
    if (outer === 0) this.#pipeline = ++this.#pipelines;
    try {
      return run();
    } finally {
      this.#pipeline = outer;
    }
  }

  #branches(node: Extract<CommandNode, { type: 'If' | 'Case' }>, place: PossibleDirectories): Exit {
    if (node.type === 'Case') {
      this.#loose([node.word, ...node.items.flatMap((item) => item.pattern)], 'case', place);
      const exits = node.items.map((item) => this.#list(item.body.commands, place));
      // With `;&` one branch falls through to the next.
      const all = exits.reduce((sum, exit) => eitherDirectories(sum, eitherDirectories(exit.done, exit.failed)), place);
      return sameDirectories(all, place) ? stay(place) : stay(null);
    }
    let test = this.#list(node.clause.commands, place);
    const first = this.#list(node.then.commands, test.done);
    let after = eitherDirectories(first.done, first.failed);
    for (const branch of node.elif) {
      test = this.#list(branch.clause.commands, test.failed);
      const body = this.#list(branch.then.commands, test.done);
      after = eitherDirectories(after, eitherDirectories(body.done, body.failed));
    }
    const last = node.else === undefined ? stay(test.failed) : this.#list(node.else.commands, test.failed);
    return stay(eitherDirectories(after, eitherDirectories(last.done, last.failed)));
  }

  #loop(node: Extract<CommandNode, { type: 'For' | 'While' }>, place: PossibleDirectories): Exit {
    if (node.type === 'While') return this.#rounds(node, place);
    const name = node.name.text;
    this.#assign([{ name, value: { kind: 'literal', value: '', text: '' }, isPlain: true }], `for ${name}`, place);
    this.#loose(node.wordlist ?? [], 'for', place);
    const words = this.#loopWords.listOf(name, node.wordlist ?? [], this.#source);
    if (words === null) return this.#rounds(node, place);
    let exit = stay(place);
    for (const [round, word] of words.entries()) {
      const mark = this.parts.length;
      this.#loopWords.set(name, word);
      exit = this.#rounds(node, eitherDirectories(exit.done, exit.failed));
      if (round > 0) for (const part of this.parts.slice(mark)) part.isAgain = true;
    }
    this.#loopWords.delete(name);
    return exit;
  }

  /** A loop that changes the directory is judged as if the shell could be anywhere. */
  #rounds(node: Extract<CommandNode, { type: 'For' | 'While' }>, place: PossibleDirectories): Exit {
    const lists = node.type === 'For' ? [node.body] : [node.clause, node.body];
    const mark = this.parts.length;
    let from = place;
    for (let round = 0; round < 2; round++) {
      this.parts.length = mark;
      let exit = stay(from);
      for (const list of lists) exit = this.#list(list.commands, eitherDirectories(exit.done, exit.failed));
      const after = eitherDirectories(exit.done, exit.failed);
      if (sameDirectories(after, from)) return stay(from);
      from = null;
    }
    return stay(null);
  }

  /** Checks grammar words that belong to no command: only the scripts in them matter. */
  #loose(words: readonly Word[], text: string, place: PossibleDirectories): void {
    for (const word of words) {
      const read = readWord(word);
      this.#nested(read.scripts, place, null);
      if (read.word.kind === 'unknown' && read.word.why !== null)
        this.#add({ text: word.text || text, place, asks: read.word.why, isGrammar: true });
    }
  }

  #test(node: Extract<CommandNode, { type: 'TestCommand' | 'ArithmeticCommand' }>, place: PossibleDirectories): void {
    const text = this.#source.slice(node.pos, node.end);
    if (node.type === 'ArithmeticCommand') {
      const isPlain = /^[\d\s+\-*/%()<>=!&|^~?:,]*$/.test(node.body);
      this.#add({ text, place, asks: isPlain ? null : because('its arithmetic can run commands'), isGrammar: true });
      return;
    }
    const { reads, tested, asks } = readTest(node.expression);
    this.#add({
      text,
      words: [{ kind: 'literal', value: '[[', text: '[[' }, ...reads.map(({ word }) => word)],
      tested,
      isGrammar: true,
      place,
      asks,
    });
    for (const { scripts } of reads) this.#nested(scripts, place, null);
  }

  /** Asks, but still inspects the body: deny rules and blocks apply inside, too. */
  #refused(node: Extract<CommandNode, { type: 'ArithmeticFor' | 'Select' | 'Function' | 'Coproc' }>, place: PossibleDirectories): Exit {
    const text = this.#source.slice(node.pos, node.end);
    const name = node.type === 'Function' ? node.name.text : null;
    const mark = this.parts.length;
    const part = this.#add({
      text,
      place,
      asks: node.type === 'Function' ? because('it defines a function') : because('it is a script this check does not follow'),
    });
    if (node.type === 'Select') this.#loose(node.wordlist ?? [], 'select', place);
    this.#node(node.body, null);
    const calls = this.parts.slice(mark + 1).filter((inner) => name !== null && inner.words[0]?.text === name);
    if (calls.length > 1) part.isBomb = true;
    return stay(null);
  }

  #redirected(redirects: readonly Redirection[], text: string, place: PossibleDirectories): void {
    const read = readRedirects(redirects, this.#source);
    const part = this.#add({ text, place, redirects: read.redirects, asks: read.asks, isGrammar: true });
    this.#nested(read.scripts, place, part);
  }

  #assign(assignments: PartAssignment[], text: string, place: PossibleDirectories): void {
    this.#add({ text, place, assignments, isGrammar: true });
  }

  #command(node: Command, place: PossibleDirectories): Exit {
    const text = this.#source.slice(node.pos, node.end);
    const reads = node.name === undefined ? [] : [this.#loopWords.read(node.name)];
    const assignments: PartAssignment[] = [];
    const scripts: ParsedScript[] = [];
    for (const item of node.prefix) if (item.type === 'Assignment') assignments.push(readAssignment(item, scripts));
    for (const item of node.args) {
      if (item.type === 'Word') reads.push(this.#loopWords.read(item));
      else {
        const { name, value, isPlain } = readAssignment(item, scripts);
        const isKnown = value.kind === 'literal' && isPlain;
        reads.push({
          word: isKnown
            ? { kind: 'literal', value: `${name}=${value.value}`, text: item.text }
            : { kind: 'unknown', text: item.text, why: null },
          scripts: [],
        });
      }
    }
    const redirections = readRedirects(node.redirects, this.#source);
    const words = reads.map((read) => read.word);
    let asks = redirections.asks;
    for (const word of words) if (word.kind === 'unknown') asks ??= word.why;
    // On the card, the command's end would be far from its start.
    if (/ {40,}/.test(gapsOf(node, this.#source))) asks ??= because('a long run of blanks hides its end');
    const part = this.#add({ text, words, assignments, redirects: redirections.redirects, place, asks });
    this.#nested([...scripts, ...reads.flatMap((read) => read.scripts), ...redirections.scripts], place, part);
    return this.#effect(part, place);
  }

  /** Returns the command's effect on the directory of later commands, and collects what it runs itself. */
  #effect(part: CommandPart, place: PossibleDirectories): Exit {
    const [first, ...rest] = part.words;
    if (first?.kind === 'literal' && first.value === 'cd') return { done: this.#afterCd(rest, place), failed: place };
    if (first?.kind === 'literal' && /^(?:pushd|popd|source|\.)$/.test(first.value)) return stay(null);
    const wrapped = unwrap(part.words);
    if (wrapped === null) return stay(place);
    part.wraps = true;
    if (++this.#wrappers > MOST_WRAPPERS) throw new RangeError('Too many wrappers.');
    try {
      return this.#wrapped(part, wrapped, place);
    } finally {
      this.#wrappers--;
    }
  }

  #wrapped(part: CommandPart, wrapped: Wrapped, place: PossibleDirectories): Exit {
    if (wrapped.type === 'opaque') {
      part.asks ??= wrapped.why;
      return stay(place);
    }
    if (wrapped.type === 'script') {
      // `xargs -I{} sh -c 'x {}'` inserts its input into the text.
      if (this.#isFed) part.asks ??= because('the text it runs is only known when it runs');
      const exit = this.#text(wrapped.source, part, place);
      return wrapped.isSameShell ? exit : stay(place);
    }
    part.asks ??= wrapped.asks;
    if (wrapped.launch !== undefined) part.launches = true;
    const assignments = wrapped.assignments.map((text): PartAssignment => {
      const at = text.indexOf('=');
      const value = text.slice(at + 1);
      return { name: text.slice(0, at), value: { kind: 'literal', value, text: value }, isPlain: true };
    });
    const text = wrapped.words.map((word) => word.text).join(' ');
    const inside = this.#add({
      text,
      words: wrapped.words,
      assignments,
      place,
      wrapper: part,
      ...(wrapped.launch === undefined ? {} : { launch: wrapped.launch }),
    });
    const isFed = this.#isFed;
    this.#isFed ||= wrapped.isFed;
    const exit = this.#effect(inside, place);
    this.#isFed = isFed;
    const program = programOf(part);
    return program === 'command' || program === 'builtin' ? exit : stay(place);
  }

  #afterCd(operands: readonly ShellWord[], place: PossibleDirectories): PossibleDirectories {
    const targets = operands.filter((word) => !/^(?:-[PL]+|--)$/.test(word.text));
    const [target] = targets;
    for (const word of targets)
      if (word.kind !== 'unknown') this.entered.add(word.kind === 'glob' ? word.pattern : escapedGlob(word.value));
    if (targets.length !== 1 || target?.kind !== 'literal') return null;
    if (place === null) return null;
    return resolveFrom(place, target.value, this.#projectRoot);
  }

  /** Collects a script given as text. */
  #text(source: string, part: CommandPart, place: PossibleDirectories): Exit {
    const parsed = parseCommand(source);
    if (parsed.status === 'opaque') {
      part.asks ??= parsed.why;
      return stay(null);
    }
    const outer = this.#source;
    this.#source = source;
    try {
      return this.#list(parsed.script.commands, place);
    } finally {
      this.#source = outer;
    }
  }

  #nested(scripts: readonly ParsedScript[], place: PossibleDirectories, within: CommandPart | null): void {
    const outer = { within: this.#within, pipeline: this.#pipeline, source: this.#source };
    for (const script of scripts) {
      this.#within = within ?? outer.within;
      this.#pipeline = 0;
      this.#source = script.source ?? outer.source;
      try {
        this.#list(script.commands, place);
      } finally {
        this.#within = outer.within;
        this.#pipeline = outer.pipeline;
        this.#source = outer.source;
      }
    }
  }

  #add(part: Partial<CommandPart> & { text: string; place: PossibleDirectories }): CommandPart {
    const whole: CommandPart = {
      words: [],
      assignments: [],
      redirects: [],
      asks: null,
      wraps: false,
      ...part,
      pipeline: this.#pipeline,
      within: this.#within,
    };
    this.parts.push(whole);
    return whole;
  }
}
