/** Why the agent wants it, in its own words. */
export function Reason({ text }: { text: string }) {
  return (
    <p>
      <em className="reason">{text}</em>
    </p>
  );
}
