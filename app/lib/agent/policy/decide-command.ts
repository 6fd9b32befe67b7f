import type { ToolIntent } from '../tool-definition.ts';
import { blockOf } from './blocked-commands.ts';
import { commandGuard } from './command-guards.ts';
import { parseCommand } from './parse-command.ts';
import { type PolicyContext, type PolicyDecision, type PolicyPart, single, strictest } from './policy-decision.ts';
import { activeRules, matchesRule } from './rules.ts';

type CommandIntent = Extract<ToolIntent, { kind: 'command' }>;

/** First floor: only one simple command of plain words may run unasked; what is compound or not understood asks. */
export function decideCommand(intent: CommandIntent, context: PolicyContext): PolicyDecision {
  const { command } = intent;
  const parsed = parseCommand(command);
  if (parsed.status === 'opaque') {
    const denied = deniedIn([roughWords(command)], context) ?? blockOf(command, [], context.projectRoot);
    return denied === null ? single('ask', parsed.why, command) : single('block', denied, command);
  }
  if (parsed.status === 'simple') return strictest([decideSimple(command, parsed.words, intent, context)], '');
  const words = parsed.parts.map((part) => part.words ?? roughWords(part.text));
  const blocked = blockOf(command, words, context.projectRoot);
  if (blocked !== null) return { verdict: 'block', why: blocked, parts: [{ text: command, verdict: 'block', why: blocked }] };
  const parts = parsed.parts.map((part): PolicyPart => {
    if (part.words === null) return unknownPart(part.text, context);
    return decideSimple(part.text, part.words, { ...intent, cwd: null }, context);
  });
  const decision = strictest(parts, parsed.why);
  return decision.verdict === 'block' ? decision : { verdict: 'ask', why: parsed.why, parts };
}

function decideSimple(text: string, words: readonly string[], intent: CommandIntent, context: PolicyContext): PolicyPart {
  const { settings, chatId, projectRoot } = context;
  const blocked = blockOf(text, [words], projectRoot) ?? deniedIn([words], context);
  if (blocked !== null) return { text, verdict: 'block', why: blocked };
  const guard = commandGuard(words, intent.cwd === '', projectRoot);
  if (guard !== null) return { text, verdict: 'ask', why: guard };
  const rule = activeRules(settings.rules, 'allow', chatId).find((one) => matchesRule(one.pattern, words));
  if (rule !== undefined && rule.script !== undefined && rule.script !== intent.script) {
    return { text, verdict: 'ask', why: `the script it runs has changed since you made the rule “${rule.pattern}”` };
  }
  if (intent.script !== null && context.hasChangedScripts && rule?.script === undefined) {
    return { text, verdict: 'ask', why: 'the agent has changed the scripts of package.json' };
  }
  if (rule !== undefined) return { text, verdict: 'auto', why: `your rule “${rule.pattern}” allows it` };
  if (settings.agent.autoApproveCommands) return { text, verdict: 'auto', why: 'commands are approved automatically' };
  return { text, verdict: 'ask', why: 'commands ask first' };
}

function unknownPart(text: string, context: PolicyContext): PolicyPart {
  const denied = deniedIn([roughWords(text)], context);
  return denied === null
    ? { text, verdict: 'ask', why: 'a word in it is only known when it runs' }
    : { text, verdict: 'block', why: denied };
}

/** The deny rule that covers one of these, inside wrappers and past git's options too. */
function deniedIn(commands: readonly (readonly string[])[], { settings, chatId }: PolicyContext): string | null {
  const rules = activeRules(settings.rules, 'deny', chatId);
  for (const words of commands) {
    for (const form of formsOf(words, 0)) {
      const rule = rules.find((one) => matchesRule(one.pattern, form));
      if (rule !== undefined) return `your rule “${rule.pattern}” forbids it`;
    }
  }
  return null;
}

/** A command and every command that may be hidden in it: each tail of its words, and the words of each argument. */
function formsOf(words: readonly string[], depth: number): string[][] {
  const forms: string[][] = [];
  for (let start = 0; start < Math.min(words.length, 40); start++) {
    const tail = words.slice(start);
    forms.push([...tail]);
    if (tail[0] === 'git') forms.push(['git', ...tail.slice(1).filter((word) => !word.startsWith('-'))]);
  }
  if (depth < 3) for (const word of words) if (/\s/.test(word)) forms.push(...formsOf(roughWords(word), depth + 1));
  return forms;
}

/** Words as near as they can be told without understanding: for denying only, never for allowing. */
function roughWords(text: string): string[] {
  return text.split(/[\s;&|(){}<>`$'"\\]+/).filter((word) => word !== '');
}
