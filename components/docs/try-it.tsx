'use client';
import { useId, useState } from 'react';
import type { Operation, Parameter } from '../../lib/docs/reference.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { CopyCode } from './copy-code.tsx';
import { curlOf, type ExampleCall } from './example-request.ts';
import { useLastQuote } from './last-quote.ts';
import { type ExampleAnswer, useExample } from './use-example.ts';

const FIELD = 'w-full rounded-10 border border-line-3 bg-paper px-3 py-2 font-mono text-12 leading-5 text-ink';
const LABEL = 'grid gap-1 text-12 text-ink-2';

type Values = Record<string, string>;
/** What the browser needs of an operation; the rest is rendered on the server. */
export type ExampleForm = Pick<Operation, 'id' | 'method' | 'path' | 'parameters' | 'body' | 'events'>;

function Inputs({
  parameters,
  values,
  onChange,
}: {
  parameters: readonly Parameter[];
  values: Values;
  onChange: (values: Values) => void;
}) {
  return parameters.map(({ name, required }) => (
    <label key={name} className={LABEL}>
      <span>
        {name}
        {required ? '' : ' (may be left out)'}
      </span>
      <input
        className={classNames(FIELD, 'min-h-10')}
        value={values[name] ?? ''}
        onChange={(event) => onChange({ ...values, [name]: event.target.value })}
        autoComplete="off"
        spellCheck={false}
      />
    </label>
  ));
}

function Answer({ answer, path }: { answer: ExampleAnswer; path: string }) {
  return (
    <div className="grid gap-1.5">
      <p
        role="status"
        className={classNames('text-12 [overflow-wrap:anywhere]', answer.failed ? 'text-red' : 'text-ink-2')}
      >
        {answer.status}
      </p>
      {answer.text !== '' && (
        <textarea
          readOnly
          aria-label={`Answer of ${path}`}
          value={answer.text}
          rows={Math.min(18, answer.text.split('\n').length + 1)}
          className={FIELD}
        />
      )}
    </div>
  );
}

/** The initial body of calls that refer to a quote: the last one requested. */
const bodyWith = (body: unknown, quoteId: string | undefined): string =>
  JSON.stringify(quoteId === undefined ? body : { quoteId, routeIndex: 0 }, null, 2);

/** An operation's example as a form: filled in, sent to this server, with the answer below. */
export function TryIt({ operation, here }: { operation: ExampleForm; here: string }) {
  const { method, path, parameters, body, events, id } = operation;
  const last = useLastQuote();
  const formId = useId();
  const [typed, setTyped] = useState<string | undefined>();
  const [query, setQuery] = useState<Values>({});
  const [segments, setSegments] = useState<Values>({});
  const [headers, setHeaders] = useState<Values>({});
  const [streams, setStreams] = useState(false);
  const { answer, send, stop } = useExample();
  const inPath = parameters.filter((one) => one.in === 'path');
  const follows = id === 'track' || inPath.length > 0 ? last : undefined;
  const call: ExampleCall = {
    method,
    path,
    ...(body ? { body: typed ?? bodyWith(body.example, id === 'track' ? follows : undefined) } : {}),
    query,
    segments: { ...(follows === undefined ? {} : { quoteId: follows }), ...segments },
    headers: { ...(streams ? { accept: 'text/event-stream' } : {}), ...headers },
  };
  return (
    <form
      aria-labelledby={`${formId}-title`}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-10 border border-line bg-sheet p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void send(call);
      }}
    >
      <p id={`${formId}-title`} className="font-medium text-14 text-ink">
        Try it against this server
      </p>
      <Inputs parameters={inPath} values={call.segments} onChange={setSegments} />
      <Inputs parameters={parameters.filter((one) => one.in === 'query')} values={query} onChange={setQuery} />
      {call.body !== undefined && (
        <label className={LABEL}>
          Body
          <textarea
            className={FIELD}
            rows={call.body.split('\n').length + 1}
            value={call.body}
            onChange={(event) => setTyped(event.target.value)}
            spellCheck={false}
          />
        </label>
      )}
      <Inputs
        parameters={[
          ...parameters.filter((one) => one.in === 'header'),
          { name: 'x-api-key', in: 'header', required: false, description: '' },
        ]}
        values={headers}
        onChange={setHeaders}
      />
      {events !== undefined && (
        <label className="flex min-h-9 items-center gap-2 text-14 text-ink">
          <input type="checkbox" checked={streams} onChange={(event) => setStreams(event.target.checked)} />
          As an event stream
        </label>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={answer?.running === true}>
          Send
        </Button>
        {answer?.running && <Button onClick={stop}>Stop</Button>}
        <CopyCode text={curlOf(here, call)} label="the call" caption="Copy as curl" />
      </div>
      {answer && <Answer answer={answer} path={`${method} ${path}`} />}
    </form>
  );
}
