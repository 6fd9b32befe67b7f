import { because } from '../../protocol/texts/reason.ts';
import type { ToolIntent } from '../contract/tool-definition.ts';
import { decideCommand } from './decide-command.ts';
import { type Judgement, type PolicyContext, single } from './policy-decision.ts';

type InputIntent = Extract<ToolIntent, { kind: 'input' }>;

/** Programs that execute their input. Matched anywhere in the command: `docker exec -it x sh` is a shell, too. */
const RUNS_INPUT =
  /(?:^|[\s/;&|('"])(?:(?:ba|da|z|fi|k|j)?sh|node|deno|bun|python[\d.]*|irb|ruby|php|perl|lua|psql|mysql|sqlite3?|ssh|su|sudo|tsx|ts-node|gdb|mongo(?:sh)?|redis-cli|vi|vim|ed|awk|xargs)(?=$|[\s;&|)'"])/;

/**
 * Input to a running program can be code (a shell, a REPL) or an answer that makes it delete everything, so it asks like a command. With
 * auto-approved commands, an answer to a visible prompt is free, but not input that runs as code, and never a password. Input that would be
 * blocked as a command is blocked.
 */
export function decideInput({ program, prompt, isHidden, text }: InputIntent, context: PolicyContext): Judgement {
  const asCommand = decideCommand({ kind: 'command', command: text, cwd: null, script: null }, context);
  if (asCommand.verdict === 'block')
    return single('block', because('typed into a shell it would be a command, and {why}', { why: asCommand.why }), text, 'block');
  if (isHidden && context.machine != null)
    return single('block', because('a password of a real machine is typed by you, on the card or in the terminal'), text, 'block');
  if (isHidden) return single('ask', because('the program asks for a password or similar'), text);
  if (RUNS_INPUT.test(program)) return single('ask', because('the program runs what is typed into it'), text);
  if (prompt === null) return single('ask', because('the program has not asked for anything'), text);
  if (context.settings.agent.autoApproveCommands)
    return single('auto', because('commands are auto-approved, and it answers a question'), text, 'setting');
  return single('ask', because('it is typed into a running program'), text, 'none');
}
