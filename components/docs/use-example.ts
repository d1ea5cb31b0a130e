'use client';
import { useEffect, useRef, useState } from 'react';
import { type ExampleCall, pathOf, requestOf } from './example-request.ts';
import { rememberQuote } from './last-quote.ts';

export type ExampleAnswer = { status: string; text: string; running: boolean; failed: boolean };

/** More characters help no reader and slow the browser down. */
const SHOWN_CHARACTERS = 60_000;

const shown = (text: string): string =>
  text.length <= SHOWN_CHARACTERS
    ? text
    : `${text.slice(0, SHOWN_CHARACTERS)}\n… and ${text.length - SHOWN_CHARACTERS} characters more`;

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function quoteIdIn(text: string): string | undefined {
  return /"quoteId":\s*"([^"]+)"/.exec(text)?.[1];
}

/** Sends an example to this server; the events of a stream are shown as they arrive. */
export function useExample() {
  const [answer, setAnswer] = useState<ExampleAnswer | undefined>();
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function read(response: Response, status: (end: boolean) => string, control: AbortController) {
    const isStream = (response.headers.get('content-type') ?? '').startsWith('text/event-stream');
    const reader = response.body?.getReader();
    const decoder = new TextDecoder();
    let text = '';
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
      text += decoder.decode(piece.value, { stream: true });
      if (isStream && !control.signal.aborted)
        setAnswer({ status: status(false), text: shown(text), running: true, failed: !response.ok });
    }
    const id = response.ok ? quoteIdIn(text) : undefined;
    if (id !== undefined) rememberQuote(id);
    setAnswer({
      status: status(true),
      text: shown(isStream ? text : pretty(text)),
      running: false,
      failed: !response.ok,
    });
  }

  async function send(call: ExampleCall) {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    setAnswer({ status: 'Sent. Waiting for the answer.', text: '', running: true, failed: false });
    const begun = performance.now();
    try {
      const response = await fetch(pathOf(call), { ...requestOf(call), signal: control.signal });
      const id = response.headers.get('x-request-id') ?? '';
      const status = (end: boolean) =>
        `${response.status} ${response.statusText} · ${end ? `${Math.round(performance.now() - begun)} ms` : 'more may come'} · request ${id}`;
      await read(response, status, control);
    } catch {
      if (running.current !== control) return;
      const stopped = control.signal.aborted;
      setAnswer((last) => ({
        status: stopped ? 'Stopped.' : 'No answer: this server cannot be reached.',
        text: last?.text ?? '',
        running: false,
        failed: !stopped,
      }));
    }
  }

  return { answer, send, stop: () => running.current?.abort() };
}
