/** What the model is told of a denial: with a reason it is guidance, without one it is a plain no. */
export function deniedMessage(reason: string | undefined): string {
  const guidance = reason?.trim() ?? '';
  const denied = 'The person denied this call; it was not run.';
  return guidance === ''
    ? `${denied} Do not try it again in another form; find another way or ask what to do.`
    : `${denied} They say: ${guidance}`;
}
