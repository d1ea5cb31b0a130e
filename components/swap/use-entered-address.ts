'use client';
import { useCallback, useEffect, useState } from 'react';
import { PageFactsError, pageFacts } from '../../lib/api/page-api.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import { type EnteredAddress, mayBeName, type NameAnswer, readEntered } from './recipient.ts';
import { useAddressCheck } from './use-address-check.ts';

const TYPING_MS = 400;

const answerOf = (error: unknown): NameAnswer => {
  if (!(error instanceof PageFactsError)) return { state: 'failed', problem: '' };
  const { status, message: problem } = error;
  return { state: status === 404 ? 'notFound' : status === 409 ? 'unclear' : 'failed', problem };
};

/**
 * Reads entered text for a chain: checks it as an address, and otherwise resolves it as a name.
 * @param names false when only an address is accepted.
 */
export function useEnteredAddress(
  text: string,
  chain: ChainId,
  names = true,
): EnteredAddress & { resolveAgain: () => void } {
  const check = useAddressCheck(text, chain);
  const [round, setRound] = useState(0);
  const [asked, setAsked] = useState<{ key: string; answer: NameAnswer }>();
  const name = names && check?.ok === false && mayBeName(text) ? text : undefined;
  const key = name && `${chain} ${name} ${round}`;
  useEffect(() => {
    if (!name || !key) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      pageFacts
        .resolveName(name, chain, controller.signal)
        .then((found): NameAnswer => ({ state: 'found', name: found }), answerOf)
        .then((answer) => !controller.signal.aborted && setAsked({ key, answer }));
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [name, key, chain]);
  const resolveAgain = useCallback(() => setRound((now) => now + 1), []);
  // An answer for another text or another chain is ignored.
  const read = readEntered(text, check, asked?.key === key ? asked?.answer : undefined);
  const entered: EnteredAddress = !names && check?.ok === false ? { text, phase: 'wrong', reason: check.reason } : read;
  return { ...entered, resolveAgain };
}
