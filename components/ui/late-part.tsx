'use client';
import { type ComponentType, useEffect, useState } from 'react';

const Nothing = () => null;

/**
 * A component whose code loads when it is first drawn, or earlier by its `load`, which rejects when the code cannot be
 * fetched. Unlike React's `lazy`, which holds content back until its fallback has stood for 300 ms, it draws at once
 * what has loaded. Not for what the server draws.
 * @param Fallback stands in its place, with the same properties, while the code loads.
 */
export function latePart<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType<Props> = Nothing,
) {
  let loaded: ComponentType<Props> | undefined;
  const load = async (): Promise<ComponentType<Props>> => {
    loaded ??= await fetchPart();
    return loaded;
  };
  function LatePart(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    const [failure, setFailure] = useState<{ reason: unknown }>();
    useEffect(() => {
      if (Part) return;
      load().then(
        (part) => setPart(() => part),
        (reason: unknown) => setFailure({ reason }),
      );
    }, [Part]);
    if (failure) throw failure.reason;
    return Part ? <Part {...props} /> : <Fallback {...props} />;
  }
  return Object.assign(LatePart, { load });
}
