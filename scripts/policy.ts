/**
 * `npm run policy`: reads JSON lines `{"command", "settings"?: {"autoApproveCommands"?}, "rules"?: [{"pattern", "verdict"}]}` on stdin, the
 * project standing at /home/project, and answers each with one line `{"verdict", "reason", "parts"}`, or `{"error"}` where it cannot be read.
 */
import { z } from 'zod';
import { decide } from '../app/lib/agent/policy/decide.ts';
import { DEFAULT_AGENT_SETTINGS, DEFAULT_APP_SETTINGS } from '../app/lib/protocol/default-settings.ts';
import { toWorkspacePath } from '../app/lib/runtime/to-workspace-path.ts';
import { answerLines } from './answer-lines.ts';

const questionSchema = z.object({
  command: z.string(),
  settings: z
    .object({
      autoApproveCommands: z.boolean().default(DEFAULT_AGENT_SETTINGS.autoApproveCommands),
      autoApproveFileCreation: z.boolean().default(DEFAULT_AGENT_SETTINGS.autoApproveFileCreation),
      autoApproveFileModification: z.boolean().default(DEFAULT_AGENT_SETTINGS.autoApproveFileModification),
    })
    .optional(),
  rules: z.array(z.object({ pattern: z.string().min(1), verdict: z.enum(['allow', 'deny']) })).optional(),
});

await answerLines(questionSchema, ({ command, settings, rules }) => {
  const { verdict, why, parts } = decide(
    { kind: 'command', command, cwd: toWorkspacePath(''), script: null },
    {
      settings: {
        ...DEFAULT_APP_SETTINGS,
        agent: { ...DEFAULT_AGENT_SETTINGS, ...settings },
        rules: (rules ?? []).map((rule) => ({ ...rule, scope: 'always' as const, createdAt: 0 })),
      },
      chatId: '',
      projectRoot: '/home/project',
      hasChangedScripts: false,
      now: 0,
    },
  );
  return { verdict, reason: why, parts };
});
