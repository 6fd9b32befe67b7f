const DENIED = 'The user denied this call; it was not run.';

/** What the model learns of a denial: with a reason it is guidance, without one it is a plain no. */
export function deniedMessage(reason: string | undefined): string {
  const guidance = reason?.trim() ?? '';
  return guidance === ''
    ? `${DENIED} Do not try it again in another form; find another way or ask what to do.`
    : `${DENIED} They say: ${guidance}`;
}

export function isDeniedMessage(message: string): boolean {
  return message.startsWith(DENIED);
}
