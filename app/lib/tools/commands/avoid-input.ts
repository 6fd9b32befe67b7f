interface KnownPrompt {
  command: RegExp;
  prompt?: RegExp;
  how: string;
}

const KNOWN: readonly KnownPrompt[] = [
  { command: /\b(?:npx|npm|pnpm|bunx)\b/, prompt: /ok to proceed/i, how: '`--yes` right after `npx`, `npm exec` or `npm create`' },
  {
    command:
      /\bcreate[ -](?:vite|svelte|next-app|react-app|astro|t3-app|remix|vue|nuxt|solid)\b|\bnpm (?:create|init) \S|\byarn create\b|\bpnpm (?:create|dlx)\b/,
    how: 'the folder and the template named in the call, as in `npm create vite@latest app -- --template react-ts`',
  },
  { command: /\b(?:npm|yarn|pnpm) init\b/, how: '`init -y`' },
  { command: /\bapt(?:-get)?\b|\bdnf\b|\byum\b|\bpacman\b/, how: '`-y`' },
  { command: /\bgit (?:commit|merge|rebase|tag)\b/, how: '`-m "…"` or `--no-edit`' },
  { command: /\bgit (?:push|pull|fetch|clone)\b|\bssh\b/, how: 'credentials that are stored already' },
  { command: /./, prompt: /\(y|\[y|\by\/n|yes\/no/i, how: '`--yes` or `-y`' },
];

/** Returns how to run the command again so that it asks nothing. */
export function avoidInput(command: string, prompt: string): string {
  const known = KNOWN.find((each) => each.command.test(command) && (each.prompt?.test(prompt) ?? true));
  return known === undefined ? 'with options that ask nothing' : `with ${known.how}`;
}
