import type { CommandPart } from '../parse/command-part.ts';

/** Returns true if a redirection writes a file that a program could load later. */
export function writesByRedirect({ redirects }: CommandPart): boolean {
  return redirects.some(
    ({ operator, target }) =>
      target !== null &&
      // `<>` opens a file to which a later command may write. A number is a file name except after `>&`.
      (operator === '<>' || !operator.startsWith('<')) &&
      !(operator.endsWith('&') && /^(?:\d+-?|-)$/.test(target.text)) &&
      !/^(?:\/dev\/(?:null|stdout|stderr)|[\w./-]+\.log)$/.test(target.text),
  );
}
