/**
 * `npm run policy`: reads JSON lines `{"command", "settings"?: {"autoApproveCommands"?}, "rules"?: [{"pattern", "verdict"}], "host"?}` on
 * stdin, with the project at /home/project, and answers each with one line `{"verdict", "reason", "parts"}`, or `{"error"}` if the line is
 * invalid. It judges for the product's own engine, whose kernel guards secret and protected files; with `"host": "other"`, for a host
 * without such a guard. It uses the seed's settings: read-only commands ask like others, unless the settings contain `"askBeforeLooking":
 * false`, as in the product.
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
      askBeforeLooking: z.boolean().optional(),
    })
    .optional(),
  rules: z.array(z.object({ pattern: z.string().min(1), verdict: z.enum(['allow', 'deny']) })).optional(),
  host: z.enum(['embedded', 'other']).default('embedded'),
});

await answerLines(questionSchema, ({ command, settings = {}, rules, host }) => {
  const { askBeforeLooking = true, ...agent } = settings;
  const { verdict, why, parts } = decide(
    { kind: 'command', command, cwd: toWorkspacePath(''), script: null },
    {
      settings: {
        ...DEFAULT_APP_SETTINGS,
        askBeforeLooking,
        agent: { ...DEFAULT_AGENT_SETTINGS, ...agent },
        rules: (rules ?? []).map((rule) => ({ ...rule, scope: 'always' as const, createdAt: 0 })),
      },
      chatId: '',
      projectRoot: '/home/project',
      hasChangedScripts: false,
      hasFileWall: host === 'embedded',
      now: 0,
    },
  );
  return { verdict, reason: why, parts };
});
