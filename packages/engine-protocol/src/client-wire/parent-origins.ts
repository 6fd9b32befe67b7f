/**
 * Returns the origins that may boot the engine: those that the server lists or, without a list, the host of which this one is the `run.`
 * subdomain.
 */
export function parentOrigins(declared: string, sandbox: { protocol: string; host: string }): string[] {
  const named = declared.split(/[\s,]+/).filter((origin) => /^https?:\/\/[^/*]+$/.test(origin));
  if (named.length > 0) return named;
  return sandbox.host.startsWith('run.') ? [`${sandbox.protocol}//${sandbox.host.slice('run.'.length)}`] : [];
}

/** Returns why the embedding page gets no engine, or `null`. If the browser does not reveal the parent, the page is ignored silently. */
export function refusal(allowed: readonly string[], frame: { isFramed: boolean; ancestors: ArrayLike<string> | undefined }): string | null {
  if (!frame.isFramed) return 'This is the Devonz engine. It has no page of its own: the app opens it in a hidden frame.';
  const parent = frame.ancestors?.[0];
  if (parent === undefined || allowed.includes(parent)) return null;
  return `The Devonz engine answers ${allowed.join(', ') || 'nobody here'} and not ${parent}.`;
}
