import { type Refusal, refusalNote, refusalText } from './refusal.ts';
import { useText } from './text.tsx';

/** Why no swap begins, and below it what the operator says of it. */
export function RefusalText({ refusal }: { refusal: Refusal }) {
  const t = useText();
  const note = refusalNote(refusal);
  return (
    <>
      <p>{refusalText(t, refusal)}</p>
      {note !== '' && (
        <p dir="auto" className="text-13">
          {note}
        </p>
      )}
    </>
  );
}
