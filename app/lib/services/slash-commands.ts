/** A line that begins with `/`: handled here, never sent to a model. */
export type SlashCommand =
  | { type: 'none' }
  | { type: 'help' }
  | { type: 'clear' }
  | { type: 'stop' }
  | { type: 'agent'; task: string }
  | { type: 'template'; name: string }
  | { type: 'unknown'; name: string; nearest: string };

export const SLASH_COMMANDS: readonly { name: string; text: string }[] = [
  { name: 'agent', text: '/agent [task]: turns agent mode on and sends the task' },
  { name: 'clear', text: '/clear: starts a new chat; this one stays in the list' },
  { name: 'help', text: '/help: lists the commands' },
  { name: 'stop', text: '/stop: stops what the agent does' },
  { name: 'template', text: '/template NAME: starts from a template' },
];

export function parseSlashCommand(text: string): SlashCommand {
  const found = /^\/([a-z]+)(?:\s+([\s\S]*))?$/i.exec(text.trim());
  const name = found?.[1]?.toLowerCase();
  if (name === undefined) return { type: 'none' };
  switch (name) {
    case 'help':
    case 'clear':
    case 'stop':
      return { type: name };
    case 'agent':
      return { type: 'agent', task: found?.[2]?.trim() ?? '' };
    case 'template':
      return { type: 'template', name: found?.[2]?.trim() ?? '' };
    default:
      return { type: 'unknown', name, nearest: nearestCommand(name) };
  }
}

function nearestCommand(name: string): string {
  const [nearest] = SLASH_COMMANDS.map((command) => ({ name: command.name, distance: editDistance(name, command.name) })).sort(
    (a, b) => a.distance - b.distance,
  );
  return nearest?.name ?? 'help';
}

/** Levenshtein's distance, one row at a time. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const change = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
