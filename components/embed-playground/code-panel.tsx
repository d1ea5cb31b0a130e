'use client';
import { useState } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';
import { CODE_KINDS, type CodeInput, type CodeKind, codeOf, neededPolicy } from './code.ts';

/** The code for a host's page, in the form in which it is written there. */
export function CodePanel({ input }: { input: CodeInput }) {
  const [kind, setKind] = useState<CodeKind>('Script');
  const code = codeOf(kind, input);
  const policy = neededPolicy(input.origin, kind);
  return (
    <section aria-labelledby="code" className="card min-w-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-4 py-2">
        <h2 id="code" className="font-semibold text-16">
          Code
        </h2>
        <div className="flex gap-0.5">
          {CODE_KINDS.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === kind}
              onClick={() => setKind(one)}
              className="min-h-9 rounded-6 px-2.5 text-14 text-ink-2 hover:bg-sunken hover:text-ink aria-pressed:bg-water-tint aria-pressed:font-semibold aria-pressed:text-water"
            >
              {one}
            </button>
          ))}
        </div>
        <span className="ms-auto">
          <CopyButton value={code} what="the code" isLabelled />
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what does not fit is scrolled by keyboard too */}
      <section tabIndex={0} aria-label="The code" className="overflow-x-auto">
        <pre className="ltr p-4 font-mono text-12 [font-variant-ligatures:none]">{code}</pre>
      </section>
      <p className="border-line border-t px-4 py-3 text-12 text-ink-2">
        A page with a Content-Security-Policy adds <code className="font-mono [overflow-wrap:anywhere]">{policy}</code>
        {kind === 'iframe' && '. A bare frame is configured by its address alone: no events, no hooks, no lent wallet.'}
      </p>
    </section>
  );
}
