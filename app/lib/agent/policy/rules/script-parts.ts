import type { CommandRule } from '../../../protocol/settings.ts';
import { because } from '../../../protocol/texts/reason.ts';
import type { ScriptRun } from '../../contract/script-run.ts';
import type { ScriptText, ToolIntent } from '../../contract/tool-definition.ts';
import type { CommandPart } from '../parse/command-part.ts';
import { extraWordsOf, isSameRun, isWorkScript, scriptRunOf } from '../parse/script-runs.ts';
import type { JudgedPart, Judgement, PolicyContext } from '../policy-decision.ts';

type CommandIntent = Extract<ToolIntent, { kind: 'command' }>;

/** The scripts that enclose a command. */
export interface ScriptFrame {
  runs: readonly ScriptRun[];
  /** All are the project's own build, test or serve scripts, unchanged since the run began: they may run new code. */
  isOwn: boolean;
}

export const NO_FRAME: ScriptFrame = { runs: [], isOwn: false };

const DEEPEST = 12;

interface Outer {
  part: CommandPart;
  /** The judgement of the part itself. */
  own: JudgedPart;
  /** The rule that allowed it. */
  rule: CommandRule | undefined;
  intent: CommandIntent;
  context: PolicyContext;
  frame: ScriptFrame;
}

type Judge = (intent: CommandIntent, context: PolicyContext, frame: ScriptFrame) => Judgement;

/** Judges each part of a script that the part runs as a separate command. */
export function scriptParts(outer: Outer, judge: Judge): JudgedPart[] {
  const { part, own, intent, context, frame } = outer;
  const run = scriptRunOf(part, context.projectRoot);
  const script = run === null ? undefined : intent.scripts?.find((each) => isSameRun(each, run));
  if (run === null || script?.lines === undefined) return [];
  if (frame.runs.some((each) => isSameRun(each, run)))
    return [
      {
        text: part.text,
        verdict: 'ask',
        why: because('it runs itself again, without end: {chain}', { chain: chain(frame, run) }),
        by: 'guard',
        script: part.text,
      },
    ];
  if (frame.runs.length >= DEEPEST)
    return [
      { text: part.text, verdict: 'ask', why: because('its scripts run scripts too deep to be followed'), by: 'guard', script: part.text },
    ];
  const undetermined: JudgedPart[] =
    script.undetermined === undefined
      ? []
      : [
          {
            text: part.text,
            verdict: 'ask',
            why: because('what it runs cannot be determined: {why}', { why: script.undetermined }),
            by: 'none',
            script: part.text,
          },
        ];
  const inner = { runs: [...frame.runs, run], isOwn: mayRunNewCode(run, script, frame) };
  const extra = extraWordsOf(part, context.projectRoot);
  const parts = script.lines.flatMap(({ label, command, folder }): JudgedPart[] => {
    const isMain = label === run.name && run.runner !== 'make';
    const text = isMain && extra !== '' ? `${command} ${extra}` : command;
    const nested = judge({ ...intentOf(intent), command: text, cwd: folder as CommandIntent['cwd'] }, context, inner); // Looked up as a folder of the project.
    const via = isMain || label === run.name ? part.text : `${part.text} → ${label}`;
    return nested.parts.map((each) => ({ ...each, script: each.script === undefined ? via : `${via} → ${each.script}` }));
  });
  return [...undetermined, ...parts].map((each) => (own.verdict === 'auto' ? lifted(each, outer, script) : each));
}

/** Returns the intent without the properties of the whole command. */
function intentOf({ isOutside: _isOutside, ...intent }: CommandIntent): CommandIntent {
  return { ...intent, script: null };
}

function mayRunNewCode(run: ScriptRun, script: ScriptText, frame: ScriptFrame): boolean {
  if (script.changed !== undefined || script.undetermined !== undefined) return false;
  return frame.runs.length === 0 ? isWorkScript(run) : frame.isOwn;
}

/**
 * A rule for a script covers its content: everything that asks if it was made for exactly this text, otherwise only what no guard asks
 * about.
 */
function lifted(part: JudgedPart, { own, rule }: Outer, script: ScriptText): JudgedPart {
  if (own.by !== 'rule' || rule === undefined || part.verdict !== 'ask') return part;
  if (part.by === 'made' || part.by === 'deny') return part;
  const isSeen = rule.script !== undefined && rule.script === script.text;
  return isSeen || part.by === 'none' ? { ...part, verdict: 'auto', why: own.why, by: 'rule' } : part;
}

function chain({ runs }: ScriptFrame, run: ScriptRun): string {
  return [...runs, run].map(({ name }) => name).join(' → ');
}

/** Returns the decision with a reason that names the script. A guard's reason takes precedence over the general one that commands ask. */
export function inScriptWords(decision: Judgement): Judgement {
  const { verdict, parts } = decision;
  const asking = parts.filter((part) => part.verdict === verdict);
  const [first] = asking;
  const reason = verdict === 'ask' && first?.by === 'none' ? (asking.find(({ by }) => by !== 'none') ?? first) : first;
  if (reason === undefined || verdict === 'auto' || (reason === first && reason.script === undefined)) return decision;
  const why =
    reason.script === undefined
      ? reason.why
      : because('{script} runs “{command}”: {why}', { script: reason.script, command: shortened(reason.text), why: reason.why });
  return { ...decision, why };
}

function shortened(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
