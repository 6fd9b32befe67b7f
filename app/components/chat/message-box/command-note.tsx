/** Under a line that begins with `/`: it is no message. */
export function CommandNote({ hasAttachments }: { hasAttachments: boolean }) {
  return (
    <p className="message-note">
      Lines that begin with / are commands: they are handled here and not sent to the model. /help lists them.
      {hasAttachments && ' What is attached stays for the next message.'}
    </p>
  );
}
