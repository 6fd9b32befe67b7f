import type { CommandRule } from '../../protocol/settings.ts';
import { because, type Reason, reasonText } from '../../protocol/texts/reason.ts';
import type { ToolIntent } from '../contract/tool-definition.ts';
import { PartCollector } from './parse/collect-parts.ts';
import type { CommandPart } from './parse/command-part.ts';
import { roughWordsOf } from './parse/command-part.ts';
import { parseCommand } from './parse/parse-command.ts';
import { isOutwardScript, isSameRun, scriptRunOf } from './parse/script-runs.ts';
import { type JudgedPart, type Judgement, type PolicyContext, single, strictest } from './policy-decision.ts';
import { onlyLooks } from './programs/only-looks.ts';
import { whyCommandAsks } from './programs/why-command-asks.ts';
import { blockOf } from './rules/blocked-commands.ts';
import { guardOf } from './rules/command-guards.ts';
import { denyForms, roughForms, roughParts } from './rules/deny-forms.ts';
import { withLaunchesByName } from './rules/launched-by-name.ts';
import { printingParts } from './rules/printing-parts.ts';
import { activeRules, matchesRule } from './rules/rules.ts';
import { inScriptWords, NO_FRAME, type ScriptFrame, scriptParts } from './rules/script-parts.ts';
import { whyMade, whyScriptMade } from './rules/self-made.ts';
import { whyWithheld } from './rules/withheld-secrets.ts';

type CommandIntent = Extract<ToolIntent, { kind: 'command' }>;

/**
 * Judges every simple command in every nested part, by blocks, deny rules, guards, allow rules and settings, in that order; otherwise it
 * asks. The strictest verdict wins. A command that cannot be parsed asks, unless what can be determined of it is denied or blocked.
 */
export function decideCommand(intent: CommandIntent, context: PolicyContext, frame: ScriptFrame = NO_FRAME): Judgement {
  const { command } = intent;
  const parts = collectedParts(command, intent.cwd === null ? null : [intent.cwd], context.projectRoot);
  if ('text' in parts) {
    const denied = denyRule(roughForms(command), context);
    if (denied !== null) return single('block', denied, command, 'deny');
    const blocked = blockOf(roughParts(command), context);
    return blocked === null ? single('ask', parts, command) : single('block', blocked.why, command, 'block');
  }
  try {
    return decideParts({ ...parts, parts: withLaunchesByName(parts.parts, intent, context) }, intent, context, frame);
  } catch {
    return single('ask', because('the policy could not judge it'), command);
  }
}

function decideParts({ parts, entered }: Collected, intent: CommandIntent, context: PolicyContext, frame: ScriptFrame): Judgement {
  const blocked = blockOf(parts, context);
  const used: CommandRule[] = [];
  const once = new Set<string>();
  const hasWall = context.hasFileWall === true;
  const isLook = isLookingFree(frame, context) && onlyLooks(parts, hasWall);
  const printing = !isLook && isLookingFree(frame, context) ? printingParts(intent.command, parts, hasWall) : new Set<CommandPart>();
  const judged = parts.flatMap((part): JudgedPart[] => {
    if (part === blocked?.part) return [{ text: part.text, verdict: 'block', why: blocked.why, by: 'block' }];
    const said = judgePart(part, intent, context, { used, entered });
    const rule = said.by === 'rule' ? used.at(-1) : undefined;
    const full = withWithheld(withMade(said, { part, intent, frame }, context), { part, intent, frame }, context);
    const own = printing.has(part) ? freed(full, because('it only prints')) : full;
    // A loop is judged once per word; equal verdicts are listed once.
    const key = JSON.stringify([own, part.place]);
    if (part.isAgain === true && once.has(key)) return [];
    once.add(key);
    return [own, ...scriptParts({ part, own, rule, intent, context, frame }, decideCommand)];
  });
  const said = isLook ? judged.map((part) => freed(part, because('it only looks at the project'))) : judged;
  // The requested access belongs to the whole command, not to a script in it.
  const asked = frame === NO_FRAME ? accessPart(intent) : null;
  const decision = inScriptWords(strictest(asked === null ? said : [asked, ...said], because('it runs nothing')));
  return blocked === null ? { ...decision, rules: used } : { ...decision, why: blocked.why, rules: [] };
}

