/**
 * Which origins may boot the engine: those the server names, or, when it names none, the host this one is `run.` of.
 */
export function parentOrigins(declared: string, sandbox: { protocol: string; host: string }): string[] {
  const named = declared.split(/[\s,]+/).filter((origin) => /^https?:\/\/[^/*]+$/.test(origin));
  if (named.length > 0) return named;
  return sandbox.host.startsWith('run.') ? [`${sandbox.protocol}//${sandbox.host.slice('run.'.length)}`] : [];
}

/** Why the page that holds this one gets nothing, or null. Where the browser does not tell who that is, silence is all there is. */
export function refusal(allowed: readonly string[], frame: { isFramed: boolean; ancestors: ArrayLike<string> | undefined }): string | null {
  if (!frame.isFramed) return 'This is the Devonz engine. It has no page of its own: the app opens it in a hidden frame.';
  const parent = frame.ancestors?.[0];
  if (parent === undefined || allowed.includes(parent)) return null;
  return `The Devonz engine answers ${allowed.join(', ') || 'nobody here'} and not ${parent}.`;
}
