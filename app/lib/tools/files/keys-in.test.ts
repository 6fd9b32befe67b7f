import { describe, expect, test } from 'vitest';
import { decide } from '../../agent/policy/decide.ts';
import { policyContext } from '../../agent/testing/policy-context.ts';
import { MemoryWorkspace } from '../../runtime/memory/memory-workspace.ts';
import { readFileTool } from '../read-file.ts';
import { toolContext } from '../testing/run-tool.ts';

// Joined here, so that secret scanners do not report this file.
const KEY = ['gh', 'p_', 'aB3dE5gH7jK9mN2pQ4sT6vW8yZaB3dE5gH7jK9'].join('');
const FILES = {
  'notes.md': `Use ${KEY} for it.`,
  'src/config.ts': `export const token = '${KEY}';`,
  'deploy.txt': ['-----BEGIN OPENSSH PRIVATE', ' KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAAB\n'].join(''),
  'plain.ts': 'export const token = process.env.TOKEN;',
  'docs/keys.md': 'Keys of GitHub begin with ghp_, those of AWS with AKIA.',
  'large.js': `${'x'.repeat(300_000)}${KEY}`,
};

async function verdictOf(path: string) {
  const plan = await readFileTool.plan({ path }, toolContext(new MemoryWorkspace(FILES)));
  return plan.ok ? decide(plan.intent, policyContext({ autoApproveCommands: true })).verdict : expect.unreachable(plan.message);
}

describe('a file whose name says nothing asks where its content looks like a key', () => {
  test.each(['notes.md', 'src/config.ts', 'deploy.txt'])('%s', async (path) => {
    expect(await verdictOf(path)).toBe('ask');
  });

  test.each(['plain.ts', 'docs/keys.md', 'none.ts', 'src', 'large.js'])('%s does not', async (path) => {
    expect(await verdictOf(path)).toBe('auto');
  });
});