/** Returns true if commands that only look run without approval. The content of a project script is approved as a whole. */
function isLookingFree(frame: ScriptFrame, { settings }: PolicyContext): boolean {
  return frame === NO_FRAME && !settings.askBeforeLooking && !settings.agent.autoApproveCommands;
}

/** Lets a part run unasked if it would only ask by default. Guards, blocks and code that the agent wrote still stop it. */
function freed(part: JudgedPart, why: Reason): JudgedPart {
  return part.verdict === 'ask' && part.by === 'none' ? { ...part, verdict: 'auto', why } : part;
}

/** A part of a command and its enclosing scripts. */
interface FramedPart {
  part: CommandPart;
  intent: CommandIntent;
  frame: ScriptFrame;
}

/** Asks if the part executes files changed in this run, unless one of the project's own build, test or serve scripts does. */
function withMade(own: JudgedPart, { part, intent, frame }: FramedPart, { made, projectRoot }: PolicyContext): JudgedPart {
  if (made === undefined || own.verdict === 'block') return own;
  const changed = whyScriptMade(part, intent, projectRoot);
  // The pin of a rule gives the same reason.
  if (changed !== null && own.by === 'script') return own;
  const why = changed ?? (frame.isOwn ? null : whyMade(part, made, intent, projectRoot));
  if (why === null) return own;
  return own.by === 'guard' || own.by === 'script'
    ? { ...own, why: because('{why}; and {alsoWhy}', { why: own.why, alsoWhy: why }) }
    : { text: own.text, verdict: 'ask', why, by: 'made' };
}

/** Asks if a script would get the project's keys and may load new code. */
function withWithheld(own: JudgedPart, { part, intent }: FramedPart, context: PolicyContext): JudgedPart {
  const isWanted = (intent.access?.read ?? []).length > 0;
  const why = own.verdict === 'auto' ? whyWithheld(part, isWanted, context) : null;
  return why === null ? own : { text: own.text, verdict: 'ask', why, by: 'made' };
}

/** Only the user can grant access that the model requests by name, whatever the command is. */
function accessPart({ command, access = {} }: CommandIntent): JudgedPart | null {
  const { read = [], write = [] } = access;
  if (read.length === 0 && write.length === 0) return null;
  return { text: command, verdict: 'ask', why: wishOf(read.join(', '), write.join(', ')), by: 'guard' };
}

function wishOf(read: string, write: string): Reason {
  if (write === '') return because('it wants to read {read}', { read });
  return read === ''
    ? because('it wants to write {write}', { write })
    : because('it wants to read {read} and to write {write}', { read, write });
}

interface Collected {
  parts: readonly CommandPart[];
  entered: readonly string[];
}

/** Returns the simple commands in a command, or a sentence if it cannot be parsed. */
export function partsOf(command: string, place: readonly string[] | null, projectRoot: string): readonly CommandPart[] | string {
  const collected = collectedParts(command, place, projectRoot);
  return 'text' in collected ? reasonText(collected) : collected.parts;
}

function collectedParts(command: string, place: readonly string[] | null, projectRoot: string): Collected | Reason {
  const parsed = parseCommand(command);
  if (parsed.status === 'opaque') return parsed.why;
  const collector = new PartCollector(command, projectRoot);
  try {
    collector.script(parsed.script, place);
  } catch {
    return because('it is too long or too deep to be judged');
  }
  return collector.parts.length === 0 ? because('there is no command in it') : { parts: collector.parts, entered: [...collector.entered] };
}

interface Judged {
  /** Collects the rules without which the command would ask. */
  used: CommandRule[];
  entered: readonly string[];
}

