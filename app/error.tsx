'use client';
import { Button } from '../components/ui/button.tsx';

export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <div className="mx-auto grid max-w-[480px] content-center justify-items-start gap-3 px-4 py-24" role="alert">
      <h1 className="font-semibold text-20">This page broke</h1>
      <p className="text-ink-2">
        This is our fault. It sent nothing and changed nothing about your money; a swap that is under way goes on
        without this page. Nobody from Portage will ever ask for your keys.
      </p>
      {error.digest && <p className="font-mono text-12 text-ink-3">Report it with this number: {error.digest}</p>}
      <Button look="primary" onClick={reset}>
        Try again
      </Button>
    </div>
  );
}
