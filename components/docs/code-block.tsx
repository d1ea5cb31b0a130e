import { CopyCode } from './copy-code.tsx';

/** Code to read and copy; long lines wrap, so that nothing scrolls sideways. */
export const CodeBlock = ({ text, label = 'the code' }: { text: string; label?: string }) => (
  <div className="group relative">
    <pre className="ltr whitespace-pre-wrap rounded-10 border border-line bg-sheet p-3 pe-12 font-mono text-12 leading-5 text-ink [overflow-wrap:anywhere]">
      {text}
    </pre>
    <CopyCode text={text} label={label} className="absolute end-1.5 top-1.5" />
  </div>
);