function judgePart(part: CommandPart, intent: CommandIntent, context: PolicyContext, { used, entered }: Judged): JudgedPart {
  const { text } = part;
  const { agent } = context.settings;
  const denied = denyRule(denyForms(part), context);
  if (denied !== null) return { text, verdict: 'block', why: denied, by: 'deny' };
  if (intent.isOutside === true && part.isGrammar !== true)
    return { text, verdict: 'ask', why: because("the agent's shell is outside the project"), by: 'guard' };
  const { lockedPaths = [], hasFileWall = false, projectRoot } = context;
  const files = { mayCreate: agent.autoApproveFileCreation, mayModify: agent.autoApproveFileModification, lockedPaths };
  const isOwnScript = hasScript(part, intent, projectRoot);
  const programs = intent.scripts === undefined ? undefined : (intent.programs ?? []);
  const guard = guardOf(part, { place: part.place, entered, projectRoot, hasFileWall, isOwnScript, programs, ...files });
  if (guard !== null) return { text, verdict: 'ask', why: guard, by: 'guard' };
  if (part.isGrammar === true || (part.assignments.length === 0 && (part.words.length === 0 || part.launches === true))) {
    return { text, verdict: 'auto', why: because('it runs nothing of its own'), by: 'none' };
  }
  const rules = allowRules(part, intent.command, context);
  // A rule that was renewed after its script changed takes effect next to the old one, which is dormant.
  const rule = rules.find((one) => changedScript(part, one, intent, context) === null) ?? rules[0];
  const changed = changedScript(part, rule, intent, context);
  if (changed !== null) return { text, verdict: 'ask', why: changed, by: 'script' };
  if (rule !== undefined) {
    used.push(rule);
    return { text, verdict: 'auto', why: because('your rule “{rule}” allows it', { rule: rule.pattern }), by: 'rule' };
  }
  const run = scriptRunOf(part, context.projectRoot);
  if (!agent.autoApproveCommands) return { text, verdict: 'ask', why: whyCommandAsks(part, run), by: 'none' };
  if (run !== null && isOutwardScript(run))
    return { text, verdict: 'ask', why: because('by its name the script {name} reaches outside', { name: run.name }), by: 'none' };
  return { text, verdict: 'auto', why: because('commands are approved automatically'), by: 'setting' };
}

/**
 * Returns whether the project has the script that the part would run, according to the earlier lookup; undefined if it was not looked up.
 */
function hasScript(part: CommandPart, { scripts }: CommandIntent, projectRoot: string): boolean | undefined {
  const run = scriptRunOf(part, projectRoot);
  const found = run === null ? undefined : scripts?.find((script) => isSameRun(script, run));
  if (found === undefined) return undefined;
  return found.lines === undefined ? found.text !== '' : found.lines.some(({ label }) => label === found.name);
}

/** Returns why a script that the part runs is not the one that the rule or the user knows; null if it is. */
function changedScript(part: CommandPart, rule: CommandRule | undefined, intent: CommandIntent, context: PolicyContext): Reason | null {
  const script = scriptTextOf(part, intent, context.projectRoot);
  const pinned = rule?.pattern === intent.command.trim() ? intent.script : script;
  if (rule?.script !== undefined && pinned !== null && rule.script !== pinned)
    return because('the script it runs has changed since you made the rule “{rule}”', { rule: rule.pattern });
  return script !== null && context.hasChangedScripts && rule?.script === undefined
    ? because('the agent has changed the scripts of package.json')
    : null;
}

/** Returns the package.json text of the script that the part runs, from the earlier lookup; null if it runs no script. */
function scriptTextOf(part: CommandPart, intent: CommandIntent, projectRoot: string): string | null {
  const run = scriptRunOf(part, projectRoot);
  if (run === null) return null;
  if (intent.scripts === undefined) return intent.script;
  return intent.scripts.find((each) => isSameRun(each, run))?.text ?? '';
}

/**
 * Returns the rules that cover the part or were made for exactly the whole command. A rule for `npx vitest *` covers the program that it
 * starts.
 */
function allowRules(part: CommandPart, command: string, { settings, chatId, now }: PolicyContext): CommandRule[] {
  const forms = part.launch !== undefined && part.wrapper !== undefined ? [part, part.wrapper] : [part];
  const covers = (pattern: string, form: CommandPart) =>
    pattern === form.text || (form.assignments.length === 0 && matchesRule(pattern, roughWordsOf(form)));
  return activeRules(settings.rules, 'allow', chatId, now).filter(
    ({ pattern }) => pattern === command.trim() || forms.some((form) => covers(pattern, form)),
  );
}

/** Returns why a deny rule covers one of these forms; null if none does. */
function denyRule(forms: readonly (readonly string[])[], { settings, chatId, now }: PolicyContext): Reason | null {
  const rules = activeRules(settings.rules, 'deny', chatId, now);
  if (rules.length === 0) return null;
  const rule = rules.find(({ pattern }) => forms.some((form) => matchesRule(pattern, form)));
  return rule === undefined ? null : because('your rule “{rule}” forbids it', { rule: rule.pattern });
}
