import type { NpmSession } from '../npm-session.ts';
import type { InstallResult } from './install-project.ts';

function countOf(count: number): string {
  return `${count} package${count === 1 ? '' : 's'}`;
}

/** Prints `added 65 packages, removed 2 packages, and changed 1 package in 2s`, and the funding notice. */
export async function reportInstall(session: NpmSession, result: InstallResult, startedAt: number): Promise<void> {
  if (session.manager.family !== 'npm') {
    const { reportForeign } = await import('../managers/report-foreign.ts');
    reportForeign(session, result, startedAt);
    return;
  }
  const { added, changed, removed, nodes } = result;
  const parts: string[] = [];
  if (added.length > 0) parts.push(`added ${countOf(added.length)}`);
  if (removed.length > 0) parts.push(`removed ${countOf(removed.length)}`);
  if (changed.length > 0) parts.push(`changed ${countOf(changed.length)}`);
  const last = parts.pop();
  const milliseconds = session.host.now() - startedAt;
  const time = milliseconds < 1000 ? `${Math.round(milliseconds)}ms` : `${Math.round(milliseconds / 1000)}s`;
  const text = last === undefined ? 'up to date' : parts.length === 0 ? last : `${parts.join(', ')}, and ${last}`;
  session.output.note(`\n${text} in ${time}`);
  const funded = nodes.filter((node) => node.manifest.funding !== undefined && node.manifest.funding !== null).length;
  if (funded === 0 || session.commandLine.isUnset('fund')) return;
  const who = funded === 1 ? '1 package is' : `${funded} packages are`;
  session.output.note(`\n${who} looking for funding\n  run \`npm fund\` for details`);
}
