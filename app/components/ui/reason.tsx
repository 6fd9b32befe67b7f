import { LongText } from './long-text.tsx';

/** Why the agent wants it, in its own words. */
export function Reason({ text }: { text: string }) {
  return (
    <p>
      <em className="reason">
        <LongText text={text} />
      </em>
    </p>
  );
}
