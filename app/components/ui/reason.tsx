import { LongText } from './long-text.tsx';

/** The agent's reason, in its own words. */
export function Reason({ text }: { text: string }) {
  return (
    <p>
      <em className="reason">
        <LongText text={text} />
      </em>
    </p>
  );
}
