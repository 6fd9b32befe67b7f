const DENIED = 'The user denied this call; it was not run.';

/** Returns the model's message for a denial. A reason is passed on as guidance. */
export function deniedMessage(reason: string | undefined): string {
  const guidance = reason?.trim() ?? '';
  return guidance === ''
    ? `${DENIED} Do not try it again in another form; find another way or ask what to do.`
    : `${DENIED} They say: ${guidance}`;
}

export function isDeniedMessage(message: string): boolean {
  return message.startsWith(DENIED);
}
